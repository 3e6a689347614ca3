/**
 * A second warehouse of the demo, where four parcels of the hub were received: two lie there, and two are on their way to the
 * hub with a transfer. Their orders are of tomorrow, so that the plan of today stays the published one.
 */
import { ANONYMOUS } from "#operation/caller/actor.ts";
import type { Runtime } from "#operation/define/runtime.ts";
import { systemDb } from "#platform/db/db.ts";
import { addDays, toLocalDate } from "#vocabulary/calendar.ts";
import { callAs } from "./call.ts";

const NORTH_WING = {
  name: "Asa Norte dock",
  line1: "SAAN Quadra 2",
  city: "Brasília",
  region: "DF",
  country: "BR",
  lat: -15.7412,
  lng: -47.8931,
};

const RECIPIENTS = ["Ana Prado", "Bruno Lima", "Carla Nunes", "Davi Rocha"].map((name, index) => ({
  name,
  line1: `SQN ${205 + index} Bloco C`,
  city: "Brasília",
  region: "DF",
  country: "BR",
  lat: -15.77 + index / 400,
  lng: -47.88 - index / 500,
}));

export async function createTransfers(runtime: Runtime): Promise<void> {
  const db = systemDb(runtime.pools.system);
  const demo_rows = await db.row<{ admin: number; hub_id: number; is_made: boolean }>(
    `select (select id from account where business_id = b.id and role = 'client_admin' order by id limit 1) as admin,
       (select id from warehouse where business_id = b.id and is_depot) as hub_id,
       exists (select from warehouse_transfer where business_id = b.id) as is_made
       from business b where b.code = 'rounds'`,
  );
  if (demo_rows === undefined || demo_rows.is_made) return;
  const actor = (await runtime.authentication.ofAccount(demo_rows.admin)) ?? ANONYMOUS;
  const call = await callAs(runtime, actor);
  const { warehouse_id } = await call("warehouseCreate", {
    code: "DOCK",
    name: NORTH_WING.name,
    place: NORTH_WING,
  });
  const today = toLocalDate(runtime.now(), actor.business?.time_zone ?? "UTC");
  const { orders } = await call("clientBatchOrderCreate", {
    mode: "all_or_nothing",
    orders: RECIPIENTS.map((dropoff) => ({ type: "D", scheduled_date: addDays(today, 1), dropoff })),
  });
  const order_ids: number[] = orders.map(({ order_id }: { order_id: number }) => order_id);
  await call("clientOrdersBulkActivity", { order_ids, activity: "receive", warehouse_id });
  const moved = await db.rows<{ id: number }>(
    "select id from parcel where order_id = any($1::bigint[]) order by id",
    [order_ids.slice(0, 2)],
  );
  const { transfer_id } = await call("transferCreate", {
    from_warehouse_id: warehouse_id,
    to_warehouse_id: demo_rows.hub_id,
    reason: "mis_received",
    note: "Cage 4",
    parcel_ids: moved.map(({ id }) => id),
  });
  for (const { id } of moved) await call("transferScanOut", { transfer_id, parcel_id: id });
  await call("transferDepart", { transfer_id });
}
