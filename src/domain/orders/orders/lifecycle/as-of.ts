/**
 * An order as it was at a past time: state from the event log, other members from the revisions, custody of the parcels and
 * release of the route from their own events.
 *
 * The caller reads the row first, so that later replacements of its members are in the events read next.
 */
import type { Db } from "#platform/db/db.ts";
import type { OrderRow } from "../records/order.ts";
import type { Custody, ParcelRow } from "../records/parcel.ts";
import { buildPlaceColumns } from "./change.ts";
import { loadRevisionsSince, type Replaced, type RevisedMember, restoreMembers } from "./revisions.ts";

export interface OrderAsOf {
  order: OrderRow;
  parcels: ParcelRow[];
  on_released_route: boolean;
  /** Members whose value at that time has been erased; they are empty. */
  erased: RevisedMember[];
}

type State = Partial<OrderRow> &
  Pick<OrderRow, "version" | "route_id" | "window_start" | "window_end"> & {
    return_reason: Omit<NonNullable<OrderRow["return_reason"]>, "note"> | null;
  };

/** Undefined when the order did not exist yet. `order` and `parcels` are the current rows. */
export async function loadOrderAsOf(
  { db, business_id }: { db: Db; business_id: number },
  order: OrderRow,
  parcels: readonly ParcelRow[],
  as_of: string,
): Promise<OrderAsOf | undefined> {
  const past = await db.row<{ state: State; recorded_at: string }>(
    `select payload->'state' as state, recorded_at from event
      where business_id = $1 and subject_type = 'order' and subject_id = $2 and recorded_at <= $3 and payload ? 'state'
      order by seq desc limit 1`,
    [business_id, String(order.id), as_of],
  );
  if (past === undefined) return undefined;
  const { state, recorded_at } = past;
  const [replacements, revisions, custody, release] = await Promise.all([
    db.rows<{ version: number; replaced: Replaced }>(
      `select (payload->'state'->>'version')::int - 1 as version, payload->'replaced' as replaced from event
        where business_id = $1 and subject_type = 'order' and subject_id = $2 and recorded_at > $3 and payload ? 'replaced'
        order by seq`,
      [business_id, String(order.id), as_of],
    ),
    loadRevisionsSince({ db, business_id }, order.id, state.version),
    db.rows<{ parcel_id: number; taker: Custody; ref: string | null; occurred_at: string }>(
      `select distinct on (subject_id) subject_id::bigint as parcel_id, payload->>'taker' as taker, payload->>'ref' as ref,
         occurred_at
       from event where business_id = $1 and subject_type = 'parcel' and subject_id = any($2::text[]) and recorded_at <= $3
         and kind = 'parcel.custody_changed' order by subject_id, seq desc`,
      [business_id, parcels.map(({ id }) => String(id)), as_of],
    ),
    state.route_id === null
      ? undefined
      : db.row<{ kind: string }>(
          `select kind from event where business_id = $1 and subject_type = 'route' and subject_id = $2 and recorded_at <= $3
             and kind in ('route.released', 'route.unreleased') order by seq desc limit 1`,
          [business_id, String(state.route_id), as_of],
        ),
  ]);
  const { members, parcels: measured, erased } = restoreMembers(order, replacements, revisions);
  const {
    window_start: _start,
    window_end: _end,
    ...place
  } = buildPlaceColumns({
    type: order.type,
    ...members,
  });
  const measures = new Map(measured?.map((parcel) => [parcel.id, parcel]));
  const last_custody = new Map(custody.map((row) => [row.parcel_id, row]));
  return {
    order: {
      ...order,
      updated_at: recorded_at,
      // Events from before warehouses were recorded have none.
      current_warehouse_id: null,
      ...state,
      ...members,
      ...place,
      window_start: toUtc(state.window_start),
      window_end: toUtc(state.window_end),
      return_reason:
        state.return_reason === null
          ? null
          : { ...state.return_reason, note: members.return_reason?.note ?? "" },
    },
    parcels: parcels.map((parcel) => {
      const last = last_custody.get(parcel.id);
      return {
        ...parcel,
        ...(measured === null ? {} : (measures.get(parcel.id) ?? UNMEASURED)),
        custody: last?.taker ?? "sender",
        custody_ref: last?.ref ?? null,
        custody_since: last?.occurred_at ?? order.created_at,
      };
    }),
    on_released_route: release?.kind === "route.released",
    erased,
  };
}

/** Parcels whose measures at that time have been erased. */
const UNMEASURED = { weight_g: 0, length_mm: null, width_mm: null, height_mm: null, contents: "" };

/** An event stores a window as it was written; a row is read in UTC. */
function toUtc(at: string | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}
