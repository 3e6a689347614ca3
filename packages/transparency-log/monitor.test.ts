import assert from "node:assert/strict";
import { test } from "node:test";
import { compareRoots } from "./monitor.ts";
import {
  appendLeaves,
  buildConsistencyProof,
  buildKey,
  computeRoot,
  type Hash,
  hashLeaf,
  type Place,
} from "./tree.ts";

function createLog(entries: readonly string[]) {
  const nodes = new Map<string, Hash>();
  const read = (place: Place) => nodes.get(buildKey(place))!;
  const hashes = entries.map((entry) => hashLeaf(Buffer.from(entry)));
  for (const node of appendLeaves(0, hashes, read)) nodes.set(buildKey(node), node.hash);
  const root = (tree_size: number) => ({
    issuer: "K7Q2M",
    tree_size,
    root_hash: computeRoot(tree_size, read),
    signed_at: "2026-11-29T10:00:00.000Z",
  });
  return { root, prove: (from: number, to: number) => buildConsistencyProof(from, to, read) };
}

const log = createLog(["a", "b", "c", "d", "e"]);
const rewritten = createLog(["a", "x", "c", "d", "e"]);

test("a log that grew is consistent with its former root", () => {
  assert.equal(compareRoots(log.root(3), log.root(5), log.prove(3, 5)), "consistent");
  assert.equal(compareRoots(log.root(5), log.root(5), []), "consistent");
});

test("two roots of one size with different hashes show a fork, whatever is proven", () => {
  assert.equal(compareRoots(log.root(5), rewritten.root(5), rewritten.prove(3, 5)), "forked");
  assert.equal(compareRoots(log.root(1), createLog(["x"]).root(1), []), "forked");
});

test("a log whose former entries were changed has no proof", () => {
  assert.equal(compareRoots(log.root(3), rewritten.root(5), rewritten.prove(3, 5)), "inconsistent");
  assert.equal(compareRoots(log.root(3), rewritten.root(5), log.prove(3, 5)), "inconsistent");
  assert.equal(compareRoots(log.root(3), log.root(5), []), "inconsistent");
});

test("a log that became smaller, and one of another issuer, are told", () => {
  assert.equal(compareRoots(log.root(5), log.root(3), log.prove(3, 5)), "shrunk");
  assert.equal(compareRoots(log.root(3), { ...log.root(5), issuer: "ZZZZZ" }, log.prove(3, 5)), "other_log");
});
