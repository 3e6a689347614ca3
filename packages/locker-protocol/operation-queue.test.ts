import assert from "node:assert/strict";
import { test } from "node:test";
import { buildChainStart } from "./chain.ts";
import {
  acknowledge,
  addOperation,
  buildPush,
  type OperationQueue,
  RESERVE,
  reportMissing,
} from "./operation-queue.ts";

const content = (action: string) => ({
  action,
  occurred_at: "2026-11-28T12:00:00.000Z",
  result: "ok" as const,
});

function fill(actions: readonly string[], size: number): OperationQueue {
  const empty: OperationQueue = { next_seq: 1, head: buildChainStart(7, 1), entries: [], lost: [], size };
  return actions.reduce((queue, action) => addOperation(queue, content(action)), empty);
}

const listSeqs = (queue: OperationQueue) => queue.entries.map(({ operation }) => operation.seq);
const listLost = (queue: OperationQueue) => queue.lost.map(({ from, to }) => [from, to]);

test("the oldest telemetry goes first, then faults; doors and codes stay beyond the size, up to the reserve", () => {
  const queue = fill(["door_opened", "battery", "fault", "temperature", "door_closed", "code_accepted"], 3);
  assert.deepEqual(listSeqs(queue), [1, 5, 6]);
  assert.deepEqual(listLost(queue), [[2, 4]]);
  const doors = fill(
    Array.from({ length: RESERVE + 5 }, () => "door_opened"),
    3,
  );
  assert.equal(doors.entries.length, 3 + RESERVE);
  assert.deepEqual(listLost(doors), [[RESERVE + 4, RESERVE + 5]]);
});

test("what is missing stays, and what is stored goes", () => {
  const queue = fill(["booted", "door_opened", "door_closed", "fault"], 10);
  const rest = acknowledge(queue, { received_to: 3, missing: [{ from: 2, to: 2 }] });
  assert.deepEqual(listSeqs(rest), [2, 4]);
  assert.equal(reportMissing(rest, [{ from: 2, to: 2 }]), rest);
});

test("what is missing and gone is lost, with the hash after it where the device knows it", () => {
  const queue = fill(["booted", "door_opened", "door_closed", "fault"], 10);
  const rest = acknowledge(queue, { received_to: 3, missing: [] });
  const reported = reportMissing(rest, [{ from: 1, to: 9 }]);
  assert.deepEqual(reported.lost, [{ from: 1, to: 3, head: queue.entries[3]!.previous }]);
  const gone = acknowledge(queue, { received_to: 4, missing: [] });
  assert.deepEqual(reportMissing(gone, [{ from: 2, to: 3 }]).lost, [{ from: 2, to: 3, head: undefined }]);
});

test("a push begins with the oldest, and its head is that after its last operation", () => {
  const queue = fill(
    Array.from({ length: 201 }, () => "door_opened"),
    300,
  );
  const push = buildPush(queue);
  assert.equal(push.operations.length, 200);
  assert.equal(push.queued, 201);
  assert.equal(push.head, queue.entries[200]!.previous);
  // What was lost after the last operation is not part of it.
  const full = fill(["door_opened", "door_closed", "temperature"], 2);
  assert.partialDeepStrictEqual(buildPush(full), { lost: [{ from: 3, to: 3 }] });
  assert.equal(buildPush(full).head, fill(["door_opened", "door_closed"], 2).head);
  assert.equal("head" in buildPush(acknowledge(full, { received_to: 2, missing: [] })), false);
});
