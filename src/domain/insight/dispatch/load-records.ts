/** What an item is about, as a dispatcher recognises it: number, name and address of the order, the route, the driver. */
import Type, { type Static } from "typebox";
import type { Context } from "#operation/define/context.ts";
import { CalendarDate, Nullable } from "#vocabulary/basics.ts";
import type { Scope } from "#vocabulary/scopes.ts";
import type { ShownRow } from "./records/attention-item.ts";

const Order = Type.Object(
  {
    tracking_number: Type.String(),
    ref: Nullable(Type.String()),
    name: Type.String({ description: "Of the person at the stop the driver visits." }),
    address: Type.String({ description: "One line." }),
    status: Type.String(),
    scheduled_date: CalendarDate,
  },
  { $id: "AttentionOrder" },
);
const Route = Type.Object(
  { number: Type.String(), date: CalendarDate, status: Type.String() },
  { $id: "AttentionRoute" },
);
const Driver = Type.Object(
  { name: Type.String(), phone: Nullable(Type.String()) },
  { $id: "AttentionDriver" },
);

export const ItemRecords = Type.Object(
  { order: Nullable(Order), route: Nullable(Route), driver: Nullable(Driver) },
  {
    $id: "AttentionRecords",
    description: "What the item is about; null for what it has none of, or what the caller may not read.",
  },
);
type Records = Static<typeof ItemRecords>;
export const NO_RECORDS: Records = { order: null, route: null, driver: null };

function mayRead({ permissions, token_scopes }: Context["actor"], scope: Scope): boolean {
  return permissions.has(scope) && (token_scopes === null || token_scopes.has(scope));
}

const getDriverId = ({ subject_type, subject_id, facts }: ShownRow): number | null =>
  subject_type === "driver" ? subject_id : typeof facts["driver_id"] === "number" ? facts["driver_id"] : null;

/** The records of these items, by item id. */
export async function loadRecords(
  { actor, db, business_id }: Pick<Context, "actor" | "db" | "business_id">,
  items: readonly ShownRow[],
): Promise<Map<number, Records>> {
  const filterReadable = (scope: Scope, ids: readonly (number | null)[]) =>
    mayRead(actor, scope) ? [...new Set(ids.filter((id) => id !== null))] : [];
  const order_ids = filterReadable(
    "orders:read",
    items.map(({ order_id }) => order_id),
  );
  const route_ids = filterReadable(
    "routes:read",
    items.map(({ route_id }) => route_id),
  );
  const driver_ids = filterReadable("drivers:read", items.map(getDriverId));
  const [orders, routes, drivers] = await Promise.all([
    order_ids.length === 0
      ? []
      : db.rows<NonNullable<Records["order"]> & { id: number }>(
          `select id, tracking_number, ref, status, scheduled_date, coalesce(stop->>'name', '') as name,
             concat_ws(', ', stop->>'line1', nullif(stop->>'line2', ''), nullif(stop->>'postal_code', ''), nullif(stop->>'city', '')) as address
           from (select *, case type when 'P' then coalesce(pickup, dropoff) else coalesce(dropoff, pickup) end as stop
             from delivery_order where business_id = $1 and id = any($2::bigint[])) o`,
          [business_id, order_ids],
        ),
    route_ids.length === 0
      ? []
      : db.rows<NonNullable<Records["route"]> & { id: number }>(
          "select id, number, date, status from route where business_id = $1 and id = any($2::bigint[])",
          [business_id, route_ids],
        ),
    driver_ids.length === 0
      ? []
      : db.rows<NonNullable<Records["driver"]> & { id: number }>(
          "select id, name, phone_e164 as phone from driver where business_id = $1 and id = any($2::bigint[])",
          [business_id, driver_ids],
        ),
  ]);
  const byId = <R extends { id: number }>(rows: readonly R[]) =>
    new Map(rows.map(({ id, ...row }) => [id, row]));
  const [orders_by_id, routes_by_id, drivers_by_id] = [byId(orders), byId(routes), byId(drivers)];
  return new Map(
    items.map((item) => [
      item.id,
      {
        order: orders_by_id.get(item.order_id ?? 0) ?? null,
        route: routes_by_id.get(item.route_id ?? 0) ?? null,
        driver: drivers_by_id.get(getDriverId(item) ?? 0) ?? null,
      },
    ]),
  );
}
