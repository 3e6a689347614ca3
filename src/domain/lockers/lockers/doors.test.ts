/**
 * Doors tell the truth: the reference firmware and the decisions of the service, between people and everything that goes wrong.
 * `LOCKER_RUNS` sets how many runs (README.md, "Proof").
 */
import { test } from "node:test";
import fc from "fast-check";
import { buildHappening, happen } from "#locker-protocol/testing/happenings.ts";
import { LOCKER_ARBITRARIES, LOCKER_HAPPENINGS, LockerWorld } from "#tests/support/doors/locker-world.ts";

const RUNS = Number(process.env["LOCKER_RUNS"] ?? 15);
const STEPS = 200;

test("whatever is lost, repeated, late and cut: no compartment is granted twice or freed by itself, and every operation is in the log once", (context) => {
  const tally: Record<string, number> = {};
  fc.assert(
    fc.property(
      fc.double({ min: -400e-6, max: 400e-6, noNaN: true }),
      fc.constantFrom(12, 60, 60),
      fc.array(buildHappening(LOCKER_ARBITRARIES), { minLength: STEPS, maxLength: STEPS, size: "max" }),
      (drift, queue_size, happenings) => {
        const world = new LockerWorld({ drift, queue_size }).start();
        for (const one of happenings) happen(LOCKER_HAPPENINGS, world, one);
        world.settle();
        world.checkEnd();
        for (const [what, count] of Object.entries(world.tally)) tally[what] = (tally[what] ?? 0) + count;
      },
    ),
    { numRuns: RUNS },
  );
  context.diagnostic(JSON.stringify(tally));
});
