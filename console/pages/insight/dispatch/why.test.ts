import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { createTimes } from "../../../parts/times.ts";
import { listActions } from "./actions.ts";
import { describeWhy } from "./why.ts";

const say = { times: createTimes("Europe/Lisbon"), currency: "EUR" };
const since = "2026-01-05T09:00:00Z";

test("facts of each kind are one sentence, and an unknown kind says since when", () => {
  for (const [kind, facts, expected] of [
    [
      "attempt_undecided",
      { attempts: 2, reason: "recipient_absent", failed_at: since },
      /^Attempt 2 failed, recipient absent, .*Nobody has decided/,
    ],
    ["order_unplanned", { scheduled_date: "2026-01-05" }, /^Scheduled for Mon 5 Jan/],
    [
      "cash_difference",
      { cash_expected_minor: 12000, cash_counted_minor: 10000 },
      /€120.00 expected, €100.00 counted: €20.00 missing/,
    ],
    [
      "cod_mismatch",
      { expected_minor: 1000, collected_minor: 1500, currency: "EUR" },
      /€15.00 collected: €5.00 too much/,
    ],
    [
      "delivery_unproven",
      { missing_proofs: ["photo", "pin"], cash_outstanding_minor: 0, currency: "EUR" },
      /^Not sent: Photo, PIN\.$/,
    ],
    [
      "delivery_unproven",
      { missing_proofs: [], cash_outstanding_minor: 5000, currency: "BRL" },
      /^R\$50\.00 to be collected, and not reported as collected\.$/,
    ],
    ["shift_no_show", { starts_at: since }, /^The shift was to begin at .*has not begun/],
    ["pin_locked", { tries: 5 }, /wrong 5 times/],
    ["vehicle_unsafe", { unsafe_defects: 1 }, /^1 unsafe defect in/],
    ["something_new", {}, /^Since /],
  ] as const)
    assert.match(describeWhy({ kind, facts, since }, say), expected, kind);
});

test("every kind of item has a sentence of its own, and a first step", () => {
  const files = globSync("src/domain/*/*/attention/*.ts");
  const kinds = files.flatMap((file) => [...readFileSync(file, "utf8").matchAll(/^ {2}kind: "(\w+)"/gm)]);
  assert.ok(kinds.length > 20, String(kinds.length));
  for (const [, kind = ""] of kinds) {
    assert.doesNotMatch(describeWhy({ kind, facts: {}, since }, say), /^Since /, kind);
    const item = {
      kind,
      facts: { seq: 1, order_ids: [1] },
      order_id: 1,
      route_id: 1,
      subject_type: "driver",
      subject_id: 1,
    };
    assert.ok(listActions(item as never).length > 0, kind);
  }
});

test("a late report names the decision that it contradicts, and voiding it is not the first action", () => {
  const facts = {
    trigger: "complete",
    occurred_at: "2026-11-26T10:00:00.000Z",
    seq: 9,
    undone: [{ trigger: "cancel", at: "2026-11-26T10:30:00.000Z", seq: 8 }],
  };
  const item = { kind: "late_fact_conflict", facts, since: "2026-11-26T10:40:00.000Z" };
  const words = describeWhy(item, { times: { moment: (at) => `<${at}>` }, currency: "EUR" });
  assert.match(words, /“delivered”.*contradicts this decision: “cancelled” of <2026-11-26T10:30:00.000Z>/);
  const actions = listActions({ ...item, order_id: 1, subject_type: "order", subject_id: 1 } as never);
  assert.deepEqual(
    actions.map((action) => (action.do === "call" ? action.call : action.do)),
    ["open", "void_event"],
  );
});

test("an order that no rider took leads to the board of riders, though it has no driver", () => {
  const item = { kind: "no_rider", facts: {}, order_id: 1, subject_type: "order", subject_id: 1 };
  const pages = listActions(item as never).map((action) => (action.do === "open" ? action.page : action.do));
  assert.deepEqual(pages, ["instant", "order"]);
});
