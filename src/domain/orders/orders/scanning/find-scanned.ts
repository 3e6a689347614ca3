/**
 * Parcels by what was scanned: by their label or tracking number, else by a number that others gave to them or to their
 * order. One look-up for the dock, the driver, transfers and labels.
 */
import Type from "typebox";
import { readCode } from "#codes/read-code.ts";
import { chooseHolders } from "#domain/tracking/tracking/public.ts";
import type { Context } from "#operation/define/context.ts";
import { Id, Nullable, StringEnum } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import type { OrderStatus } from "../lifecycle/status.ts";
import type { ParcelRow } from "../records/parcel.ts";
import { findStopReason, isAmbiguous, narrowScan, STOP_REASONS, type StopReason } from "./rules.ts";

type Source = Pick<Context, "db" | "business_id">;

export interface FoundParcel
  extends Pick<
    ParcelRow,
    "id" | "order_id" | "seq" | "tracking_number" | "label_code" | "custody" | "custody_ref" | "custody_since"
  > {
  order_number: string;
  order_status: OrderStatus;
  cancel_requested: boolean;
  recipient: string | null;
  city: string | null;
}

type Hit = FoundParcel & {
  n: number;
  rank: number;
  /** Of a number of others: who issued it, and which was given first. */
  alias_id: number | null;
  carrier: string | null;
};

/** The most parcels of one code. */
const FOUND_MAX = 100;

/** A label of a rerouted order leads to the parcel of its successor. */
const FIND = `with recursive asked as (
    select * from json_to_recordset($2::json) as a(n int, rank int, key text)),
  hit as (
    select a.n, a.rank, p.id, null::bigint as alias_id, null::text as carrier
      from asked a join parcel p on p.business_id = $1 and p.label_code = a.key
    union all
    select a.n, a.rank, p.id, null, null from asked a join parcel p on p.business_id = $1 and p.tracking_number = a.key
    union all
    select a.n, a.rank + 1000, p.id, t.id, t.carrier from asked a
      join tracking_alias t on t.business_id = $1 and t.key = a.key and t.retired_at is null and t.subject_type in ('order', 'parcel')
      join parcel p on p.business_id = $1 and case t.subject_type when 'order' then p.order_id else p.id end = t.subject_id),
  path as (
    select h.n, h.rank, h.alias_id, h.carrier, p.id, p.tracking_number, 0 as hops from hit h join parcel p on p.business_id = $1 and p.id = h.id
    union
    select w.n, w.rank, w.alias_id, w.carrier, q.id, q.tracking_number, w.hops + 1 from path w
      join tracking_number t on t.business_id = $1 and t.number = w.tracking_number and t.status = 'redirected'
      join parcel q on q.business_id = $1 and q.tracking_number = t.redirects_to
     where w.hops < 10)
  select w.n, w.rank, w.alias_id, w.carrier, p.id, p.order_id, p.seq, p.tracking_number, p.label_code, p.custody, p.custody_ref,
    p.custody_since, o.tracking_number as order_number, o.status as order_status, o.cancel_requested, o.city,
    coalesce(o.dropoff, o.pickup) ->> 'name' as recipient
    from path w join parcel p on p.business_id = $1 and p.id = w.id
    join delivery_order o on o.business_id = $1 and o.id = p.order_id
   where not exists (select from tracking_number t where t.business_id = $1 and t.number = w.tracking_number and t.status = 'redirected')
   order by w.n, w.rank, w.alias_id, p.id`;

/** Each code with its parcels, in the order of their ids; none where it is unknown. */
export async function findScannedParcels(
  { db, business_id }: Source,
  codes: readonly string[],
): Promise<Map<string, FoundParcel[]>> {
  const distinct_codes = [...new Set(codes)];
  const keys = distinct_codes.flatMap((code, n) =>
    readCode(code).keys.map((key, rank) => ({ n, rank, key })),
  );
  const hits = keys.length === 0 ? [] : await db.rows<Hit>(FIND, [business_id, JSON.stringify(keys)]);
  const by_code = Map.groupBy(hits, ({ n }) => n);
  return new Map(distinct_codes.map((code, n) => [code, chooseHits(by_code.get(n) ?? [])]));
}

/** Of the forms of a code the likeliest that is known; of a carrier that used a number again, the newest order. */
function chooseHits(hits: readonly Hit[]): FoundParcel[] {
  const [best] = hits;
  if (best === undefined) return [];
  const same = hits.filter(({ rank }) => rank === best.rank);
  const holders = chooseHolders(
    same.map((hit) => ({ subject_type: "order", subject_id: hit.order_id, carrier: hit.carrier })),
    null,
  );
  const orders = new Set(holders.map(({ subject_id }) => subject_id));
  const parcels = same.filter(({ alias_id, order_id }) => alias_id === null || orders.has(order_id));
  return [...new Map(parcels.map((parcel) => [parcel.id, parcel])).values()]
    .sort((one, other) => one.id - other.id)
    .slice(0, FOUND_MAX)
    .map(({ n: _n, rank: _rank, alias_id: _alias, carrier: _carrier, ...parcel }) => parcel);
}

/** One of several orders that have what was scanned. */
export const ScanCandidate = Type.Object(
  {
    order_id: Ref("order"),
    order_number: Type.String(),
    order_status: Type.String(),
    parcel_ids: Type.Array(Ref("parcel")),
    recipient: Nullable(Type.String()),
    city: Nullable(Type.String()),
  },
  { $id: "ScanCandidate" },
);

/** Which of several orders with one number is meant. */
export const ChosenOrder = Ref("order", {
  ...Id,
  description: "Which order is meant, where several have the code (`ambiguous_code`).",
});

export const SetAside = Nullable(
  StringEnum(STOP_REASONS, {
    description: "Why the parcel must not go on: set it aside. Null when nothing stops it.",
  }),
);

export function listCandidates(parcels: readonly FoundParcel[]): Type.Static<typeof ScanCandidate>[] {
  return [...Map.groupBy(parcels, ({ order_id }) => order_id)].map(([order_id, of_order]) => {
    const [first] = of_order;
    return {
      order_id,
      order_number: first?.order_number ?? "",
      order_status: first?.order_status ?? "",
      parcel_ids: of_order.map(({ id }) => id),
      recipient: first?.recipient ?? null,
      city: first?.city ?? null,
    };
  });
}

/** Of several orders with one number nobody is taken in silence: the caller chooses with `order_id`. */
export type ScanChoice =
  | { kind: "unknown" }
  | { kind: "ambiguous"; candidates: Type.Static<typeof ScanCandidate>[] }
  | { kind: "found"; parcels: [FoundParcel, ...FoundParcel[]]; stop: StopReason | null };

export function chooseScanned(
  scanned_parcels: readonly FoundParcel[],
  choice: { order_id?: number | undefined; parcel_id?: number | undefined } = {},
): ScanChoice {
  const parcels = narrowScan(scanned_parcels, choice);
  const [first, ...others] = parcels;
  if (first === undefined) return { kind: "unknown" };
  if (isAmbiguous(parcels)) return { kind: "ambiguous", candidates: listCandidates(parcels) };
  return { kind: "found", parcels: [first, ...others], stop: findStopReason(first) };
}
