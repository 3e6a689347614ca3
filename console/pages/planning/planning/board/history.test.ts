import assert from "node:assert/strict";
import { test } from "node:test";
import {
  EMPTY_HISTORY,
  type History,
  readUndoKey,
  record,
  recordRedo,
  recordUndo,
  type Step,
} from "./history.ts";

const step = (label: string): Step => ({ label, revert: async () => step(label) });
const labels = ({ done, undone }: History) =>
  [done, undone].map((list) => list.map(({ label }) => label).join(" "));

test("steps are undone from the last one, done again, and forgotten after something new", () => {
  let history = ["a", "b", "c"].reduce((before, label) => record(before, step(label)), EMPTY_HISTORY);
  history = recordUndo(recordUndo(history, step("c")), step("b"));
  assert.deepEqual(labels(history), ["a", "c b"]);
  history = recordRedo(history, step("b"));
  assert.deepEqual(labels(history), ["a b", "c"]);
  assert.deepEqual(labels(record(history, step("d"))), ["a b d", ""]);
});

test("only the last hundred steps are kept", () => {
  const history = Array.from({ length: 120 }, (_, n) => step(String(n))).reduce(record, EMPTY_HISTORY);
  assert.deepEqual([history.done.length, history.done[0]?.label], [100, "20"]);
});

test("Ctrl Z undoes, Ctrl Shift Z and Ctrl Y redo, with the command key too", () => {
  const key = (name: string, more = {}) =>
    readUndoKey({ key: name, ctrlKey: true, metaKey: false, shiftKey: false, ...more });
  assert.deepEqual(
    [key("z"), key("Z", { shiftKey: true }), key("y"), key("z", { ctrlKey: false, metaKey: true })],
    ["undo", "redo", "redo", "undo"],
  );
  assert.deepEqual([key("z", { ctrlKey: false }), key("a")], [null, null]);
});
