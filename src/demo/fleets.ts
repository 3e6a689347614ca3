/**
 * A fleet of the demo with a captain, and its shifts of the coming days: most of drivers, two to take, one not published. Made by
 * the operations that people use.
 */
import type { Runtime } from "#operation/define/runtime.ts";
import { systemDb } from "#platform/db/db.ts";
import { addDays, toInstant, toLocalDate } from "#vocabulary/calendar.ts";
import { callAs } from "./call.ts";

const ZONE = "America/Sao_Paulo";
const DRIVERS = 6;
/** By day from tomorrow and place of the driver in the fleet; null: for the fleet to take. */
const SHIFTS: readonly (readonly [day: number, driver: number | null])[] = [
  [1, 0],
  [1, 1],
  [1, null],
  [2, 0],
  [2, 2],
  [3, 3],
  [3, null],
  [4, 4],
];

export async function createFleet(runtime: Runtime): Promise<void> {
  const db = systemDb(runtime.pools.system);
  const demo_rows = await db.row<{ id: number; admin: number; is_made: boolean }>(
    `select b.id, (select id from account where business_id = b.id and role = 'client_admin' order by id limit 1) as admin,
       exists (select from fleet where business_id = b.id) as is_made
       from business b where b.code = 'rounds'`,
  );
  if (demo_rows === undefined || demo_rows.is_made) return;
  const drivers = await db.rows<{ id: number; vehicle_id: number | null }>(
    `select id, vehicle_id from driver where business_id = $1 and contractor_id is null and status = 'active' order by id limit ${DRIVERS}`,
    [demo_rows.id],
  );
  const call = await callAs(runtime, demo_rows.admin);
  const { fleet_id } = await call("fleetCreate", { name: "Plano Piloto", areas: ["Asa Norte", "Asa Sul"] });
  await call("fleetDriversChange", { fleet_id, add: drivers.map(({ id }) => id) });
  await call("fleetCaptainsChange", { fleet_id, add: drivers.slice(0, 1).map(({ id }) => id) });
  const vehicles = [...new Set(drivers.flatMap(({ vehicle_id }) => vehicle_id ?? []))];
  await call("fleetVehiclesChange", { fleet_id, add: vehicles });
  const today = toLocalDate(runtime.now(), ZONE);
  const create = ([days, place]: (typeof SHIFTS)[number]) => {
    const date = addDays(today, days);
    const driver = place === null ? undefined : drivers[place];
    return call("shiftCreate", {
      fleet_id,
      starts_at: toInstant(date, "08:00", ZONE).toISOString(),
      ends_at: toInstant(date, "17:00", ZONE).toISOString(),
      area: days % 2 === 0 ? "Asa Sul" : "Asa Norte",
      driver_id: driver?.id ?? null,
      vehicle_id: driver?.vehicle_id ?? null,
    });
  };
  for (const shift of SHIFTS) await create(shift);
  await call("fleetShiftsPublish", { fleet_id, from_date: today, to_date: addDays(today, 7) });
  await create([5, 5]);
}
