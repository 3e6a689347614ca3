import assert from "node:assert/strict";
import { test } from "node:test";
import {
  computePause,
  countUnsent,
  fillFiles,
  findNextAttempt,
  isForgotten,
  isNotable,
  listFiles,
  needsPerson,
  type QueuedItem,
  selectBatch,
} from "./items.ts";

const SIZES = { driver: 3, rider: 1, warehouse: 3 };
const item = (seq: number, facts: Partial<QueuedItem> = {}): QueuedItem => ({
  ...{ seq, channel: "driver", type: "stop_complete", subject: `stop/${seq}`, label: "", body: {} },
  ...{ occurred_at: "2026-11-24T08:00:00Z", state: "waiting", attempts: 0, not_before: 0 },
  ...{ refusal: null, answer: null, ...facts },
});
const select = (items: readonly QueuedItem[], now = 1000) =>
  selectBatch(items, now, SIZES).map(({ seq }) => seq);

test("a batch has the items of one channel in their order, as many as one request takes", () => {
  assert.deepEqual(select([item(3), item(1), item(2), item(4)]), [1, 2, 3]);
  assert.deepEqual(select([item(1), item(2, { channel: "rider" }), item(3)]), [1, 3]);
  assert.deepEqual(select([item(1, { channel: "rider" }), item(2, { channel: "rider" })]), [1]);
  assert.deepEqual(select([item(1, { state: "refused" }), item(2, { state: "noticed" }), item(3)]), [3]);
  assert.deepEqual(select([]), []);
});

test("an item that waits after a failure holds back what is later of its subject, and nothing else", () => {
  const held = item(1, { subject: "stop/9", not_before: 5000 });
  const later = item(2, { subject: "stop/9" });
  assert.deepEqual(select([held, later, item(3)]), [3]);
  assert.deepEqual(select([held, later, item(3)], 5000), [1, 2, 3]);
  assert.equal(findNextAttempt([held, item(4, { state: "refused" })]), 5000);
  assert.equal(findNextAttempt([item(4, { state: "refused" })]), undefined);
});

test("an item of another channel is not overtaken by what is later of its subject", () => {
  const mixed = [item(1), item(2, { channel: "rider", subject: "x" }), item(3, { subject: "x" })];
  assert.deepEqual(select(mixed), [1]);
});

test("pauses grow to a minute, and differ between devices", () => {
  assert.deepEqual(
    [1, 2, 3, 9].map((failures) => computePause(failures, 0.5)),
    [2000, 4000, 8000, 60_000],
  );
  assert.equal(computePause(1, 0), 1500);
});

test("files are found anywhere in a body, and get the ids of their uploads", () => {
  const body = {
    stop_id: 1,
    proofs: [
      { kind: "photo", file_id: { $file: "a" } },
      { kind: "pin", value: "1" },
    ],
  };
  assert.deepEqual(listFiles(body), ["a"]);
  assert.deepEqual(fillFiles(body, new Map([["a", 7]])), {
    stop_id: 1,
    proofs: [
      { kind: "photo", file_id: 7 },
      { kind: "pin", value: "1" },
    ],
  });
});

test("a person is told of results that are not what they expect", () => {
  const order = { attention: null };
  const isNotableAnswer = (type: string, answer: object, channel: QueuedItem["channel"] = "driver") =>
    isNotable({ channel, type }, { ...answer });
  assert.equal(isNotableAnswer("stop_complete", { stop_status: "DONE", orders: [order] }), false);
  assert.equal(isNotableAnswer("stop_complete", { stop_status: null, orders: [order] }), true);
  assert.equal(
    isNotableAnswer("stop_fail", { stop_status: "FAILED", orders: [{ attention: "late_fact_conflict" }] }),
    true,
  );
  assert.equal(isNotableAnswer("stop_arrive", { stop_status: null, orders: [order] }), false);
  assert.equal(isNotableAnswer("scan", { outcome: "accepted" }), false);
  assert.equal(isNotableAnswer("scan", { outcome: "wrong_route" }), true);
  assert.equal(isNotableAnswer("sort_scan", { outcome: "elsewhere" }, "warehouse"), false);
});

test("what was given up needs nobody, is not sent, and is listed for seven days", () => {
  const discarded = { reason: "Bea has it", at: "2026-11-24T08:00:00.000Z" };
  const given_up = item(1, { state: "discarded", discarded });
  assert.deepEqual(select([given_up, item(2)]), [2]);
  const at = (moment: string) => isForgotten(given_up, Date.parse(moment));
  assert.deepEqual([at("2026-12-01T08:00:00Z"), at("2026-12-01T08:00:01Z")], [false, true]);
  assert.equal(isForgotten(item(3, { state: "refused" }), Date.parse("2030-01-01")), false);
  const states = ["waiting", "refused", "noticed", "discarded"] as const;
  assert.deepEqual(
    states.map((state) => needsPerson({ state })),
    [false, true, true, false],
  );
});

test("what a driver's phone holds is counted by route, without what is being sent, decided or of others", () => {
  const of = (route_id: unknown) => ({ body: { route_id } });
  const items = [
    item(1, of(7)),
    item(2, of(7)),
    item(3, of(8)),
    item(4, { ...of(7), state: "refused" }),
    item(5, { ...of(7), state: "noticed" }),
    item(6, { ...of(7), state: "discarded" }),
    item(7, { ...of(7), channel: "rider" }),
    item(8, { ...of(7), channel: "warehouse" }),
    item(9, { subject: "duty" }),
    item(10, of("7")),
    item(11, { ...of(9), not_before: 9000 }),
  ];
  assert.deepEqual(countUnsent(items), [
    { route_id: 7, commands: 2 },
    { route_id: 8, commands: 1 },
    { route_id: 9, commands: 1 },
  ]);
  assert.deepEqual(countUnsent(items, [{ seq: 1 }, { seq: 3 }]), [
    { route_id: 7, commands: 1 },
    { route_id: 9, commands: 1 },
  ]);
  assert.deepEqual(countUnsent([], [{ seq: 1 }]), []);
  // A request with more would be refused, and what it brings with it.
  assert.equal(countUnsent(Array.from({ length: 60 }, (_, index) => item(index, of(index)))).length, 50);
});
