/** A fleet with drivers, a captain and a van, and its shifts. */
import { changeFleetCaptains } from "#domain/fleet/fleets/operations/change-fleet-captains.ts";
import { changeFleetDrivers } from "#domain/fleet/fleets/operations/change-fleet-drivers.ts";
import { changeFleetVehicles } from "#domain/fleet/fleets/operations/change-fleet-vehicles.ts";
import { createFleet } from "#domain/fleet/fleets/operations/create-fleet.ts";
import { createShift } from "#domain/fleet/fleets/operations/create-shift.ts";
import { publishShift } from "#domain/fleet/fleets/operations/publish-shift.ts";
import type { TestBusiness, TestService } from "./service.ts";

// A Monday, three months before the clocks of Berlin change.
export const START = "2026-12-28T06:00:00Z";

export interface FleetSetup {
  business: TestBusiness;
  fleet_id: number;
  drivers: Awaited<ReturnType<TestBusiness["driver"]>>[];
  vehicle_id: number;
}

/** A fleet with three drivers, the first of them captain, and one van. */
export async function setUpFleet(
  service: TestService,
  facts: { time_zone?: string } = {},
): Promise<FleetSetup> {
  service.setNow(START);
  const business = await service.business({ time_zone: "Europe/Berlin", ...facts });
  await service.system.execute("update business set country = 'DE' where id = $1", [business.id]);
  const admin = business.as("client_admin");
  const drivers = [
    await business.driver({ name: "Ada" }),
    await business.driver({ name: "Ben" }),
    await business.driver({ name: "Cem" }),
  ];
  const ids = drivers.map(({ id }) => id);
  const { fleet_id } = await admin(createFleet, { name: "North", areas: ["Mitte"] });
  await admin(changeFleetDrivers, { fleet_id, add: ids });
  await admin(changeFleetCaptains, { fleet_id, add: [ids[0] ?? 0] });
  const van = await service.system.row<{ vehicle_id: number }>(
    "select vehicle_id from driver where id = $1",
    [ids[0]],
  );
  const vehicle_id = van?.vehicle_id ?? 0;
  await admin(changeFleetVehicles, { fleet_id, add: [vehicle_id] });
  return { business, fleet_id, drivers, vehicle_id };
}

/** Times of a day after the start of the test, `HH` to `HH` UTC; `24` and more are the next day. */
export const at = (day: number, from: number, to: number) => {
  const midnight = Date.parse("2026-12-28T00:00:00Z") + day * 86_400_000;
  const toTime = (hour: number) => new Date(midnight + hour * 3_600_000).toISOString();
  return { starts_at: toTime(from), ends_at: toTime(to) };
};

export async function createFleetShift(
  { business, fleet_id }: FleetSetup,
  times: object,
  more: { publish?: boolean } & Record<string, unknown> = {},
) {
  const { publish = true, ...rest } = more;
  const { shift_id } = await business.as("client_admin")(createShift, {
    fleet_id,
    ...times,
    ...rest,
  } as never);
  if (publish) await business.as("client_admin")(publishShift, { shift_id });
  return shift_id;
}
