import assert from "node:assert/strict";
import { existsSync, globSync, readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { createTimes } from "../../../parts/times.ts";
import { listActions } from "./actions.ts";
import type { Attention } from "./define-attention.ts";
import { describeWhy, nameItem } from "./why.ts";

const PAGES_FOLDER = path.join(import.meta.dirname, "../..");

/** By family: `orders/orders`. */
const families = new Map<string, Attention>();
for (const file of globSync("*/*/attention/attention.ts", { cwd: PAGES_FOLDER })) {
  const { attention } = (await import(pathToFileURL(path.join(PAGES_FOLDER, file)).href)) as {
    attention: Attention;
  };
  families.set(path.dirname(path.dirname(file)), attention);
}
const kinds: Attention = Object.assign({}, ...families.values());

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
    assert.match(describeWhy(kinds, { kind, facts, since }, say), expected, kind);
});

test("each family describes the kinds of exceptions that it declares, with a first step where it has pages", () => {
  const declared = new Map<string, string[]>();
  for (const file of globSync("src/domain/*/*/attention/*.ts")) {
    const [, family = ""] = /^src\/domain\/(\w+\/[\w-]+)/.exec(file.replaceAll(path.sep, "/")) ?? [];
    const names = [...readFileSync(file, "utf8").matchAll(/^ {2}kind: "(\w+)"/gm)].map(
      ([, kind = ""]) => kind,
    );
    declared.set(family, [...(declared.get(family) ?? []), ...names].sort());
  }
  const described = [...families].map(([family, names]) => [family, Object.keys(names).sort()] as const);
  assert.deepEqual(Object.fromEntries(described), Object.fromEntries(declared));
  for (const [family, kind] of [...declared].flatMap(([one, names]) =>
    names.map((kind) => [one, kind] as const),
  )) {
    const item = {
      kind,
      facts: { seq: 1, order_ids: [1] },
      order_id: 1,
      route_id: 1,
      subject_type: "driver",
      subject_id: 1,
    };
    assert.doesNotMatch(describeWhy(kinds, { kind, facts: {}, since }, say), /^Since /, kind);
    const has_pages = existsSync(path.join(PAGES_FOLDER, family, "manifest.ts"));
    assert.equal(listActions(kinds, item as never).length > 0, has_pages, kind);
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
  const words = describeWhy(kinds, item, { times: { moment: (at) => `<${at}>` }, currency: "EUR" });
  assert.match(words, /“delivered”.*contradicts this decision: “cancelled” of <2026-11-26T10:30:00.000Z>/);
  const actions = listActions(kinds, { ...item, order_id: 1, subject_type: "order", subject_id: 1 } as never);
  assert.deepEqual(
    actions.map((action) => (action.do === "call" ? action.operation : action.do)),
    ["open", "clientOrderVoidEvent"],
  );
});

test("an order that no rider took leads to the board of riders, though it has no driver", () => {
  const item = { kind: "no_rider", facts: {}, order_id: 1, subject_type: "order", subject_id: 1 };
  const pages = listActions(kinds, item as never).map((action) =>
    action.do === "open" ? action.page(item as never) : action.do,
  );
  assert.deepEqual(pages, [{ to: "/instant" }, ["order", 1]]);
});

test("what is about no order, route or driver is named as its family calls it, else by its kind of record", () => {
  const records = { order: null, route: null, driver: null };
  const fault = { kind: "locker_fault", records, subject_type: "locker_device", subject_id: 7 };
  assert.equal(nameItem(kinds, { ...fault, facts: { locker: "North hall" } } as never), "North hall");
  assert.equal(nameItem(kinds, { ...fault, facts: {} } as never), "Locker device 7");
  const parcel = { kind: "device_order_exception", records, subject_type: "device_order", subject_id: 7 };
  const facts = { locker: "North hall", compartment_code: "B07" };
  assert.equal(nameItem(kinds, { ...parcel, facts } as never), "North hall, B07");
});
