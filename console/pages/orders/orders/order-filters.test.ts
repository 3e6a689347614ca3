import assert from "node:assert/strict";
import { test } from "node:test";
import { readOrderFilters, readSetFilters, toOrdersInput } from "./order-filters.ts";

test("an address keeps what is valid and drops the rest", () => {
  assert.deepEqual(
    readOrderFilters({
      status: ["HOLD", "NOPE", 3],
      type: "X",
      from: "2026-12-01",
      to: "tomorrow",
      on_route: "yes",
      customer_id: 1.5,
      is_at: 4,
      sort: "-scheduled_date",
      page: 1,
    }),
    { status: ["HOLD"], from: "2026-12-01", is_at: 4, sort: "-scheduled_date" },
  );
  assert.deepEqual(readOrderFilters({ sort: "price", page: -3, view: -1, q: "  " }), {});
  assert.deepEqual(readOrderFilters({ status: "HOLD", page: 7, q: "ana" }), {
    status: ["HOLD"],
    page: 7,
    q: "ana",
  });
});

test("sort order, view and place do not narrow the list", () => {
  const search = readOrderFilters({ type: "D", sort: "name", page: 4, view: 3, create: true });
  assert.deepEqual(readSetFilters(search), { type: "D" });
  const input = toOrdersInput(search);
  assert.deepEqual([input.type, input.sort, "page" in input], ["D", "name", false]);
});
