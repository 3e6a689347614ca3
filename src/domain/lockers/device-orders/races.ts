import assert from "node:assert/strict";
import { closed, endHolds, opened, openTestLocker, type TestLocker } from "#tests/support/lockers.ts";
import { type Course, defineInvariants, defineRaces } from "#tests/support/races.ts";

/** Each has a locker of its own, with the devices' signatures: fewer than races of rows. */
const TIMES = 3;

async function order(
  { admin }: Course,
  locker: TestLocker,
  more: Record<string, unknown> = {},
): Promise<number> {
  const created = await admin("deviceOrderCreate", {
    locker_id: locker.id,
    purpose: "delivery",
    size: "S",
    recipient: { email: "ana@example.com" },
    ...more,
  });
  return created.device_order_id;
}

const read = async ({ admin }: Course, device_order_id: number) =>
  (await admin("deviceOrder", { device_order_id })).device_order;
const putIn = (locker: TestLocker) => locker.tell(opened("A01", "deposit"), closed("A01", "FULL"));
const takeOut = (locker: TestLocker) => locker.tell(opened("A01", "collect"), closed("A01", "EMPTY"));

async function summarize(course: Course, locker: TestLocker, id: number): Promise<string> {
  const { state } = await read(course, id);
  return `${state} ${(await locker.compartment("A01")).status}`;
}

/** Repeats a race of a device order that is deposited, at a locker with one compartment. */
async function raceDeposited(
  course: Course,
  run: (locker: TestLocker, device_order_id: number, round: number) => Promise<void>,
): Promise<void> {
  for (let round = 0; round < TIMES; round += 1) {
    const locker = await openTestLocker(course.business, [["S"]], `Hall ${round}`);
    const device_order_id = await order(course, locker);
    await putIn(locker);
    await run(locker, device_order_id, round);
  }
}

export const races = defineRaces({
  "the last compartment for two device orders at once: one has it": async (course) => {
    const locker = await openTestLocker(course.business, [["S"]]);
    for (let round = 0; round < TIMES; round += 1) {
      const ids: number[] = [];
      const create = async () => {
        ids.push(await order(course, locker));
      };
      const outcomes = await course.race(round, create, create);
      assert.deepEqual(outcomes.toSorted(), ["done", "no_free_compartment"]);
      await course.admin("deviceOrderCancel", { device_order_id: ids[0] });
      await locker.confirm();
    }
  },

  "a deposit while its hold ends: the parcel is in, or the compartment waits for a check": async (course) => {
    for (let round = 0; round < TIMES; round += 1) {
      const locker = await openTestLocker(course.business, [["S"]], `Hall ${round}`);
      const device_order_id = await order(course, locker);
      await endHolds(locker);
      await course.race(
        round,
        () => putIn(locker),
        () => course.admin("lockerExpireSweep", { locker_id: locker.id }),
      );
      const outcome = await summarize(course, locker, device_order_id);
      assert.ok(["deposited OCCUPIED", "cancelled VERIFY"].includes(outcome), outcome);
    }
  },

  "a collection while it is extended or its code is issued anew: it is collected": async (course) => {
    await raceDeposited(course, async (locker, device_order_id, round) => {
      const until = new Date(course.service.now().getTime() + 5 * 86_400_000).toISOString();
      await course.race(
        round,
        () => takeOut(locker),
        () => course.admin("deviceOrderExtend", { device_order_id, until }),
        () => course.second("deviceOrderCodeReissue", { device_order_id }),
      );
      assert.equal(await summarize(course, locker, device_order_id), "collected FREE");
    });
  },
});

export const invariants = defineInvariants({
  "a device order says what its reservation says": (system, { id }) =>
    system.rows(
      `select o.id, o.step, r.status from device_order o
         join locker_reservation r on r.business_id = o.business_id and r.id = o.reservation_id
        where o.business_id = $1
          and ((o.step = 'expected' and r.status <> 'HELD') or (o.step in ('deposited', 'expired') and r.status <> 'IN_USE')
            or (o.step in ('collected', 'returned') and r.status <> 'ENDED'))`,
      [id],
    ),
});
