import assert from "node:assert/strict";
import { test } from "node:test";
import {
  computePause,
  fillFiles,
  findNextAttempt,
  isNotable,
  listFiles,
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
  const told = (type: string, answer: object, channel: QueuedItem["channel"] = "driver") =>
    isNotable({ channel, type }, { ...answer });
  assert.equal(told("stop_complete", { stop_status: "DONE", orders: [order] }), false);
  assert.equal(told("stop_complete", { stop_status: null, orders: [order] }), true);
  assert.equal(
    told("stop_fail", { stop_status: "FAILED", orders: [{ attention: "late_fact_conflict" }] }),
    true,
  );
  assert.equal(told("stop_arrive", { stop_status: null, orders: [order] }), false);
  assert.equal(told("scan", { outcome: "accepted" }), false);
  assert.equal(told("scan", { outcome: "wrong_route" }), true);
  assert.equal(told("sort_scan", { outcome: "elsewhere" }, "warehouse"), false);
});
