import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { at, createFleetShift, setUpFleet } from "#tests/support/fleets.ts";
import { catchRefusal, testService } from "#tests/support/service.ts";
import { applyTemplate } from "./operations/apply-template.ts";
import { assignShift } from "./operations/assign-shift.ts";
import { cancelShift } from "./operations/cancel-shift.ts";
import { changeFleetCaptains } from "./operations/change-fleet-captains.ts";
import { changeFleetDrivers } from "./operations/change-fleet-drivers.ts";
import { changeFleetVehicles } from "./operations/change-fleet-vehicles.ts";
import { claimShift } from "./operations/claim-shift.ts";
import { createFleet } from "./operations/create-fleet.ts";
import { createShift } from "./operations/create-shift.ts";
import { createTemplate } from "./operations/create-template.ts";
import { decideSwap } from "./operations/decide-swap.ts";
import { getAvailability } from "./operations/get-availability.ts";
import { getFleet } from "./operations/get-fleet.ts";
import { getFleetCalendar } from "./operations/get-fleet-calendar.ts";
import { listFleets } from "./operations/list-fleets.ts";
import { listOwnShifts } from "./operations/list-own-shifts.ts";
import { publishShift } from "./operations/publish-shift.ts";
import { publishShifts } from "./operations/publish-shifts.ts";
import { requestSwap } from "./operations/request-swap.ts";
import { updateAvailability } from "./operations/update-availability.ts";
import { updateFleet } from "./operations/update-fleet.ts";
import { updateFleetSettings } from "./operations/update-fleet-settings.ts";
import { updateShift } from "./operations/update-shift.ts";

const service = await testService();
service.freezeClock();
const setUp = (facts: { time_zone?: string } = {}) => setUpFleet(service, facts);

const catchCode = async (call: Promise<unknown>) => {
  const { status, error_code } = await catchRefusal(call);
  return [status, error_code];
};

describe("members and captains", () => {
  test("a captain plans one fleet only; the rights end with the membership, at once, and shifts to come are free again", async () => {
    const setup = await setUp();
    const { business, fleet_id, drivers } = setup;
    const [ada, ben] = drivers;
    assert(ada && ben);
    const admin = business.as("client_admin");
    const { fleet_id: other } = await admin(createFleet, { name: "South" });
    const draft = () => ada.person.call(createShift, { fleet_id, ...at(1, 8, 12), driver_id: ben.id });
    const { shift_id } = await draft();
    await ada.person.call(publishShift, { shift_id });
    assert.deepEqual(await catchCode(ada.person.call(createShift, { fleet_id: other, ...at(1, 8, 12) })), [
      403,
      "NOT_CAPTAIN",
    ]);
    assert.deepEqual(
      await catchCode(ada.person.call(createShift, { fleet_id: 999_999_999, ...at(1, 8, 12) })),
      [403, "NOT_CAPTAIN"],
    );
    assert.deepEqual(await catchCode(ben.person.call(createShift, { fleet_id, ...at(1, 8, 12) })), [
      403,
      "NOT_CAPTAIN",
    ]);
    assert.deepEqual(await catchCode(ben.person.call(assignShift, { shift_id, driver_id: null })), [
      403,
      "NOT_CAPTAIN",
    ]);
    assert.deepEqual(
      await catchCode(ben.person.call(assignShift, { shift_id: 999_999_999, driver_id: null })),
      [403, "NOT_CAPTAIN"],
    );
    assert.equal((await catchRefusal(ada.person.call(getFleet, { fleet_id: other }))).status, 404);
    assert.deepEqual(
      (await ada.person.call(listFleets, {})).fleets.map((one) => [one.id, one.can_plan, one.can_manage]),
      [[fleet_id, true, false]],
    );
    assert.equal(
      (await catchRefusal(ada.person.call(changeFleetDrivers, { fleet_id, remove: [ben.id] }))).status,
      403,
    );

    const own_shift = await createFleetShift(setup, at(2, 8, 12), { driver_id: ada.id });
    await admin(changeFleetDrivers, { fleet_id, remove: [ada.id] });
    assert.deepEqual(await catchCode(draft()), [403, "NOT_CAPTAIN"]);
    assert.equal(
      (
        await catchRefusal(
          ada.person.call(getFleetCalendar, { fleet_id, from: "2026-12-28", to: "2026-12-31" }),
        )
      ).status,
      404,
    );
    const row = await service.system.row("select status, driver_id from shift where id = $1", [own_shift]);
    assert.deepEqual(row, { status: "PUBLISHED", driver_id: null });
    assert.deepEqual((await admin(getFleet, { fleet_id })).fleet.captains, []);
    // Back in the fleet, but captain no more.
    await admin(changeFleetDrivers, { fleet_id, add: [ada.id] });
    assert.deepEqual(await catchCode(draft()), [403, "NOT_CAPTAIN"]);
    // A captain who is suspended has no rights either.
    await admin(changeFleetCaptains, { fleet_id, add: [ben.id] });
    await service.system.execute("update driver set status = 'suspended' where id = $1", [ben.id]);
    assert.deepEqual(await catchCode(ben.person.call(createShift, { fleet_id, ...at(3, 8, 12) })), [
      403,
      "NOT_CAPTAIN",
    ]);
  });

  test("a driver and a vehicle are in one fleet; a contractor has fleets of its own drivers, and sees no other", async () => {
    const { business, fleet_id, drivers, vehicle_id } = await setUp();
    const admin = business.as("client_admin");
    const contractor = await business.contractor();
    const theirs = await business.driver({ contractor_id: contractor.id, name: "Dua" });
    const { fleet_id: own_fleet_id } = await contractor.person.call(createFleet, { name: "Contractor" });
    assert.deepEqual(await catchCode(admin(createFleet, { name: "  north " })), [409, "NAME_TAKEN"]);
    const [ada] = drivers;
    for (const [call, expected] of [
      [
        () => admin(changeFleetDrivers, { fleet_id: own_fleet_id, add: [ada?.id ?? 0] }),
        [422, "UNKNOWN_DRIVER"],
      ],
      [() => admin(changeFleetDrivers, { fleet_id, add: [theirs.id] }), [422, "UNKNOWN_DRIVER"]],
      [() => contractor.person.call(getFleet, { fleet_id }), [404, "NOT_FOUND"]],
      [
        () => contractor.person.call(changeFleetDrivers, { fleet_id, remove: [ada?.id ?? 0] }),
        [404, "NOT_FOUND"],
      ],
      [
        () => contractor.person.call(changeFleetVehicles, { fleet_id: own_fleet_id, add: [vehicle_id] }),
        [422, "UNKNOWN_VEHICLE"],
      ],
      [
        () => contractor.person.call(createFleet, { name: "X", contractor_id: 999_999 }),
        [422, "UNKNOWN_CONTRACTOR"],
      ],
      [() => admin(changeFleetCaptains, { fleet_id, add: [theirs.id] }), [422, "NOT_MEMBER"]],
    ] as const)
      assert.deepEqual(await catchCode(call()), expected);
    await contractor.person.call(changeFleetDrivers, { fleet_id: own_fleet_id, add: [theirs.id] });
    const { fleet_id: second } = await contractor.person.call(createFleet, { name: "Contractor 2" });
    assert.deepEqual(
      await catchCode(contractor.person.call(changeFleetDrivers, { fleet_id: second, add: [theirs.id] })),
      [409, "IN_OTHER_FLEET"],
    );
    // Two fleets want the same vehicle at once: one gets it.
    const { fleet_id: third } = await admin(createFleet, { name: "Third" });
    const { fleet_id: fourth } = await admin(createFleet, { name: "Fourth" });
    await admin(changeFleetVehicles, { fleet_id, remove: [vehicle_id] });
    const results = await Promise.allSettled(
      [third, fourth].map((id) => admin(changeFleetVehicles, { fleet_id: id, add: [vehicle_id] })),
    );
    assert.deepEqual(results.map(({ status }) => status).sort(), ["fulfilled", "rejected"]);
  });

  test("a fleet with shifts to come is not closed; one that is closed takes no shifts", async () => {
    const setup = await setUp();
    const { business, fleet_id } = setup;
    const admin = business.as("client_admin");
    const shift_id = await createFleetShift(setup, at(1, 8, 12));
    assert.deepEqual(await catchCode(admin(updateFleet, { fleet_id, status: "closed" })), [
      409,
      "FLEET_IN_USE",
    ]);
    await admin(cancelShift, { shift_id });
    await admin(updateFleet, { fleet_id, status: "closed" });
    assert.deepEqual(await catchCode(admin(createShift, { fleet_id, ...at(1, 8, 12) })), [
      409,
      "FLEET_CLOSED",
    ]);
  });
});

describe("shifts", () => {
  test("overlap, a vehicle in another shift, a missing skill and too little rest refuse; drafts warn of hours", async () => {
    const setup = await setUp();
    const { business, fleet_id, drivers, vehicle_id } = setup;
    const [ada, ben] = drivers;
    assert(ada && ben);
    const admin = business.as("client_admin");
    const first = await createFleetShift(setup, at(1, 8, 16), { driver_id: ada.id, vehicle_id });
    const create = (times: object, more: object) =>
      admin(createShift, { fleet_id, ...times, ...more } as never);
    const overlap = await catchRefusal(create(at(1, 15, 18), { driver_id: ada.id }));
    assert.deepEqual(
      [overlap.status, overlap.error_code, overlap.extra?.["shift_id"]],
      [409, "SHIFT_OVERLAP", first],
    );
    assert.match(overlap.message, /2026-12-29 09:00 to 2026-12-29 17:00/, "in the time zone of the business");
    assert.deepEqual(await catchCode(create(at(1, 15, 18), { driver_id: ben.id, vehicle_id })), [
      409,
      "VEHICLE_TAKEN",
    ]);
    await service.system.execute(
      "insert into skill (business_id, code, name, kind) values ($1, 'ADR', 'ADR', 'driver')",
      [business.id],
    );
    assert.deepEqual(await catchCode(create(at(2, 8, 12), { driver_id: ben.id, skills: ["ADR"] })), [
      409,
      "MISSING_SKILL",
    ]);
    assert.deepEqual(await catchCode(create(at(2, 8, 12), { skills: ["XYZ"] })), [422, "UNKNOWN_SKILL"]);
    for (const times of [at(1, 8, 8), at(1, 8, 33), at(-2, 8, 12)])
      assert.deepEqual(await catchCode(create(times, {})), [422, "INVALID_TIMES"]);

    const { shift_id, warnings, shift } = await create(at(2, 2, 10), { driver_id: ada.id });
    assert.deepEqual([shift.status, shift.break_min], ["DRAFT", 45], "the break that the rules need");
    assert.deepEqual(
      warnings.map(({ rule, value_min, limit_min }) => [rule, value_min, limit_min]),
      [["rest", 600, 660]],
    );
    const refusal = await catchRefusal(admin(publishShift, { shift_id }));
    assert.deepEqual(
      [refusal.status, refusal.error_code, refusal.errors?.[0]?.code],
      [409, "HOURS_RULE", "rest"],
    );
    assert.match(refusal.errors?.[0]?.message ?? "", /10 h of rest; 11 h are needed/);
    const german = await catchRefusal(admin(publishShift, { shift_id }, { language: "de-AT" }));
    assert.match(german.message, /^Die Schicht verletzt/);
    assert.deepEqual(
      await catchCode(
        admin(assignShift, { shift_id: first, driver_id: null }).then(() =>
          admin(updateShift, { shift_id: first, driver_id: ada.id, ...at(1, 10, 18) }),
        ),
      ),
      [409, "HOURS_RULE"],
    );
    await admin(assignShift, { shift_id: first, driver_id: ben.id });

    await admin(updateFleetSettings, { enforcement: "warn", rest_min: 720 });
    await admin(assignShift, { shift_id: first, driver_id: ada.id });
    const published = await admin(publishShift, { shift_id });
    assert.deepEqual(
      published.warnings.map(({ rule, limit_min }) => [rule, limit_min]),
      [["rest", 720]],
    );
    assert.equal(published.shift.status, "ASSIGNED");
  });

  test("hundred drivers, or two captains, ask at once: a shift has one driver, a driver one shift at a time", async () => {
    const setup = await setUp();
    const { business, fleet_id, drivers } = setup;
    const open = await createFleetShift(setup, at(1, 8, 12));
    const results = await Promise.allSettled(
      Array.from({ length: 30 }, (_, index) =>
        (drivers[index % 3] as (typeof drivers)[number]).person.call(claimShift, { shift_id: open }),
      ),
    );
    const held = await service.system.row<{ driver_id: number; version: number }>(
      "select driver_id, version from shift where id = $1",
      [open],
    );
    results.forEach((result, index) => {
      const is_winner = drivers[index % 3]?.id === held?.driver_id;
      assert.equal(result.status, is_winner ? "fulfilled" : "rejected", `call ${index}`);
      if (result.status === "rejected") assert.equal(result.reason.error_code, "ALREADY_TAKEN");
    });
    assert.equal(held?.version, 3, "claimed once, however often the winner asked");
    const admin = business.as("client_admin");
    const ids = [
      await createFleetShift(setup, at(3, 8, 12)),
      await createFleetShift(setup, at(3, 10, 14)),
      await createFleetShift(setup, at(3, 11, 15)),
    ];
    const driver_id = drivers[1]?.id ?? 0;
    const assigned = await Promise.allSettled(
      ids.map((shift_id) => admin(assignShift, { shift_id, driver_id })),
    );
    assert.deepEqual(assigned.map(({ status }) => status).sort(), ["fulfilled", "rejected", "rejected"]);
    const rows = await service.system.rows("select id from shift where fleet_id = $1 and driver_id = $2", [
      fleet_id,
      driver_id,
    ]);
    assert.ok(rows.length <= 2);
  });

  test("a night over a clock change is as long as it lasts, from a template too", async () => {
    const setup = await setUp();
    const { business, fleet_id, drivers, vehicle_id } = setup;
    const admin = business.as("client_admin");
    const [ada] = drivers;
    // Saturday 2 January, 20:30 to 09:00 in Berlin: 12.5 hours.
    await createFleetShift(setup, at(5, 19.5, 32), { driver_id: ada?.id, vehicle_id });
    const { shift_template_id } = await admin(createTemplate, {
      fleet_id,
      name: "Nights",
      date: "2026-12-30",
    });
    // The clocks go forward on 28 March 2027, and back on 31 October.
    const spring = await admin(applyTemplate, { shift_template_id, date: "2027-03-24" });
    const autumn = await admin(applyTemplate, { shift_template_id, date: "2027-10-31" });
    assert.deepEqual([spring.shifts.length, autumn.shifts.length], [1, 1]);
    const calendar = await admin(getFleetCalendar, { fleet_id, from: "2027-10-25", to: "2027-10-31" });
    assert.partialDeepStrictEqual(calendar.shifts[0], {
      date: "2027-10-30",
      starts_at: "2027-10-30T18:30:00.000Z",
      ends_at: "2027-10-31T08:00:00.000Z",
      minutes: 810,
      driver_id: ada?.id,
      vehicle_id,
      source: "calendar",
    });
    assert.deepEqual(
      autumn.shifts[0]?.warnings.map(({ rule, value_min }) => [rule, value_min]),
      [["shift_length", 810]],
    );
    assert.deepEqual(spring.shifts[0]?.warnings, []);
    const published = await admin(publishShifts, {
      fleet_id,
      from_date: "2027-03-01",
      to_date: "2027-12-01",
    });
    assert.deepEqual(
      [published.done, published.failed, published.errors[0]?.error_code],
      [1, 1, "HOURS_RULE"],
    );
    // Again: it is there already.
    assert.partialDeepStrictEqual(await admin(applyTemplate, { shift_template_id, date: "2027-03-24" }), {
      existing: 1,
      shifts: [],
    });
    // The driver has left: the shift is created without.
    await admin(changeFleetDrivers, { fleet_id, remove: [ada?.id ?? 0] });
    const later = await admin(applyTemplate, { shift_template_id, date: "2027-05-05" });
    assert.match(later.shifts[0]?.left_out ?? "", /not an active member/);
  });

  test("drafts are seen by planners only; availability warns and is seen by who plans", async () => {
    const setup = await setUp();
    const { business, fleet_id, drivers } = setup;
    const [ada, ben, cem] = drivers;
    assert(ada && ben && cem);
    const time_off = [{ from_date: "2026-12-30", to_date: "2026-12-30", note: "dentist" }];
    await ben.person.call(updateAvailability, { driver_id: ben.id, weekly: [], time_off });
    const draft = await ada.person.call(createShift, { fleet_id, ...at(2, 8, 12), driver_id: ben.id });
    assert.deepEqual(
      draft.warnings.map(({ rule }) => rule),
      ["time_off"],
    );
    const period = { fleet_id, from: "2026-12-28", to: "2027-01-03" };
    const [planner, member] = [
      await ada.person.call(getFleetCalendar, period),
      await cem.person.call(getFleetCalendar, period),
    ];
    assert.deepEqual([planner.shifts.length, member.shifts.length], [1, 0]);
    const getNote = (calendar: typeof planner) =>
      calendar.drivers.find(({ driver_id }) => driver_id === ben.id)?.time_off;
    assert.deepEqual([getNote(planner), getNote(member)], [time_off, []]);
    assert.deepEqual(member.days, []);
    assert.deepEqual((await ada.person.call(getAvailability, { driver_id: ben.id })).time_off, time_off);
    assert.equal((await catchRefusal(cem.person.call(getAvailability, { driver_id: ben.id }))).status, 404);
    assert.equal((await catchRefusal(ben.person.call(claimShift, { shift_id: draft.shift_id }))).status, 404);
    const wrong = [{ from_date: "2026-12-30", to_date: "2026-12-29", note: "" }];
    assert.equal(
      (
        await catchRefusal(
          ben.person.call(updateAvailability, { driver_id: ben.id, weekly: [], time_off: wrong }),
        )
      ).status,
      422,
    );
    // Demand: orders of the day beside what the vans carry.
    await business.order({ units: 7, scheduled_date: "2026-12-30" });
    const { days } = await ada.person.call(getFleetCalendar, period);
    assert.partialDeepStrictEqual(
      days.find(({ date }) => date === "2026-12-30"),
      { orders: 1, units: 7, drivers: 1, shift_min: 240 },
    );
  });
});

describe("swaps", () => {
  test("somebody who lacks a skill is refused, when asked and when the skill was lost since; the exchange is one step", async () => {
    const setup = await setUp();
    const { business, drivers } = setup;
    const [ada, ben, cem] = drivers;
    assert(ada && ben && cem);
    const admin = business.as("client_admin");
    await service.system.execute(
      "insert into skill (business_id, code, name, kind) values ($1, 'ADR', 'ADR', 'driver')",
      [business.id],
    );
    await service.system.execute("update driver set skills = '{ADR}' where id = any($1::bigint[])", [
      [ada.id, cem.id],
    ]);
    const own_shift = await createFleetShift(setup, at(1, 8, 12), { driver_id: ada.id, skills: ["ADR"] });
    assert.deepEqual(
      await catchCode(ada.person.call(requestSwap, { shift_id: own_shift, to_driver_id: ben.id })),
      [409, "MISSING_SKILL"],
    );
    assert.deepEqual(
      await catchCode(ben.person.call(requestSwap, { shift_id: own_shift, to_driver_id: cem.id })),
      [403, "NOT_YOUR_SHIFT"],
    );

    // The other one's shift is at the same time: possible as an exchange, and not as a gift.
    const theirs = await createFleetShift(setup, at(1, 9, 13), { driver_id: cem.id });
    assert.deepEqual(
      await catchCode(ada.person.call(requestSwap, { shift_id: own_shift, to_driver_id: cem.id })),
      [409, "SHIFT_OVERLAP"],
    );
    const { swap_id } = await ada.person.call(requestSwap, {
      shift_id: own_shift,
      to_driver_id: cem.id,
      for_shift_id: theirs,
    });
    assert.deepEqual(
      await catchCode(
        ada.person.call(requestSwap, { shift_id: own_shift, to_driver_id: cem.id, for_shift_id: theirs }),
      ),
      [409, "SWAP_PENDING"],
    );
    const listed = await cem.person.call(listOwnShifts, {});
    assert.deepEqual(
      listed.swaps.map((one) => [one.id, one.can_accept, one.for_shift?.id]),
      [[swap_id, true, theirs]],
    );
    assert.equal(
      (await catchRefusal(ben.person.call(decideSwap, { swap_id, decision: "accept" }))).status,
      404,
    );
    await service.system.execute("update driver set skills = '{}' where id = $1", [cem.id]);
    assert.deepEqual(await catchCode(cem.person.call(decideSwap, { swap_id, decision: "accept" })), [
      409,
      "MISSING_SKILL",
    ]);
    await service.system.execute("update driver set skills = '{ADR}' where id = $1", [cem.id]);
    const both = await Promise.allSettled([
      cem.person.call(decideSwap, { swap_id, decision: "accept" }),
      ada.person.call(decideSwap, { swap_id, decision: "withdraw" }),
    ]);
    assert.deepEqual(both.map(({ status }) => status).sort(), ["fulfilled", "rejected"]);
    const holders = await service.system.rows<{ driver_id: number }>(
      "select driver_id from shift where id = any($1) order by id",
      [[own_shift, theirs]],
    );
    const is_swapped = both[0]?.status === "fulfilled";
    assert.deepEqual(
      holders.map(({ driver_id }) => driver_id),
      is_swapped ? [cem.id, ada.id] : [ada.id, cem.id],
    );

    // A request is about the shift as it was.
    const next = await createFleetShift(setup, at(3, 8, 12), { driver_id: ben.id });
    const { swap_id: stale } = await ben.person.call(requestSwap, { shift_id: next, to_driver_id: ada.id });
    await admin(updateShift, { shift_id: next, ...at(3, 9, 13) });
    assert.equal(
      (await catchRefusal(ada.person.call(decideSwap, { swap_id: stale, decision: "accept" }))).status,
      404,
    );
    assert.deepEqual(
      (await business.readEvents("shift", next))
        .filter(({ kind }) => kind === "shift.swap_ended")
        .map(({ payload }) => payload["status"]),
      ["LAPSED"],
    );
  });
});
