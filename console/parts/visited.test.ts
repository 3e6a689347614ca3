import assert from "node:assert/strict";
import { test } from "node:test";
import { isPinned, NOTHING, PINS, parseVisited, RECENTS, recordVisit, togglePin } from "./visited.ts";

const page = (id: number, title = `Order ${id}`) => ({ pathname: `/orders/${id}`, title });
const many = (count: number) => Array.from({ length: count }, (_, id) => page(id));

test("the last page opened is first, and each is listed once, with its last title", () => {
  const visited = [page(1), page(2), page(1, "Ana")].reduce(recordVisit, NOTHING);
  assert.deepEqual(visited.recent, [page(1, "Ana"), page(2)]);
  assert.equal(many(RECENTS + 5).reduce(recordVisit, NOTHING).recent.length, RECENTS);
});

test("a pin stays in its place, takes the new title of its page, and goes when it is pressed again", () => {
  const pinned = [page(1), page(2)].reduce(togglePin, NOTHING);
  assert.deepEqual(recordVisit(pinned, page(1, "Ana")).pinned, [page(1, "Ana"), page(2)]);
  assert.deepEqual(togglePin(pinned, page(1)).pinned, [page(2)]);
  const full = many(PINS + 1).reduce(togglePin, NOTHING);
  assert.equal(full.pinned.length, PINS);
  assert.equal(isPinned(full, "/orders/0"), false);
});

test("what was stored in another form is dropped", () => {
  const visited = recordVisit(togglePin(NOTHING, page(1)), page(2));
  assert.deepEqual(parseVisited(JSON.stringify(visited)), visited);
  for (const text of [
    null,
    "",
    "[]",
    "null",
    "{",
    '{"pinned":1,"recent":[null,1,{"pathname":"x","title":"y"}]}',
  ])
    assert.deepEqual(parseVisited(text), NOTHING, text ?? "null");
});
