import assert from "node:assert/strict";
import { test } from "node:test";
import type { CustomerOrder } from "../queries.ts";
import { findNextDecision, listDecisions } from "./decisions.ts";
import { findScanned } from "./scan.ts";

const order = (facts: Partial<CustomerOrder>) =>
  ({ packages: [], is_priced: true, remaining_minor: 0, ...facts }) as unknown as CustomerOrder;
const received = {
  received_at: "2026-11-23T10:00:00Z",
  measured_at: null,
} as CustomerOrder["packages"][number];

for (const [name, facts, price_changes, expected] of [
  [
    "an order without a price is priced",
    { can_quote: true, can_confirm: false, is_priced: false },
    false,
    "quote",
  ],
  [
    "one that was priced waits for its payment",
    { can_quote: true, can_confirm: true, remaining_minor: 500 },
    false,
    null,
  ],
  [
    "one whose prices are hidden is confirmed",
    { can_confirm: true, remaining_minor: 500, prices_hidden_from_customer: true },
    false,
    "confirm",
  ],
  [
    "packages are received before others are measured",
    { can_receive: true, can_measure: true, packages: [received] },
    false,
    "receive",
  ],
  [
    "what was received is measured",
    { can_measure: true, can_process: true, packages: [received] },
    false,
    "measure",
  ],
  [
    "measures that change the price lead to a new price",
    { can_measure: true, can_reprice: true, can_process: true },
    true,
    "reprice",
  ],
  [
    "measures that do not are followed by the preparation",
    { can_measure: true, can_reprice: true, can_process: true },
    false,
    "process",
  ],
  [
    "what is hidden is settled before shipping",
    { can_ship: true, can_settle: true, remaining_minor: 5 },
    false,
    "settle",
  ],
  ["an interrupted order is resumed first", { can_resolve: true, can_refund: true }, false, "resolve"],
  ["a refund is never the next thing", { can_refund: true, can_cancel: true }, false, null],
] as const satisfies readonly [string, Partial<CustomerOrder>, boolean, string | null][])
  test(name, () => assert.equal(findNextDecision(order(facts), price_changes), expected));

test("only what the service allows is listed", () => {
  assert.deepEqual(listDecisions(order({ can_cancel: true, can_ship: true, can_refund: false })), [
    "ship",
    "cancel",
  ]);
});

test("a scanned number is the next package of the order, or the one that it names", () => {
  const expected = [
    { id: 11, seq: 1 },
    { id: 13, seq: 3 },
  ];
  const scan = (typed: string, scanned: readonly number[] = []) =>
    findScanned(typed, "PH123", expected, new Map(scanned.map((id) => [id, {}])))?.id ?? null;
  assert.equal(scan(" ph123 "), 11);
  assert.equal(scan("PH123", [11]), 13);
  assert.equal(scan("PH123", [11, 13]), null);
  assert.equal(scan("PH123-3"), 13);
  assert.equal(scan("3"), 13);
  // The second was received before.
  assert.equal(scan("PH123-2"), null);
  assert.equal(scan("PH1233"), null);
  assert.equal(scan("PH999-3"), null);
});
