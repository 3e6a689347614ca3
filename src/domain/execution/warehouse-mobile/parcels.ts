/** Parcels of orders by what was scanned, with their routes. Of several orders with one number the caller chooses. */
import {
  chooseScanned,
  type FoundParcel,
  findScannedParcels,
  type StopReason,
} from "#domain/orders/orders/public.ts";
import type { Context } from "#operation/define/context.ts";
import { fields } from "#operation/response/platform-messages.ts";
import { messages } from "./messages.ts";

export interface ScannedParcel extends FoundParcel {
  route_id: number | null;
  route_number: string | null;
  route_date: string | null;
  route_status: string | null;
  route_start_id: number | null;
}

export const scanRefusals = { unknown_code: "invalid", ambiguous_code: "conflict" } as const;

interface Scan {
  code: string;
  order_id?: number | undefined;
}

/** What a code can mean, several orders included. */
export async function findCodeParcels(
  context: Pick<Context<never>, "db" | "business_id">,
  code: string,
): Promise<FoundParcel[]> {
  return (await findScannedParcels(context, [code])).get(code) ?? [];
}

/** The parcels of one order. Refuses a code that nothing has, and one that several orders have until one is chosen. */
export async function getScannedParcels(
  context: Context<keyof typeof scanRefusals>,
  { code, order_id }: Scan,
  among: (parcel: FoundParcel) => boolean = () => true,
): Promise<{ parcels: [ScannedParcel, ...ScannedParcel[]]; stop: StopReason | null }> {
  const { refuse } = context;
  const parcels = await findCodeParcels(context, code);
  const matching_parcels = parcels.filter(among);
  const choice = chooseScanned(matching_parcels.length > 0 ? matching_parcels : parcels, { order_id });
  if (choice.kind === "unknown")
    throw refuse("unknown_code", {
      message: messages.unknown_code,
      values: { code },
      errors: [{ field: "code", message: fields.not_known }],
    });
  if (choice.kind === "ambiguous")
    throw refuse("ambiguous_code", {
      message: messages.ambiguous_code,
      values: { code, orders: choice.candidates.length },
      errors: [{ field: "order_id", message: messages.choose_candidate }],
      extra: { candidates: choice.candidates },
    });
  const [first, ...others] = await loadRoutes(context, choice.parcels);
  if (first === undefined) throw new Error("Parcels that were found were not loaded.");
  return { parcels: [first, ...others], stop: choice.stop };
}

async function loadRoutes(
  { db, business_id }: Pick<Context<never>, "db" | "business_id">,
  parcels: readonly FoundParcel[],
): Promise<ScannedParcel[]> {
  const rows = await db.rows<Omit<ScannedParcel, keyof FoundParcel> & { id: number }>(
    `select p.id, r.id as route_id, r.number as route_number, r.date as route_date, r.status as route_status,
       r.start_warehouse_id as route_start_id
       from parcel p join delivery_order o on o.business_id = $1 and o.id = p.order_id
       left join route r on r.business_id = $1 and r.id = o.route_id
      where p.business_id = $1 and p.id = any($2::bigint[])`,
    [business_id, parcels.map(({ id }) => id)],
  );
  const routes = new Map(rows.map((row) => [row.id, row]));
  return parcels.flatMap((parcel) => {
    const route = routes.get(parcel.id);
    return route === undefined ? [] : [{ ...parcel, ...route }];
  });
}
