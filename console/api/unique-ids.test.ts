import assert from "node:assert/strict";
import { test } from "node:test";
import { withUniqueIds } from "./unique-ids.ts";

const blob = new Blob(["x"]);
for (const [name, input, expected] of [
  ["ids once, in their order", { order_ids: [3, 1, 3, 2, 1] }, { order_ids: [3, 1, 2] }],
  ["ids that are text", { stop_ids: ["7", "7"] }, { stop_ids: ["7"] }],
  ["nothing to do", { order_ids: [1, 2], route_id: null }, { order_ids: [1, 2], route_id: null }],
  ["an empty list", { order_ids: [] }, { order_ids: [] }],
  [
    "a list of something else",
    { quantities: [1, 1], tags: ["a", "a"] },
    { quantities: [1, 1], tags: ["a", "a"] },
  ],
  [
    "deeper",
    { routes: [{ order_ids: [1, 1] }, { order_ids: [1] }] },
    { routes: [{ order_ids: [1] }, { order_ids: [1] }] },
  ],
  [
    "in an object",
    { reconciliation: { accepted_order_ids: [4, 4] } },
    { reconciliation: { accepted_order_ids: [4] } },
  ],
  ["null", { order_ids: null }, { order_ids: null }],
  ["objects with that name", { pair_ids: [{ id: 1 }, { id: 1 }] }, { pair_ids: [{ id: 1 }, { id: 1 }] }],
  ["a file", { content: blob }, { content: blob }],
] as const)
  test(`sends ${name}`, () => assert.deepEqual(withUniqueIds(input), expected));

test("leaves what it was given as it was", () => {
  const input = { order_ids: [1, 1] };
  withUniqueIds(input);
  assert.deepEqual(input, { order_ids: [1, 1] });
});
