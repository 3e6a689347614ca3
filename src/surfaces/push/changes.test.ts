import assert from "node:assert/strict";
import { test } from "node:test";
import type { LoggedEvent } from "#platform/db/event-log.ts";
import type { Scope } from "#vocabulary/scopes.ts";
import { buildChangesMessage, createChangeCollector, findRelated, type ScopedChange } from "./changes.ts";

for (const [payload, related] of [
  [{}, {}],
  [
    { order_ids: [3, 1, 3], driver_id: 7, number: "R-1" },
    { order: [1, 3], driver: [7] },
  ],
  [{ driver_id: 2, former_driver_id: 1 }, { driver: [1, 2] }],
  [{ route_id: null, state: { route_id: 5, status: "PLANNED" } }, { route: [5] }],
  [{ kind: "late", subject_type: "order", subject_id: 9 }, { order: [9] }],
  [{ tracking_event_id: "01J", id: 4, paid: 1 }, {}],
] as const)
  test(`an event with ${JSON.stringify(payload)} names ${JSON.stringify(related)}`, () => {
    assert.deepEqual(findRelated(payload), related);
  });

test("a message lists the changes without their scope, and none of them when there are too many", () => {
  const change = (id: number): ScopedChange => ({
    event_type: "order.created",
    subject_type: "order",
    subject_id: String(id),
    related: {},
    request_id: "r1",
    scope: "orders:read" as Scope,
  });
  const parse = (count: number) =>
    JSON.parse(buildChangesMessage(Array.from({ length: count }, (_, index) => change(index))).toString());
  assert.deepEqual(parse(1), {
    complete: true,
    changes: [
      { event_type: "order.created", subject_type: "order", subject_id: "0", related: {}, request_id: "r1" },
    ],
  });
  assert.equal(parse(500).changes.length, 500);
  assert.deepEqual(parse(501), { complete: false, changes: [] });
});

test("a change names the request that made it, unless a job made it", async () => {
  const { promise, resolve } = Promise.withResolvers<ScopedChange[]>();
  const collector = createChangeCollector((_business_id, changes) => resolve(changes));
  const event = {
    business_id: 1,
    kind: "order.held",
    subject_type: "order",
    correlation_id: "r1",
    payload: {},
  };
  for (const [index, surface] of ["rest", "job"].entries())
    collector.add({ ...event, subject_id: String(index), surface } as LoggedEvent, "orders:read" as Scope);
  assert.deepEqual(
    (await promise).map(({ subject_id, request_id }) => [subject_id, request_id]),
    [
      ["0", "r1"],
      ["1", undefined],
    ],
  );
});
