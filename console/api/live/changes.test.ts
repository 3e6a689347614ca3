import assert from "node:assert/strict";
import { test } from "node:test";
import { type Change, countRequests, isStale, listShownRecords, type ShownRecord } from "./changes.ts";

const change = (event_type: string, subject: string, related: Change["related"] = {}): Change => {
  const [subject_type = "", subject_id = ""] = subject.split(" ");
  return { event_type, subject_type, subject_id, related };
};

const held = change("order.held", "order 5", { route: [7] });
const completion = change("stop.completed", "stop 9", { route: [7], order: [5, 6], driver: [3] });
const moved = change("driver.position", "driver 3", { route: [7] });

for (const [subjects, changes, stale] of [
  [["order"], [held], true],
  [["order"], [completion], false],
  [["route", "stop"], [completion], true],
  [[{ order: 5 }], [held], true],
  [[{ order: 6 }], [held], false],
  [[{ order: 6 }], [held, completion], true],
  [[{ route: 7 }], [held], true],
  [[{ route: 8 }], [held, completion], false],
  [["driver"], [moved], false],
  [[{ route: 7 }], [moved], false],
  [[{ driver: 3 }], [moved], false],
  [["position"], [moved], true],
  [[{ position: 3 }], [moved], true],
  [[{ position: 4 }], [moved], false],
  [[], [held], false],
] as const satisfies [readonly ShownRecord[], Change[], boolean][])
  test(`${JSON.stringify(subjects)} is ${stale ? "" : "not "}stale after ${changes.map(({ event_type }) => event_type)}`, () => {
    assert.equal(isStale(subjects, changes), stale);
  });

test("a query that shows nothing of the business is never stale", () => {
  assert.equal(isStale(undefined, [held]), false);
});

test("a query may show what its data name, and nothing else", () => {
  const live = (data: { ids: number[] } | undefined) => [
    "driver",
    ...(data?.ids ?? []).map((order) => ({ order })),
  ];
  assert.equal(isStale(listShownRecords(live, undefined), [held]), false);
  assert.equal(isStale(listShownRecords(live, { ids: [6] }), [held]), false);
  assert.equal(isStale(listShownRecords(live, { ids: [5, 6] }), [held]), true);
  assert.equal(isStale(listShownRecords(["order"], undefined), [held]), true);
  assert.equal(listShownRecords(undefined, {}), undefined);
});

test("a query counts as the requests that it takes: one, its pages, or what it says itself", () => {
  const byTotal = ({ total }: { total: number }) => Math.ceil(total / 200);
  for (const [requests, data, expected] of [
    [undefined, undefined, 1],
    [undefined, { orders: [] }, 1],
    [undefined, null, 1],
    [undefined, { pages: [1, 2, 3] }, 1],
    [undefined, { pages: [1, 2, 3], pageParams: [1, 2, 3] }, 3],
    [undefined, { pages: [], pageParams: [] }, 1],
    [byTotal, undefined, 1],
    [byTotal, { total: 900 }, 5],
  ] as const)
    assert.equal(countRequests(requests, data), expected, JSON.stringify(data));
});
