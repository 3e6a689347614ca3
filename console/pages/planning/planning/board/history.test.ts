import assert from "node:assert/strict";
import { test } from "node:test";
import {
  decodeHistory,
  EMPTY_HISTORY,
  encodeHistory,
  findNext,
  findObstacle,
  type History,
  readUndoKey,
  record,
  recordRevert,
  type Step,
  skip,
} from "./history.ts";

const step = (change_id: number, to: Step["to"] = null, route_ids = [7]): Step => ({
  change_id,
  order_ids: [change_id],
  to,
  route_ids,
});
const recordAll = (...ids: number[]) => ids.map((id) => step(id)).reduce(record, EMPTY_HISTORY);
const ids = ({ done, undone }: History) =>
  [done, undone].map((list) => list.map(({ change_id }) => change_id));
const undo = (change_id: number) => (history: History) => recordRevert(history, "undo", change_id);
const redo = (change_id: number) => (history: History) => recordRevert(history, "redo", change_id);
const skipUndo = (history: History) => skip(history, "undo");
const skipRedo = (history: History) => skip(history, "redo");
const move =
  (change_id: number, ...route_ids: number[]) =>
  (history: History) =>
    record(history, step(change_id, null, route_ids));

for (const [what, acts, expected] of [
  ["nothing was done", [undo(9), redo(9)], [[], []]],
  ["one step is undone, by the change that does it again", [move(1), undo(2)], [[], [2]]],
  ["steps are undone from the last one", [move(1), move(2), undo(3), undo(4)], [[], [3, 4]]],
  ["the last undone one is done again", [move(1), move(2), undo(3), undo(4), redo(5)], [[5], [3]]],
  ["undone steps are forgotten after something new", [move(1), move(2), undo(3), move(4)], [[1, 4], []]],
  [
    "a skipped step is forgotten, and the one before is next",
    [move(1), move(2), skipUndo, undo(3)],
    [[], [3]],
  ],
  ["skipping leaves what is undone already", [move(1), move(2), move(3), undo(4), skipUndo], [[1], [4]]],
  ["an undone step is skipped", [move(1), move(2), undo(3), undo(4), skipRedo, redo(5)], [[5], []]],
  [
    "a skipped step takes earlier ones of its route along: they can only be undone after it",
    [move(1, 7), move(2, 8), move(3, 7), skipUndo],
    [[2], []],
  ],
  [
    "and those of routes that these changed, however far",
    [move(1, 9), move(2, 4), move(3, 8, 9), move(4, 7, 8), move(5, 7), skipUndo],
    [[2], []],
  ],
  [
    "what was done again later on its route is skipped with an undone step",
    [move(1, 7), move(2, 8), move(3, 7), undo(4), undo(5), undo(6), skipRedo],
    [[], [5]],
  ],
  ["the last step is skipped", [move(1), skipUndo, skipUndo, skipRedo], [[], []]],
] as const satisfies [string, ((history: History) => History)[], number[][]][])
  test(`history: ${what}`, () => {
    assert.deepEqual(ids(acts.reduce((history, act) => act(history), EMPTY_HISTORY)), expected);
  });

test("a step that was undone still says what it was", () => {
  const moved = step(1, { id: 7, name: "Ana" });
  const { change_id: _, ...next_change } = findNext(undo(2)(record(EMPTY_HISTORY, moved)), "redo") ?? step(0);
  assert.deepEqual(next_change, { order_ids: [1], to: { id: 7, name: "Ana" }, route_ids: [7] });
});

test("only the last hundred steps are kept", () => {
  const history = recordAll(...Array.from({ length: 120 }, (_, n) => n + 1));
  assert.deepEqual([history.done.length, history.done[0]?.change_id], [100, 21]);
});

test("an obstacle is what repeating does not end; everything else leaves the step as it was", () => {
  for (const [status, error_code, expected] of [
    [409, "CHANGED_SINCE", "changed"],
    [409, "INVALID_TRANSITION", "route_status"],
    [409, "ORDERS_REFUSED", "orders"],
    [404, "NOT_FOUND", "gone"],
    [0, "NETWORK_ERROR", null],
    [500, "INTERNAL_ERROR", null],
    [502, "HTTP_502", null],
    [503, "UNAVAILABLE", null],
    [429, "TOO_MANY", null],
    [401, "UNAUTHENTICATED", null],
    [403, "FORBIDDEN", null],
    [409, "constructor", null],
  ] as const)
    assert.equal(findObstacle({ status, error_code }), expected, error_code);
});

test("what is stored is read as it was, and anything else is nothing", () => {
  const history = undo(4)(record(recordAll(1, 2), step(3, { id: 5, name: "Ana" })));
  const stored_history = JSON.parse(JSON.stringify(encodeHistory(history)));
  assert.deepEqual(decodeHistory(stored_history), history);
  assert.equal(encodeHistory(EMPTY_HISTORY), undefined);
  const many = { ...stored_history, done: Array.from({ length: 150 }, (_, n) => step(n + 1)) };
  assert.deepEqual(decodeHistory(many).done.length, 100);
  const [one] = stored_history.done;
  for (const wrong of [
    undefined,
    null,
    "text",
    [],
    { ...stored_history, format: 0 },
    { ...stored_history, done: undefined },
    { ...stored_history, undone: {} },
    { ...stored_history, done: [null] },
    { ...stored_history, done: [{ ...one, change_id: "1" }] },
    { ...stored_history, done: [{ ...one, change_id: -1 }] },
    { ...stored_history, done: [{ ...one, order_ids: 5 }] },
    { ...stored_history, done: [{ ...one, route_ids: ["x"] }] },
    { ...stored_history, done: [{ ...one, to: undefined }] },
    { ...stored_history, done: [{ ...one, to: { id: 5 } }] },
  ])
    assert.equal(decodeHistory(wrong), EMPTY_HISTORY, JSON.stringify(wrong));
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
