/** Work on a shift, begun and ended by whatever says that its driver works. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { setDuty } from "#domain/execution/driver-app/operations/set-duty.ts";
import { startRoute } from "#domain/execution/driver-app/operations/start-route.ts";
import { sync } from "#domain/execution/driver-app/operations/sync.ts";
import { createInstantZone } from "#domain/execution/instant-rider/operations/create-instant-zone.ts";
import { goOnline } from "#domain/execution/instant-rider/operations/go-online.ts";
import { setInstantFleet } from "#domain/execution/instant-rider/operations/set-instant-fleet.ts";
import { createRoute } from "#domain/planning/routes/operations/create-route.ts";
import { releaseRoute } from "#domain/planning/routes/operations/release-route.ts";
import { listItems, passTime } from "#tests/support/attention.ts";
import { at, createFleetShift, setUpFleet } from "#tests/support/fleets.ts";
import { CORNERS } from "#tests/support/instant-rider.ts";
import { catchRefusal, testService } from "#tests/support/service.ts";
import { assignShift } from "./operations/assign-shift.ts";
import { changeBreak } from "./operations/change-break.ts";
import { checkIn } from "./operations/check-in.ts";
import { checkOut } from "./operations/check-out.ts";
import { getFleetHours } from "./operations/get-fleet-hours.ts";
import { publishShift } from "./operations/publish-shift.ts";
import { updateFleetSettings } from "./operations/update-fleet-settings.ts";
import { updateShift } from "./operations/update-shift.ts";

const service = await testService();
service.freezeClock();
const setUp = (facts: { time_zone?: string } = {}) => setUpFleet(service, facts);

const catchCode = async (call: Promise<unknown>) => {
  const { status, error_code } = await catchRefusal(call);
  return [status, error_code];
};

describe("working a shift", () => {
  test("check-in from two hours before, break, check-out; worked hours beside planned ones", async () => {
    const setup = await setUp();
    const { fleet_id, drivers, business } = setup;
    const [ada, ben] = drivers;
    assert(ada && ben);
    const shift_id = await createFleetShift(setup, at(0, 10, 18), { driver_id: ben.id });
    service.setNow("2026-12-28T07:59:59Z");
    const early = await catchRefusal(ben.person.call(checkIn, { shift_id }));
    assert.deepEqual([early.status, early.error_code], [409, "TOO_EARLY"]);
    assert.match(early.message, /2026-12-28 09:00/);
    assert.equal(
      (await catchRefusal((drivers[2] as typeof ben).person.call(checkIn, { shift_id }))).status,
      403,
    );
    service.setNow("2026-12-28T10:05:30Z");
    assert.equal((await ben.person.call(checkIn, { shift_id })).shift.status, "ON_DUTY");
    service.setNow("2026-12-28T12:00:00Z");
    await ben.person.call(changeBreak, { shift_id, state: "begin" });
    service.setNow("2026-12-28T12:50:00Z");
    const { shift } = await ben.person.call(changeBreak, { shift_id, state: "end" });
    assert.deepEqual([shift.status, shift.break_taken_min], ["ON_DUTY", 50]);
    service.setNow("2026-12-28T18:20:30Z");
    assert.equal((await ben.person.call(checkOut, { shift_id })).shift.status, "ENDED");
    const { drivers: hours } = await ada.person.call(getFleetHours, {
      fleet_id,
      from: "2026-12-28",
      to: "2027-01-03",
    });
    assert.partialDeepStrictEqual(
      hours.find(({ driver_id }) => driver_id === ben.id),
      {
        shifts: 1,
        planned_min: 435,
        worked_min: 445,
        warnings: [],
      },
    );
    assert.deepEqual(
      (await business.readEvents("shift", shift_id)).map(({ kind }) => kind),
      ["shift.created", "shift.published", "shift.started", "shift.break", "shift.break", "shift.ended"],
    );
    // What was worked counts for the rest before the next one: it ended 20 minutes late.
    const next = await createFleetShift(setup, at(1, 5.25, 12), { driver_id: ben.id, publish: false });
    assert.deepEqual(await catchCode(business.as("client_admin")(publishShift, { shift_id: next })), [
      409,
      "HOURS_RULE",
    ]);
  });

  test("a driver who does not come is missed 15 minutes after the start, and dispatchers see it until somebody works", async () => {
    const setup = await setUp();
    const { business, drivers } = setup;
    const [ada, ben] = drivers;
    assert(ada && ben);
    const missed = await createFleetShift(setup, at(0, 8, 12), { driver_id: ada.id });
    const worked = await createFleetShift(setup, at(0, 8, 12), { driver_id: ben.id });
    service.setNow("2026-12-28T08:00:00Z");
    await ben.person.call(checkIn, { shift_id: worked });
    const readStatus = async (id: number) =>
      (await service.system.row<{ status: string }>("select status from shift where id = $1", [id]))?.status;
    service.setNow("2026-12-28T08:14:59Z");
    await passTime(service, 0);
    assert.equal(await readStatus(missed), "ASSIGNED");
    service.setNow("2026-12-28T08:15:00Z");
    await passTime(service, 0);
    assert.deepEqual([await readStatus(missed), await readStatus(worked)], ["NO_SHOW", "ON_DUTY"]);
    const states = async () =>
      (await listItems(business))
        .filter(({ kind }) => kind === "shift_no_show")
        .map(({ subject_id, state }) => [subject_id, state]);
    assert.deepEqual(await states(), [[missed, "open"]]);
    service.setNow("2026-12-28T08:40:00Z");
    const { shift } = await ada.person.call(checkIn, { shift_id: missed });
    assert.equal(shift.status, "ON_DUTY", "late, but there");
    await passTime(service, 0);
    assert.deepEqual(await states(), [[missed, "cleared"]]);
    assert.equal((await business.readEvents("shift", missed)).at(-1)?.payload["late_min"], 40);
  });

  describe("duty and shift are one", () => {
    type Step =
      | { at: string; duty: "on" | "break" | "off"; happened?: string }
      | { at: string; shift: "in" | "out" | "begin" | "end" };
    /** A shift from 08:00 to 12:00 UTC, one from 12:00 to 16:00: what is reported when, and what stands then. */
    const CASES: [
      string,
      Step[],
      { first: string; second?: string; duty: string; started?: string; ended?: string },
    ][] = [
      [
        "duty begins the shift",
        [{ at: "07:30", duty: "on" }],
        { first: "ON_DUTY", duty: "on", started: "07:30" },
      ],
      [
        "check-in begins the duty",
        [{ at: "08:05", shift: "in" }],
        { first: "ON_DUTY", duty: "on", started: "08:05" },
      ],
      ["late is late", [{ at: "09:00", duty: "on" }], { first: "ON_DUTY", duty: "on", started: "09:00" }],
      [
        "a report from before the start arrives after the driver was missed",
        [{ at: "10:00", duty: "on", happened: "07:55" }],
        { first: "ON_DUTY", duty: "on", started: "07:55" },
      ],
      [
        "a break of the duty is one of the shift",
        [
          { at: "08:00", duty: "on" },
          { at: "10:00", duty: "break" },
        ],
        { first: "ON_BREAK", duty: "break", started: "08:00" },
      ],
      [
        "a break of the shift is one of the duty",
        [
          { at: "08:00", duty: "on" },
          { at: "10:00", shift: "begin" },
        ],
        { first: "ON_BREAK", duty: "break" },
      ],
      [
        "and ends with it",
        [
          { at: "08:00", shift: "in" },
          { at: "10:00", duty: "break" },
          { at: "10:30", shift: "end" },
        ],
        { first: "ON_DUTY", duty: "on" },
      ],
      [
        "the end of the duty ends the shift",
        [
          { at: "08:00", shift: "in" },
          { at: "11:50", duty: "off" },
        ],
        { first: "ENDED", duty: "off", ended: "11:50" },
      ],
      [
        "the end of the shift ends the duty",
        [
          { at: "08:00", duty: "on" },
          { at: "11:50", shift: "out" },
        ],
        { first: "ENDED", duty: "off", ended: "11:50" },
      ],
      [
        "reports in the wrong order",
        [
          { at: "11:30", duty: "off", happened: "11:00" },
          { at: "11:31", duty: "on", happened: "08:00" },
        ],
        { first: "ENDED", duty: "off", started: "08:00", ended: "11:00" },
      ],
      [
        "who stays on duty works the next shift",
        [
          { at: "08:00", duty: "on" },
          { at: "12:15", duty: "on", happened: "08:00" },
        ],
        { first: "ENDED", second: "ON_DUTY", duty: "on", ended: "12:00" },
      ],
      [
        "too early is no begin",
        [{ at: "06:00:00", duty: "on", happened: "05:59" }],
        { first: "ASSIGNED", duty: "on" },
      ],
      [
        "on duty since before it could begin",
        [
          { at: "06:00:00", duty: "on", happened: "05:59" },
          { at: "08:20", duty: "break" },
        ],
        { first: "ON_BREAK", duty: "break", started: "08:00" },
      ],
      [
        "duty that ended before the shift",
        [
          { at: "06:30", duty: "off" },
          { at: "08:20", duty: "off" },
        ],
        { first: "NO_SHOW", duty: "off" },
      ],
    ];
    for (const [name, steps, expected] of CASES)
      test(name, async () => {
        const setup = await setUp();
        const ben = setup.drivers[1];
        assert(ben);
        const first = await createFleetShift(setup, at(0, 8, 12), { driver_id: ben.id });
        const second = await createFleetShift(setup, at(0, 12, 16), { driver_id: ben.id });
        const toTime = (time: string) => `2026-12-28T${time.length === 5 ? `${time}:00` : time}Z`;
        for (const step of steps) {
          service.setNow(toTime(step.at));
          await passTime(service, 0);
          if ("duty" in step) {
            const input = {
              state: step.duty,
              ...(step.happened ? { occurred_at: toTime(step.happened) } : {}),
            };
            await ben.person.call(setDuty, input);
          } else if (step.shift === "in") await ben.person.call(checkIn, { shift_id: first });
          else if (step.shift === "out") await ben.person.call(checkOut, { shift_id: first });
          else await ben.person.call(changeBreak, { shift_id: first, state: step.shift });
        }
        const readRow = (id: number) =>
          service.system.row<{ status: string; started_at: string | null; ended_at: string | null }>(
            "select status, started_at, ended_at from shift where id = $1",
            [id],
          );
        const row = await readRow(first);
        const driver = await service.system.row<{ duty: string }>("select duty from driver where id = $1", [
          ben.id,
        ]);
        const clock = (moment: string | null | undefined) =>
          moment ? new Date(moment).toISOString().slice(11, 16) : undefined;
        assert.deepEqual([row?.status, driver?.duty], [expected.first, expected.duty]);
        assert.equal((await readRow(second))?.status, expected.second ?? "ASSIGNED");
        if (expected.started) assert.equal(clock(row?.started_at), expected.started);
        if (expected.ended) assert.equal(clock(row?.ended_at), expected.ended);
        const open = (await listItems(setup.business)).filter(
          ({ kind, state }) => kind === "shift_no_show" && state === "open",
        );
        assert.equal(open.length, expected.first === "NO_SHOW" ? 1 : 0);
      });
  });

  describe("a driver who works is not missed", () => {
    interface Work {
      setup: Awaited<ReturnType<typeof setUp>>;
      ben: TestDriver;
      first: number;
      second: number;
      step: (call: Call) => Promise<unknown>;
    }
    type TestDriver = Awaited<ReturnType<typeof setUp>>["drivers"][number];
    type Call = (work: Work) => Promise<unknown>;
    /** A time of the day, `24:10` is ten past midnight of the next one. */
    const toTime = (time: string) => {
      const [hours = 0, minutes = 0] = time.split(":").map(Number);
      return new Date(Date.parse("2026-12-28T00:00:00Z") + (hours * 60 + minutes) * 60_000).toISOString();
    };
    type State = "on" | "break" | "off";
    const duty =
      (state: State, happened?: string): Call =>
      ({ ben }) =>
        ben.person.call(setDuty, { state, ...(happened ? { occurred_at: toTime(happened) } : {}) });
    /** What the phone kept while it had no connection. */
    const batch =
      (...reports: [State, string][]): Call =>
      ({ ben }) =>
        ben.person.call(sync, {
          device_id: "phone",
          items: reports.map(([state, happened], index) => ({
            seq: index + 1,
            type: "duty" as const,
            occurred_at: toTime(happened),
            body: { state },
          })),
        });
    const route =
      (happened: string, queued = false): Call =>
      async ({ ben, setup }) => {
        const admin = setup.business.as("client_admin");
        service.setNow(toTime("05:00"));
        const order = await setup.business.order();
        const created_route = await admin(createRoute, { driver_id: ben.id, order_ids: [order.id] });
        const { id: route_id } = created_route.route;
        await admin(releaseRoute, { route_id });
        return async () => {
          const occurred_at = toTime(happened);
          if (!queued) return ben.person.call(startRoute, { route_id, occurred_at });
          const items = [{ seq: 1, type: "route_start" as const, occurred_at, body: { route_id } }];
          return ben.person.call(sync, { device_id: "phone", items });
        };
      };
    const arrive =
      (who: "ben" | "ada" | "client_admin", which: "first" | "second" = "first"): Call =>
      (work) => {
        const shift_id = work[which];
        if (who === "client_admin") return work.setup.business.as(who)(checkIn, { shift_id });
        const person = who === "ben" ? work.ben.person : work.setup.drivers[0]?.person;
        assert(person);
        return person.call(checkIn, { shift_id });
      };
    /** Who went on duty two days before and never off again. */
    const onForgottenDuty =
      (then: Call = async () => undefined): Call =>
      async (work) => {
        await service.system.execute(
          "update driver set duty = 'on', duty_since = '2026-12-26T06:00:00Z' where id = $1",
          [work.ben.id],
        );
        return then(work);
      };
    const assign: Call = ({ setup, first, ben }) =>
      setup.business.as("client_admin")(assignShift, { shift_id: first, driver_id: ben.id });
    const move =
      (from: number, to: number): Call =>
      ({ setup, first }) =>
        setup.business.as("client_admin")(updateShift, { shift_id: first, ...at(0, from, to) });
    const online =
      (switched: string): Call =>
      async ({ setup, ben }) => {
        await service.system.execute("update driver set instant_deliver = true where id = $1", [ben.id]);
        const admin = setup.business.as("client_admin");
        const facts = {
          base_minor: 1,
          per_km_minor: 1,
          per_waiting_minute_minor: 1,
          free_waiting_minutes: 1,
        };
        await admin(setInstantFleet, { fleet_id: setup.fleet_id, ...facts, capacity: 1 });
        await admin(createInstantZone, { fleet_id: setup.fleet_id, name: "Zone", corners: CORNERS });
        return ben.person.call(goOnline, { at: toTime(switched) });
      };

    interface Case {
      name: string;
      /** Hours of the two shifts, 8 to 12 and 12 to 16 unless said otherwise. */
      hours?: [number, number, number, number];
      time_zone?: string;
      free?: true;
      steps: [string, Call][];
      first: [status: string, started: string | null, ended?: string];
      second?: [status: string, started: string | null, ended?: string];
      duty: State;
    }
    const MISSED = ["NO_SHOW", null] as const;
    const CASES: Case[] = [
      {
        name: "both shifts in a batch that arrives after both were missed",
        steps: [["16:30", batch(["on", "07:55"], ["break", "10:00"], ["on", "10:20"], ["off", "16:05"])]],
        first: ["ENDED", "07:55", "12:00"],
        second: ["ENDED", "12:00", "16:05"],
        duty: "off",
      },
      {
        name: "the begin alone arrives late, and the driver still works the second shift",
        steps: [
          ["12:30", batch(["on", "07:55"])],
          ["12:31", async () => undefined],
        ],
        first: ["ENDED", "07:55", "12:00"],
        second: ["ON_DUTY", "12:00"],
        duty: "on",
      },
      {
        name: "a late batch of the first shift alone says nothing of the second",
        steps: [["12:30", batch(["on", "07:55"], ["off", "11:50"])]],
        first: ["ENDED", "07:55", "11:50"],
        second: [...MISSED],
        duty: "off",
      },
      {
        name: "reports of both shifts in the wrong order",
        steps: [
          ["16:30", duty("off", "16:05")],
          ["16:31", duty("on", "07:55")],
        ],
        first: ["ENDED", "07:55", "12:00"],
        second: ["ENDED", "12:00", "16:05"],
        duty: "off",
      },
      {
        name: "a start of the route that the phone sends two hours late",
        steps: [["10:00", route("07:50", true)]],
        first: ["ON_DUTY", "07:50"],
        duty: "on",
      },
      {
        name: "a route started before the shift may begin, by a driver who forgot to go off duty two days ago",
        steps: [
          ["05:30", onForgottenDuty(route("05:30"))],
          ["08:20", async () => undefined],
        ],
        first: ["ON_DUTY", "08:00"],
        duty: "on",
      },
      {
        name: "duty that was forgotten two days ago is no work",
        steps: [
          ["05:30", onForgottenDuty()],
          ["08:20", async () => undefined],
        ],
        first: [...MISSED],
        duty: "on",
      },
      {
        name: "said again before the shift may begin, after it was forgotten two days ago",
        steps: [
          ["05:30", onForgottenDuty(duty("on"))],
          ["08:20", async () => undefined],
        ],
        first: ["ON_DUTY", "08:00"],
        duty: "on",
      },
      {
        name: "off before the planned start and on again",
        steps: [
          ["07:00", duty("on")],
          ["07:05", duty("off")],
          ["07:55", duty("on")],
        ],
        first: ["ON_DUTY", "07:55"],
        duty: "on",
      },
      {
        name: "off before the planned start, and never on again",
        steps: [
          ["07:00", duty("on")],
          ["07:05", duty("off")],
          ["08:20", async () => undefined],
        ],
        first: [...MISSED],
        duty: "off",
      },
      {
        name: "the captain's check-in of a driver who was missed",
        steps: [["08:40", arrive("ada")]],
        first: ["ON_DUTY", "08:40"],
        duty: "on",
      },
      {
        name: "the dispatcher's check-in to the second shift, on a duty of the first",
        steps: [
          ["08:00", duty("on")],
          ["12:01", arrive("client_admin", "second")],
        ],
        first: ["ENDED", "08:00", "12:01"],
        second: ["ON_DUTY", "12:01"],
        duty: "on",
      },
      {
        name: "given, after its start, to a driver who works already",
        free: true,
        steps: [
          ["07:00", duty("on")],
          ["08:30", assign],
          ["08:31", async () => undefined],
        ],
        first: ["ON_DUTY", "08:00"],
        duty: "on",
      },
      {
        name: "moved two hours earlier while its driver works",
        hours: [10, 14, 14, 18],
        steps: [
          ["07:30", duty("on")],
          ["07:31", move(8, 12)],
          ["08:20", async () => undefined],
        ],
        first: ["ON_DUTY", "08:00"],
        duty: "on",
      },
      {
        name: "a night whose driver comes after midnight",
        hours: [23, 29, 29, 31],
        steps: [["24:10", duty("on")]],
        first: ["ON_DUTY", "24:10"],
        duty: "on",
      },
      {
        name: "a night in another time zone, reported after it",
        hours: [14, 22, 22, 24],
        time_zone: "Asia/Tokyo",
        steps: [["22:10", batch(["on", "13:50"], ["off", "22:05"])]],
        first: ["ENDED", "13:50", "22:05"],
        duty: "off",
      },
      {
        name: "a rider who went online without a connection",
        steps: [["08:40", online("07:58")]],
        first: ["ON_DUTY", "07:58"],
        duty: "on",
      },
      {
        name: "an end of duty that arrives after the second shift was begun for its driver",
        steps: [
          ["07:55", duty("on")],
          ["12:16", async () => undefined],
          ["13:00", duty("off", "11:00")],
        ],
        first: ["ENDED", "07:55", "12:00"],
        second: [...MISSED],
        duty: "off",
      },
      {
        name: "an end of duty that arrives after the captain's check-in to the second shift",
        steps: [
          ["07:55", duty("on")],
          ["12:05", arrive("ada", "second")],
          ["13:00", duty("off", "11:00")],
        ],
        first: ["ENDED", "07:55", "12:05"],
        second: ["ON_DUTY", "12:05"],
        duty: "off",
      },
      {
        name: "the same batch twice",
        steps: [
          ["16:30", batch(["on", "07:55"], ["off", "16:05"])],
          ["16:31", batch(["on", "07:55"], ["off", "16:05"])],
        ],
        first: ["ENDED", "07:55", "12:00"],
        second: ["ENDED", "12:00", "16:05"],
        duty: "off",
      },
    ];
    for (const { name, hours = [8, 12, 12, 16], time_zone, free, steps, ...expected } of CASES)
      test(name, async () => {
        const setup = await setUp(time_zone === undefined ? {} : { time_zone });
        await setup.business.as("client_admin")(updateFleetSettings, { enforcement: "warn" });
        const ben = setup.drivers[1];
        assert(ben);
        await service.system.execute("update driver set duty = 'off' where id = $1", [ben.id]);
        const driver_id = ben.id;
        const [from_1, to_1, from_2, to_2] = hours as Required<Case>["hours"];
        const first = await createFleetShift(setup, at(0, from_1, to_1), free ? {} : { driver_id });
        const second = await createFleetShift(setup, at(0, from_2, to_2), { driver_id });
        const work = { setup, ben, first, second };
        for (const [time, call] of steps) {
          service.setNow(toTime(time));
          await passTime(service, 0);
          const later = await call(work as Work);
          if (typeof later === "function") {
            service.setNow(toTime(time));
            await later();
          }
          await passTime(service, 0);
        }
        const readState = async (id: number) => {
          const row = await service.system.row<Record<"status" | "started_at" | "ended_at", string | null>>(
            "select status, started_at, ended_at from shift where id = $1",
            [id],
          );
          const toClock = (moment: string | null | undefined) =>
            moment ? new Date(moment).toISOString() : null;
          return [row?.status, toClock(row?.started_at), toClock(row?.ended_at)];
        };
        const toExpected = ([status, started, ended]: Case["first"]) => [
          status,
          started === null ? null : toTime(started),
          ended === undefined ? null : toTime(ended),
        ];
        const driver = await service.system.row<{ duty: string }>("select duty from driver where id = $1", [
          ben.id,
        ]);
        assert.deepEqual(
          {
            first: await readState(first),
            second: (await readState(second)).slice(0, 3),
            duty: driver?.duty,
          },
          {
            first: toExpected(expected.first),
            second: expected.second ? toExpected(expected.second) : (await readState(second)).slice(0, 3),
            duty: expected.duty,
          },
        );
      });
  });
});
