/**
 * Random sequences of facts and decisions of an order, in any order and at any times.
 *
 * `FOLD_RUNS=5000 FOLD_SEED=7 node --test src/domain/orders/orders/lifecycle/fold.test.ts` for the long run. A failure prints its seed
 * and its path; with both of them (`FOLD_PATH`) it can be reproduced.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { applyCommand, applyFact, assertFoldConsistent } from "#tests/support/orders.ts";
import { type TestBusiness, testService } from "#tests/support/service.ts";
import { commandOrdersBulk } from "../operations/command-orders-bulk.ts";
import { getOrderHistory } from "../operations/get-order-history.ts";
import { voidOrderEvent } from "../operations/void-order-event.ts";
import { type OrderCommand, TRANSITIONS } from "./status.ts";

const RUNS = Number(process.env["FOLD_RUNS"] ?? 150);
const SEED = Number(process.env["FOLD_SEED"] ?? 20_261_120);
const PATH = process.env["FOLD_PATH"];

const service = await testService();
// Makes failures reproducible: otherwise the duration of calls would decide the order of events.
service.freezeClock();

const FACTS: OrderCommand[] = [
  ...new Set(
    TRANSITIONS.filter((transition) => transition.physical && !transition.external).map(
      (transition) => transition.trigger,
    ),
  ),
];
const DECISIONS = ["hold", "release", "cancel", "start_return", "raise_exception", "reattempt"] as const;
const CUSTODIES = ["driver", "vehicle", "warehouse", "recipient"] as const;
const MINUTE_MS = 60_000;

interface Scan {
  trigger: OrderCommand;
  /** How long ago it happened according to the phone; undefined when the phone sends no time. */
  late_ms: number | undefined;
  to: (typeof CUSTODIES)[number];
}
type What = Scan | { decision: (typeof DECISIONS)[number] } | { takes_back: number };

/** Mostly minutes and seconds, and often the same millisecond as another event. */
const wait_ms = fc.oneof(
  fc.nat(3),
  fc.integer({ min: 1, max: 600 }).map((s) => s * 1000),
  fc.nat(10 * MINUTE_MS),
);
const late_ms = fc.oneof(
  { weight: 3, arbitrary: fc.constant(0) },
  fc.constant(undefined),
  fc.nat(5),
  fc.nat(60).map((minutes) => minutes * MINUTE_MS),
  fc.nat(60 * MINUTE_MS),
);
const what: fc.Arbitrary<What> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ trigger: fc.constantFrom(...FACTS), late_ms, to: fc.constantFrom(...CUSTODIES) }),
  },
  { weight: 3, arbitrary: fc.record({ decision: fc.constantFrom(...DECISIONS) }) },
  { weight: 1, arbitrary: fc.record({ takes_back: fc.nat(20) }) },
);
const steps = fc.array(fc.record({ wait_ms, what }), { minLength: 1, maxLength: 14 });

const at_once = (one: What): { wait_ms: number; what: What } => ({ wait_ms: 0, what: one });
const scan = (trigger: OrderCommand, late = 0): Scan => ({ trigger, late_ms: late, to: "warehouse" });
/** Regressions. */
const EXAMPLES: [boolean, { wait_ms: number; what: What }[]][] = [
  // Received before it was dispatched: the order stays AT_WAREHOUSE after the dispatch.
  [true, [at_once(scan("receive", MINUTE_MS))]],
  [true, [at_once(scan("receive", MINUTE_MS)), at_once({ takes_back: 2 })]],
  // Two events in the same millisecond.
  [false, [at_once({ decision: "raise_exception" }), at_once(scan("receive"))]],
  [true, [at_once(scan("fail")), { wait_ms: 3, what: scan("pick_up") }, at_once(scan("load", 3))]],
];

async function take(business: TestBusiness, order_id: number, one: What): Promise<string | null> {
  const admin = business.as("client_admin");
  if ("trigger" in one) {
    const { trigger, late_ms: ago, to } = one;
    const occurred_at =
      ago === undefined ? {} : { occurred_at: new Date(+service.now() - ago).toISOString() };
    return (await applyFact(business, order_id, { trigger, ...occurred_at, custody: { to, ref: null } }))
      .attention;
  }
  if ("decision" in one) {
    await admin(commandOrdersBulk, { order_ids: [order_id], activity: one.decision, reason: "x" });
    return null;
  }
  const { events } = await admin(getOrderHistory, { order_id });
  const { seq } = events[one.takes_back % events.length] as { seq: number };
  await admin(voidOrderEvent, { order_id, seq, reason: "x" }).catch((error) => {
    if (error.status !== 409) throw error;
  });
  return null;
}

test("row, fold and timeline agree", async () => {
  const seen_states = new Set<string>();
  await fc.assert(
    fc.asyncProperty(fc.boolean(), steps, async (is_dispatched, some) => {
      const business = await service.business();
      const order = await business.order();
      service.advance(1000);
      if (is_dispatched) await applyCommand(business, order.id, "dispatch");
      for (const step of some) {
        service.advance(step.wait_ms);
        const attention = await take(business, order.id, step.what);
        if (attention !== null) seen_states.add(attention);
      }
      await assertFoldConsistent(business);
      seen_states.add(await business.readStatus(order.id));
    }),
    { numRuns: RUNS, seed: SEED, examples: EXAMPLES, ...(PATH === undefined ? {} : { path: PATH }) },
  );
  if (PATH === undefined)
    assert.ok(seen_states.has("unexpected_fact") && seen_states.size > 10, [...seen_states].join());
});
