import { dateIn, defineSamples, type Fixture } from "#tests/support/samples.ts";
import { changeFleetCaptains } from "./operations/change-fleet-captains.ts";
import { changeFleetDrivers } from "./operations/change-fleet-drivers.ts";
import { changeFleetVehicles } from "./operations/change-fleet-vehicles.ts";
import { checkIn } from "./operations/check-in.ts";
import { createFleet } from "./operations/create-fleet.ts";
import { createShift } from "./operations/create-shift.ts";
import { createTemplate } from "./operations/create-template.ts";
import { publishShift } from "./operations/publish-shift.ts";
import { requestSwap } from "./operations/request-swap.ts";

declare module "#tests/support/samples.ts" {
  interface RecordIds {
    fleet_of_contractor: number;
    /** Published, without a driver. */
    shift_open: number;
    /** Of the driver, published. */
    shift_own: number;
    /** Of the driver, begins soon. */
    shift_soon: number;
    shift_of_mate: number;
    /** Of the driver, begun. */
    shift_on_duty: number;
    /** The other driver of the fleet. */
    fleet_mate: number;
  }
}

const HOUR_MS = 3_600_000;

async function shiftIn(
  fixture: Fixture,
  days: number,
  { hours = 4, ...more }: { hours?: number; driver_id?: number } = {},
): Promise<number> {
  const starts_ms = fixture.service.now().getTime() + days * 24 * HOUR_MS;
  const { shift_id } = await fixture.people.client_admin.call(createShift, {
    fleet_id: await fixture.id("fleet"),
    starts_at: new Date(starts_ms).toISOString(),
    ends_at: new Date(starts_ms + hours * HOUR_MS).toISOString(),
    area: fixture.unique_word,
    note: fixture.unique_word,
    ...more,
  });
  return shift_id;
}

async function published(
  fixture: Fixture,
  days: number,
  more: { hours?: number; driver_id?: number } = {},
): Promise<number> {
  const shift_id = await shiftIn(fixture, days, more);
  await fixture.people.client_admin.call(publishShift, { shift_id });
  return shift_id;
}

/** Numbers that make each further record another one. */
let last = 40;
function next(): number {
  last += 2;
  return last;
}

/** Times of a shift that nobody else has. */
function soon() {
  const starts_ms = Date.now() + 200 * 24 * HOUR_MS;
  return {
    starts_at: new Date(starts_ms).toISOString(),
    ends_at: new Date(starts_ms + 4 * HOUR_MS).toISOString(),
  };
}

export const samples = defineSamples({
  shared_texts: ["fleet_name"],
  own_texts: ["areas", "contractor_name", "from_driver_name", "left_out", "to_driver_name", "vehicle_plate"],
  records: {
    // With the driver of the fixture as captain, a second driver, and the vehicle.
    fleet: async (fixture) => {
      const { client_admin } = fixture.people;
      const fleet_id = (
        await client_admin.call(createFleet, {
          name: `${fixture.unique_word} fleet ${next()}`,
          areas: [fixture.unique_word],
        })
      ).fleet_id;
      const driver_id = await fixture.id("driver");
      const vehicle_id = await fixture.id("vehicle");
      await client_admin
        .call(changeFleetDrivers, { fleet_id, add: [driver_id] })
        .then(() => client_admin.call(changeFleetCaptains, { fleet_id, add: [driver_id] }))
        .then(() => client_admin.call(changeFleetVehicles, { fleet_id, add: [vehicle_id] }))
        // The driver belongs to the first fleet of the fixture.
        .catch(() => undefined);
      return fleet_id;
    },
    fleet_of_contractor: async (fixture) => {
      const input = {
        name: `${fixture.unique_word} ${next()}`,
        contractor_id: await fixture.id("contractor"),
      };
      return (await fixture.people.client_admin.call(createFleet, input)).fleet_id;
    },
    shift_on_duty: async (fixture) => {
      const shift_id = await published(fixture, 1 / 48, {
        driver_id: await fixture.id("driver"),
        hours: 0.4,
      });
      await fixture.people.driver.call(checkIn, { shift_id });
      return shift_id;
    },
    shift_of_mate: async (fixture) =>
      published(fixture, next(), { driver_id: await fixture.id("fleet_mate") }),
    fleet_mate: async (fixture) => {
      const { id } = await fixture.business.driver({ name: fixture.unique_word });
      await fixture.people.client_admin.call(changeFleetDrivers, {
        fleet_id: await fixture.id("fleet"),
        add: [id],
      });
      return id;
    },
    // A draft without a driver.
    shift: (fixture) => shiftIn(fixture, 3),
    shift_open: (fixture) => published(fixture, 5),
    shift_own: async (fixture) => published(fixture, next(), { driver_id: await fixture.id("driver") }),
    shift_soon: async (fixture) => published(fixture, 1 / 24, { driver_id: await fixture.id("driver") }),
    shift_template: async (fixture) => {
      await fixture.id("shift");
      const { shift_template_id } = await fixture.people.client_admin.call(createTemplate, {
        fleet_id: await fixture.id("fleet"),
        name: `${fixture.unique_word} ${next()}`,
        date: dateIn(3),
      });
      return shift_template_id;
    },
    shift_swap: async (fixture) => {
      const mate = await fixture.id("fleet_mate");
      const shift_id = await fixture.another("shift_own");
      const { swap_id } = await fixture.people.driver.call(requestSwap, { shift_id, to_driver_id: mate });
      return swap_id;
    },
  },
  operations: {
    fleetCreate: { inputs: [(i) => ({ name: "North", contractor_id: i.contractor, areas: ["Asa Norte"] })] },
    fleetDriversChange: { inputs: [(i) => ({ add: [i.driver], remove: [i.fleet_mate] })] },
    fleetCaptainsChange: {
      inputs: [(i) => ({ add: [i.driver], remove: [i.fleet_mate] })],
    },
    fleetVehiclesChange: {
      inputs: [(i) => ({ add: [i.vehicle] }), (i) => ({ remove: [i.vehicle] })],
    },
    fleets: { needs: ["fleet", "fleet_of_contractor"] },
    shiftCreate: {
      inputs: [
        (i) => ({ ...soon(), driver_id: i.fleet_mate }),
        (i) => ({ ...soon(), vehicle_id: i.vehicle }),
        (i) => ({ ...soon(), skills: [i.skill_code] }),
      ],
    },
    fleetCalendar: { inputs: [() => ({ from: dateIn(-4), to: dateIn(23) })] },
    fleetHours: { inputs: [() => ({ from: dateIn(-4), to: dateIn(23) })] },
    fleetShiftsPublish: {
      inputs: [() => ({ from_date: dateIn(-4), to_date: dateIn(388) })],
      needs: ["shift"],
    },
    shiftAssign: { inputs: [(i) => ({ vehicle_id: i.vehicle })] },
    shiftClaim: { member_kinds: { shift_id: "shift_open" } },
    shiftSwap: {
      member_kinds: { shift_id: "shift_own", to_driver_id: "fleet_mate", for_shift_id: "shift_of_mate" },
    },
    shiftSwapDecide: {
      inputs: [{ as: "driver", input: () => ({ decision: "withdraw" }) }],
    },
    shiftCheckIn: { member_kinds: { shift_id: "shift_soon" } },
    shiftBreak: { member_kinds: { shift_id: "shift_on_duty" } },
    shiftCheckOut: { member_kinds: { shift_id: "shift_on_duty" } },
    fleetTemplateCreate: {
      inputs: [() => ({ name: `Week ${next()}`, date: dateIn(3) })],
      needs: ["shift"],
    },
    fleetTemplateApply: { inputs: [() => ({ date: dateIn(94) })] },
    driverAvailabilityUpdate: {
      inputs: [
        () => ({
          weekly: [{ weekday: 1, from: "08:00", to: "18:00" }],
          time_off: [{ from_date: dateIn(38), to_date: dateIn(44), note: "" }],
        }),
      ],
    },
  },
  async assignToContractor({ service }, ids) {
    await service.system.execute("update fleet set contractor_id = $2 where id = $1", [
      ids.fleet,
      ids.contractor,
    ]);
    await service.system.execute("update driver set contractor_id = $2 where id = $1", [
      ids.fleet_mate,
      ids.contractor,
    ]);
  },
});
