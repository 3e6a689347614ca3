/**
 * The decisions that `doors.test.ts` plays its runs with are those of the operations: the calls of a run once more, over HTTP and in
 * PostgreSQL, and after each what is stored. `LOCKER_REPLAYS` sets how many runs.
 */
import { test } from "node:test";
import fc from "fast-check";
import { buildHappening, happen } from "#locker-protocol/testing/happenings.ts";
import { LOCKER_ARBITRARIES, LOCKER_HAPPENINGS, LockerWorld } from "#tests/support/doors/locker-world.ts";
import { replay } from "#tests/support/doors/replay.ts";
import { testService } from "#tests/support/service.ts";

const service = await testService();
service.freezeClock();
const REPLAYS = Number(process.env["LOCKER_REPLAYS"] ?? 1);
const REPLAY_STEPS = 100;

test("the operations decide as the decisions do that the runs are played with: each call of a run, over HTTP", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(buildHappening(LOCKER_ARBITRARIES), {
        minLength: REPLAY_STEPS,
        maxLength: REPLAY_STEPS,
        size: "max",
      }),
      async (happenings) => {
        const world = new LockerWorld({ records: true }).start();
        for (const one of happenings) happen(LOCKER_HAPPENINGS, world, one);
        world.settle();
        await replay(await service.business(), world.calls ?? []);
      },
    ),
    { numRuns: REPLAYS, endOnFailure: true },
  );
});
