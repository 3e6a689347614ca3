import assert from "node:assert/strict";
import { test } from "node:test";
import { planClosing, type Undelivered } from "./closing.ts";

const row = (
  id: number,
  where: Undelivered["where"],
  next: Undelivered["next"],
  status = "FAILED_ATTEMPT",
) => ({
  order: { id, status: status as never, tracking_number: "", name: "", address: "" },
  where,
  next,
  date: id > 90 ? "2026-12-02" : "2026-12-01",
});

test("each undelivered order is received, returned, tried again or reported, and what is not back is accepted", () => {
  const { before, reconciliation, after } = planClosing(
    [
      row(1, "warehouse", "try_again"),
      row(91, "warehouse", "try_again"),
      row(2, "warehouse", "return"),
      row(3, "warehouse", "later"),
      row(4, "warehouse", "later", "AT_WAREHOUSE"),
      row(5, "driver", "try_again"),
      row(6, "driver", "later"),
      row(7, "lost", "later"),
    ],
    { cash_counted_minor: 500, note: " " },
  );
  const summarize = (commands: typeof before) =>
    commands.map(({ activity, order_ids, scheduled_date }) => [activity, order_ids, scheduled_date]);
  assert.deepEqual(summarize(before), [
    ["receive", [1, 91, 2, 3], undefined],
    ["reattempt", [5], "2026-12-01"],
    ["raise_exception", [7], undefined],
  ]);
  assert.deepEqual(reconciliation, { accepted_order_ids: [5, 6, 7], cash_counted_minor: 500 });
  assert.deepEqual(summarize(after), [
    ["reschedule", [1], "2026-12-01"],
    ["reschedule", [91], "2026-12-02"],
    ["start_return", [2], undefined],
  ]);
  assert.deepEqual(planClosing([], { cash_counted_minor: null, note: "" }), {
    before: [],
    reconciliation: {},
    after: [],
  });
});
