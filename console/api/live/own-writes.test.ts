import assert from "node:assert/strict";
import { test } from "node:test";
import { computeRefetchDelay, createFetchTimes, createWriteLog } from "./own-writes.ts";

test("own changes are known from their answer on, others from when they arrive", () => {
  const tab_writes = createWriteLog();
  tab_writes.add("mine", 100);
  assert.equal(tab_writes.findFreshSince("mine", 250), 100);
  assert.equal(tab_writes.findFreshSince("theirs", 250), 250);
  assert.equal(tab_writes.findFreshSince(undefined, 250), 250);
  tab_writes.add("late", 300);
  assert.equal(tab_writes.findFreshSince("late", 250), 250, "the push was earlier than the answer");
  for (let index = 0; index < 200; index += 1) tab_writes.add(`r${index}`, 400);
  assert.equal(tab_writes.findFreshSince("mine", 500), 500, "forgotten");
});

test("data include a change when they were asked for after it, and have arrived or are on their way", () => {
  const times = createFetchTimes();
  const query = {};
  assert.equal(times.includes(query, 0, false), false);
  times.recordStart(query, 120);
  assert.equal(times.includes(query, 100, true), true);
  assert.equal(times.includes(query, 130, true), false);
  assert.equal(times.includes(query, 100, false), false, "the request failed");
  times.recordSuccess(query);
  assert.equal(times.includes(query, 100, false), true);
  times.recordStart(query, 200);
  assert.equal(times.includes(query, 150, false), false, "a later request failed");
});

test("a page makes at most two requests a second while changes keep coming, however many queries it has", () => {
  for (const [requests, took_ms, in_ten_s] of [
    [1, 10, 7],
    [2, 10, 14],
    [5, 10, 20],
    [12, 30, 20],
    [13, 5, 20],
    [40, 30, 20],
    [12, 2000, 15],
    [1, 5000, 1],
  ] as const) {
    const rest_ms = computeRefetchDelay(took_ms, requests);
    const request_rate = (requests * 10_000) / (rest_ms + took_ms);
    assert.ok(
      request_rate <= in_ten_s,
      `${requests} requests, ${took_ms} ms: ${request_rate} in ten seconds`,
    );
  }
});
