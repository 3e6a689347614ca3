import assert from "node:assert/strict";
import { test } from "node:test";
import {
  buildMessageId,
  decideHealth,
  decideNextStep,
  type EndpointHealth,
  isRecovery,
  listPatterns,
  type Outcome,
} from "./rules.ts";

const AT = new Date("2026-11-23T10:00:00Z");
const later = (seconds: number) => new Date(AT.getTime() + seconds * 1000);
const failure = (more: Partial<Outcome> = {}): Outcome => ({
  at: AT,
  status: 500,
  error: "http_error",
  retry_after_s: null,
  ...more,
});
const success = (at = AT): Outcome => ({ at, status: 204, error: null, retry_after_s: null });
const health = (more: Partial<EndpointHealth> = {}): EndpointHealth => ({
  state: "ACTIVE",
  disabled_reason: null,
  failures: 0,
  failing_since: null,
  pause_until: null,
  ...more,
});

test("a delivery is tried eight times, and not again after 410", () => {
  const waits = Array.from({ length: 8 }, (_none, index) => {
    const { state, next_at } = decideNextStep(failure(), index + 1);
    return next_at === null ? state : (next_at.getTime() - AT.getTime()) / 1000;
  });
  assert.deepEqual(waits, [5, 300, 1800, 7200, 18_000, 36_000, 36_000, "EXHAUSTED"]);
  assert.deepEqual(decideNextStep(success(), 1), { state: "DELIVERED", next_at: null });
  assert.equal(decideNextStep(failure({ status: 410, error: "gone" }), 1).state, "EXHAUSTED");
});

test("Retry-After delays an attempt, brings none forward, and has a bound", () => {
  const wait_s = (retry_after_s: number, attempts: number) =>
    ((decideNextStep(failure({ retry_after_s }), attempts).next_at?.getTime() ?? 0) - AT.getTime()) / 1000;
  assert.deepEqual([wait_s(60, 1), wait_s(60, 2), wait_s(999_999, 1)], [60, 300, 36_000]);
});

test("an endpoint is failing after five minutes, disabled after five days, and well after one success", () => {
  const since = { failing_since: AT, failures: 1 };
  assert.equal(decideHealth(health(since), [failure({ at: later(299) })]).state, "ACTIVE");
  const failing = decideHealth(health(since), [failure({ at: later(300) })]);
  assert.partialDeepStrictEqual(failing, { state: "FAILING", failures: 2, failing_since: AT });
  const five_days = 5 * 86_400;
  assert.equal(decideHealth(failing, [failure({ at: later(five_days - 1) })]).state, "FAILING");
  assert.partialDeepStrictEqual(decideHealth(failing, [failure({ at: later(five_days) })]), {
    state: "DISABLED",
    disabled_reason: "failing",
  });
  const recovered = decideHealth(failing, [success()]);
  assert.deepEqual(recovered, health());
  assert.ok(isRecovery(failing, recovered));
  assert.ok(!isRecovery(health({ failures: 3 }), recovered));
  assert.partialDeepStrictEqual(decideHealth(health(), [failure({ error: "gone" }), success()]), {
    state: "DISABLED",
    disabled_reason: "gone",
  });
});

test("after twenty failures in a row it is held back, longer each time, up to five minutes", () => {
  let now = health({ failures: 18 });
  const pauses: number[] = [];
  let at = AT;
  for (let round = 0; round < 10; round += 1) {
    now = decideHealth(now, [failure({ at })]);
    const until = now.pause_until ?? at;
    pauses.push((until.getTime() - at.getTime()) / 1000);
    at = until;
  }
  assert.deepEqual(pauses, [0, 5, 10, 20, 40, 80, 160, 300, 300, 300]);
  const held = health({ failures: 20, failing_since: AT, pause_until: later(5) });
  assert.deepEqual(decideHealth(held, [failure({ at: later(4) })]), held, "it was under way already");
  const rate_limit_outcome = failure({ error: "rate_limited", status: 429, retry_after_s: 30 });
  assert.deepEqual(decideHealth(health(), [rate_limit_outcome]).pause_until, later(30));
});

test("a type is wanted by its name, by its aggregate and by all; its id has no dot", () => {
  assert.deepEqual(listPatterns("order.held"), ["order.held", "order.*", "*"]);
  assert.equal(buildMessageId(7, "order.status_changed"), "evt_7_order-status_changed");
});
