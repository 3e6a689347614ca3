import assert from "node:assert/strict";
import { test } from "node:test";
import { choose, type Followed, followList, mayAct, NOTHING_FOLLOWED, UNSEEN_MS } from "./follow-list.ts";

const at = (keys: string, chosen_key: string): Followed => ({
  keys: [...keys],
  chosen: chosen_key,
  moved_at: null,
});

for (const [name, before, after, chosen_key, is_moved] of [
  ["a list that appears", NOTHING_FOLLOWED, "abc", "a", true],
  ["nothing that changes", at("abc", "b"), "abc", "b", false],
  ["a new record above", at("abc", "b"), "xabc", "b", false],
  ["another order", at("abc", "b"), "cba", "b", false],
  ["the chosen one ends", at("abc", "b"), "ac", "c", true],
  ["the chosen one ends while a new one comes above", at("abc", "b"), "xac", "c", true],
  ["the chosen one and the next end", at("abcd", "b"), "ad", "d", true],
  ["the last one ends", at("abc", "c"), "ab", "b", true],
  ["all below end", at("abcd", "b"), "a", "a", true],
  ["all that were listed end", at("abc", "b"), "xy", "x", true],
  ["another one ends", at("abc", "b"), "ab", "b", false],
  ["everything ends", at("abc", "b"), "", null, false],
] as const)
  test(`what is chosen when: ${name}`, () => {
    const followed = followList(before, [...after], 1000);
    assert.equal(followed.chosen, chosen_key);
    assert.equal(followed.moved_at !== null, is_moved);
    assert.equal(followList(followed, [...after], 9000), followed, "the same list changes nothing");
  });

test("a key acts on what the person chose, and on nothing that was chosen by itself a moment ago", () => {
  const moved = followList(at("abc", "b"), ["a", "c"], 1000);
  for (const [state, now, expected] of [
    [at("abc", "b"), 1000, true],
    [moved, 1000, false],
    [moved, 1000 + UNSEEN_MS - 1, false],
    [moved, 1000 + UNSEEN_MS, true],
    [choose(moved, "a"), 1000, true],
    [followList(choose(moved, "a"), ["c"], 2000), 2000, false],
    [NOTHING_FOLLOWED, 9000, false],
    [followList(at("abc", "b"), ["x", "a", "b"], 1000), 1000, true],
  ] as const)
    assert.equal(mayAct(state, now), expected);
});
