import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import {
  appendLeaves,
  buildConsistencyProof,
  buildInclusionProof,
  buildKey,
  computeRoot,
  EMPTY_ROOT,
  type Hash,
  hashLeaf,
  hashNode,
  listConsistencyPlaces,
  listInclusionPlaces,
  ProofError,
  type ReadNode,
} from "./tree.ts";
import { verifyConsistency, verifyInclusion } from "./verify.ts";

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");

/** A log in memory, appended to in batches. */
class Log {
  readonly nodes = new Map<string, Hash>();
  size = 0;

  readonly read: ReadNode = (place) => {
    const node_hash = this.nodes.get(buildKey(place));
    assert(node_hash !== undefined, `No node ${buildKey(place)}.`);
    return node_hash;
  };

  append(leaf_hashes: readonly Hash[]): this {
    for (const { hash, ...place } of appendLeaves(this.size, leaf_hashes, this.read)) {
      assert(!this.nodes.has(buildKey(place)), "a node was written twice");
      this.nodes.set(buildKey(place), hash);
    }
    this.size += leaf_hashes.length;
    return this;
  }

  root(size = this.size): Hash {
    return computeRoot(size, this.read);
  }
}

/** Entries and roots of Certificate Transparency's reference implementation of the same tree. */
const ENTRIES = [
  "",
  "00",
  "10",
  "2021",
  "3031",
  "40414243",
  "5051525354555657",
  "606162636465666768696a6b6c6d6e6f",
];
const ROOTS = [
  "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
  "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
  "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
  "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
  "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
  "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
  "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
  "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
  "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
];

const reference = new Log().append(ENTRIES.map((entry) => hashLeaf(Buffer.from(entry, "hex"))));

test("roots of every size are those of the reference implementation", () => {
  assert.equal(hex(EMPTY_ROOT), ROOTS[0]);
  for (const [size, root] of ROOTS.entries()) assert.equal(hex(reference.root(size)), root, `size ${size}`);
});

describe("RFC 9162, section 2.1.5: the example of seven entries", () => {
  const [d0, d1, d2, d3, d4, d5, d6] = Array.from({ length: 7 }, (_one, n) => Buffer.from(`d${n}`));
  const [a, b, c, d, e, f, j] = [d0, d1, d2, d3, d4, d5, d6].map((entry) => hashLeaf(entry!)) as [
    Hash,
    Hash,
    Hash,
    Hash,
    Hash,
    Hash,
    Hash,
  ];
  const [g, h, i] = [hashNode(a, b), hashNode(c, d), hashNode(e, f)];
  const [k, l] = [hashNode(g, h), hashNode(i, j)];
  const log = new Log().append([a, b, c, d, e, f, j]);

  test("its root", () => assert.equal(hex(log.root()), hex(hashNode(k, l))));

  for (const [index, path] of [
    [0, [b, h, l]],
    [3, [c, g, l]],
    [4, [f, j, k]],
    [6, [i, k]],
  ] as const)
    test(`the inclusion path of d${index}`, () =>
      assert.deepEqual(buildInclusionProof(index, 7, log.read).map(hex), path.map(hex)));

  for (const [from, path] of [
    [3, [c, d, g, l]],
    [4, [l]],
    [6, [i, j, k]],
  ] as const)
    test(`the consistency proof from ${from}`, () =>
      assert.deepEqual(buildConsistencyProof(from, 7, log.read).map(hex), path.map(hex)));
});

const digest = fc.uint8Array({ minLength: 32, maxLength: 32 });
const leaves = fc.array(digest, { minLength: 1, maxLength: 70 });

test("each entry of each size is proven, and only with its own index, size, root and path", () => {
  fc.assert(
    fc.property(leaves, fc.nat(), fc.nat(), (hashes, one, other) => {
      const log = new Log().append(hashes);
      const tree_size = (one % hashes.length) + 1;
      const leaf_index = other % tree_size;
      const proof = buildInclusionProof(leaf_index, tree_size, log.read);
      const claim = {
        leaf_hash: hashes[leaf_index]!,
        leaf_index,
        tree_size,
        root_hash: log.root(tree_size),
        proof,
      };
      assert.ok(verifyInclusion(claim));
      const changed = Uint8Array.from(claim.leaf_hash, (byte, at) => (at === 0 ? byte ^ 1 : byte));
      assert.ok(!verifyInclusion({ ...claim, leaf_hash: changed }));
      assert.ok(!verifyInclusion({ ...claim, root_hash: changed }));
      assert.ok(!verifyInclusion({ ...claim, proof: [...proof, changed] }));
      if (proof.length > 0) assert.ok(!verifyInclusion({ ...claim, proof: proof.slice(1) }));
      assert.ok(!verifyInclusion({ ...claim, leaf_index: tree_size }));
      const places = listInclusionPlaces(leaf_index, tree_size).map(buildKey);
      assert.equal(new Set(places).size, places.length);
    }),
    { numRuns: 300 },
  );
});

test("each size is proven to begin with each smaller one, and no other log is", () => {
  fc.assert(
    fc.property(leaves, fc.nat(), fc.nat(), (hashes, one, other) => {
      const log = new Log().append(hashes);
      const to_size = (one % hashes.length) + 1;
      const from_size = (other % to_size) + 1;
      const proof = buildConsistencyProof(from_size, to_size, log.read);
      const claim = { from_size, from_root: log.root(from_size), to_size, to_root: log.root(to_size), proof };
      assert.ok(verifyConsistency(claim));
      // The log with its first entry exchanged.
      const forged = new Log().append([hashLeaf(hashes[0]!), ...hashes.slice(1)]);
      assert.ok(!verifyConsistency({ ...claim, to_root: forged.root(to_size) }));
      assert.ok(
        !verifyConsistency({
          ...claim,
          to_root: forged.root(to_size),
          proof: buildConsistencyProof(from_size, to_size, forged.read),
        }),
      );
      assert.ok(!verifyConsistency({ ...claim, proof: [...proof, hashes[0]!] }));
      if (from_size < to_size) assert.ok(!verifyConsistency({ ...claim, proof: [] }));
    }),
    { numRuns: 300 },
  );
});

test("batches of any size make the same log", () => {
  fc.assert(
    fc.property(
      leaves,
      fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 20 }),
      (hashes, batches) => {
        const at_once = new Log().append(hashes);
        const log = new Log();
        for (let n = 0; log.size < hashes.length; n += 1)
          log.append(hashes.slice(log.size, log.size + batches[n % batches.length]!));
        assert.equal(hex(log.root()), hex(at_once.root()));
        assert.deepEqual([...log.nodes.keys()].sort(), [...at_once.nodes.keys()].sort());
      },
    ),
    { numRuns: 200 },
  );
});

test("two roots of one size with different hashes are never consistent", () => {
  const other = new Log().append(ENTRIES.toReversed().map((entry) => hashLeaf(Buffer.from(entry, "hex"))));
  const claim = { from_size: 8, from_root: reference.root(), to_size: 8, to_root: other.root(), proof: [] };
  assert.ok(!verifyConsistency(claim));
  assert.ok(verifyConsistency({ ...claim, to_root: reference.root() }));
});

test("proofs of entries and sizes that do not exist are refused", () => {
  for (const ask of [
    () => buildInclusionProof(8, 8, reference.read),
    () => buildInclusionProof(-1, 8, reference.read),
    () => buildConsistencyProof(0, 8, reference.read),
    () => listConsistencyPlaces(9, 8),
  ])
    assert.throws(ask, ProofError);
});
