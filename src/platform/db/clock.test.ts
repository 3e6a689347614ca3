import assert from "node:assert/strict";
import { after, test } from "node:test";
import { openTestDatabase } from "#tests/support/database.ts";
import { SKEW_WARNING_S, watchClock } from "./clock.ts";
import { connect } from "./connect.ts";

const database = await openTestDatabase();
const pools = connect({ config: database.config, onError: () => {} });
after(async () => {
  await pools.end();
  await database.drop();
});

test("a warning is logged when the clock is ahead of or behind PostgreSQL's, and none when they agree", async () => {
  for (const [behind_s, warns] of [
    [0, false],
    [3600, true],
    [-3600, true],
  ] as const) {
    const warned: number[] = [];
    const clock = watchClock(
      pools.system,
      (skew_s) => warned.push(skew_s),
      () => Date.now() - behind_s * 1000,
    );
    assert.equal(clock.skew(), undefined);
    await clock.measure();
    clock.stop();
    assert(Math.abs((clock.skew() ?? Number.NaN) - behind_s) < SKEW_WARNING_S, String(clock.skew()));
    assert.equal(warned.length, warns ? 1 : 0);
  }
});
