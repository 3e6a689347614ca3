import assert from "node:assert/strict";
import { test } from "node:test";
import { type Change, isStale, type Shown } from "./changes.ts";

const change = (event_type: string, subject: string, related: Change["related"] = {}): Change => {
  const [subject_type = "", subject_id = ""] = subject.split(" ");
  return { event_type, subject_type, subject_id, related };
};

const held = change("order.held", "order 5", { route: [7] });
const done = change("stop.completed", "stop 9", { route: [7], order: [5, 6], driver: [3] });
const moved = change("driver.position", "driver 3", { route: [7] });

for (const [shown, changes, stale] of [
  [["order"], [held], true],
  [["order"], [done], false],
  [["route", "stop"], [done], true],
  [[{ order: 5 }], [held], true],
  [[{ order: 6 }], [held], false],
  [[{ order: 6 }], [held, done], true],
  [[{ route: 7 }], [held], true],
  [[{ route: 8 }], [held, done], false],
  [["driver"], [moved], false],
  [[{ route: 7 }], [moved], false],
  [[{ driver: 3 }], [moved], false],
  [["position"], [moved], true],
  [[{ position: 3 }], [moved], true],
  [[{ position: 4 }], [moved], false],
  [[], [held], false],
] as const satisfies [readonly Shown[], Change[], boolean][])
  test(`${JSON.stringify(shown)} is ${stale ? "" : "not "}stale after ${changes.map(({ event_type }) => event_type)}`, () => {
    assert.equal(isStale(shown, changes), stale);
  });

test("a query that shows nothing of the business is never stale", () => {
  assert.equal(isStale(undefined, [held]), false);
});
