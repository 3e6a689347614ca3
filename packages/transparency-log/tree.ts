/**
 * The Merkle tree of RFC 9162, section 2: an append-only log of entries, whose root covers all of them in their order.
 *
 * Only the hashes of complete subtrees are kept, under their level and position: they never change, so a log is appended to by
 * inserting, and each proof reads a number of them that grows with the logarithm of the log.
 */
import { hash } from "node:crypto";

/** SHA-256, 32 bytes. */
export type Hash = Uint8Array;

/** Of the complete subtree over the leaves from `index * 2 ** level`, `2 ** level` of them. Level 0 are the leaves. */
export interface Place {
  level: number;
  index: number;
}
export interface TreeNode extends Place {
  hash: Hash;
}

/** Reads the hash of a complete subtree. */
export type ReadNode = (place: Place) => Hash;

const LEAF = Uint8Array.of(0);

const digest = (...parts: readonly Uint8Array[]): Hash => hash("sha256", Buffer.concat(parts), "buffer");

export const hashLeaf = (entry: Uint8Array): Hash => digest(LEAF, entry);
const node_bytes = Buffer.alloc(65, 1);

/** The bytes are reused: proofs hash hundreds of thousands of nodes. */
export function hashNode(before: Hash, after: Hash): Hash {
  node_bytes.set(before, 1);
  node_bytes.set(after, 33);
  return hash("sha256", node_bytes, "buffer");
}

/** Of the log without entries. */
export const EMPTY_ROOT: Hash = digest();

export const buildKey = ({ level, index }: Place): string => `${level}/${index}`;

/** The complete subtrees that a log of this size consists of, the largest first. */
export function listRootPlaces(size: number): Place[] {
  return listSubtrees(0, size);
}

/** The complete subtrees that the leaves from `begin` to before `end` consist of. `begin` is a multiple of the largest. */
function listSubtrees(begin: number, end: number): Place[] {
  const places: Place[] = [];
  for (let at = begin; at < end; ) {
    let [level, width] = [0, 1];
    while (at % (width * 2) === 0 && at + width * 2 <= end) [level, width] = [level + 1, width * 2];
    places.push({ level, index: at / width });
    at += width;
  }
  return places;
}

/** The hash over the leaves from `begin` to before `end`: that of `MTH` in section 2.1.1. */
function hashRange(begin: number, end: number, read: ReadNode): Hash {
  const hashes = listSubtrees(begin, end).map(read);
  return hashes.reduceRight((later, earlier) => hashNode(earlier, later));
}

export function computeRoot(size: number, read: ReadNode): Hash {
  return size === 0 ? EMPTY_ROOT : hashRange(0, size, read);
}

/** The complete subtrees that new leaves make, with their own. `read` is asked for those of `listRootPlaces(size)` alone. */
export function appendLeaves(size: number, leaf_hashes: readonly Hash[], read: ReadNode): TreeNode[] {
  const added: TreeNode[] = [];
  const open = listRootPlaces(size).map((place) => ({ ...place, hash: read(place) }));
  for (const [offset, leaf] of leaf_hashes.entries()) {
    let node: TreeNode = { level: 0, index: size + offset, hash: leaf };
    added.push(node);
    while (node.index % 2 === 1) {
      const sibling = open.pop();
      if (sibling === undefined) throw new Error("A complete subtree has no left neighbour.");
      node = { level: node.level + 1, index: (node.index - 1) / 2, hash: hashNode(sibling.hash, node.hash) };
      added.push(node);
    }
    open.push(node);
  }
  return added;
}

/** The largest power of two that is smaller than a number. */
function splitAt(count: number): number {
  let width = 1;
  while (width * 2 < count) width *= 2;
  return width;
}

type Range = readonly [begin: number, end: number];

/** Section 2.1.3.1: what is beside the way from a leaf to the root, from the leaf upwards. */
function listInclusionRanges(index: number, size: number): Range[] {
  const ranges: Range[] = [];
  for (let [begin, end] = [0, size]; end - begin > 1; ) {
    const middle = begin + splitAt(end - begin);
    if (index < middle) {
      ranges.unshift([middle, end]);
      end = middle;
    } else {
      ranges.unshift([begin, middle]);
      begin = middle;
    }
  }
  return ranges;
}

/** Section 2.1.4.1. */
function listConsistencyRanges(from: number, to: number): Range[] {
  const ranges: Range[] = [];
  let [begin, end] = [0, to];
  while (from !== end) {
    const middle = begin + splitAt(end - begin);
    if (from <= middle) {
      ranges.unshift([middle, end]);
      end = middle;
    } else {
      ranges.unshift([begin, middle]);
      begin = middle;
    }
  }
  // The former tree itself is known to who asks.
  return begin === 0 ? ranges : [[begin, end], ...ranges];
}

export class ProofError extends Error {}

function requireInclusion(index: number, size: number): void {
  if (!Number.isSafeInteger(index) || !Number.isSafeInteger(size) || index < 0 || index >= size)
    throw new ProofError(`A log of ${size} entries has no entry ${index}.`);
}

function requireConsistency(from: number, to: number): void {
  if (!Number.isSafeInteger(from) || !Number.isSafeInteger(to) || from < 1 || from > to)
    throw new ProofError(`A log of ${to} entries was never one of ${from}.`);
}

const listPlaces = (ranges: readonly Range[]): Place[] =>
  ranges.flatMap(([begin, end]) => listSubtrees(begin, end));

/** What `buildInclusionProof` reads. */
export function listInclusionPlaces(index: number, size: number): Place[] {
  requireInclusion(index, size);
  return listPlaces(listInclusionRanges(index, size));
}

/** That entry `index` is in the log of `size` entries. */
export function buildInclusionProof(index: number, size: number, read: ReadNode): Hash[] {
  requireInclusion(index, size);
  return listInclusionRanges(index, size).map(([begin, end]) => hashRange(begin, end, read));
}

/** What `buildConsistencyProof` reads. */
export function listConsistencyPlaces(from: number, to: number): Place[] {
  requireConsistency(from, to);
  return from === to ? [] : listPlaces(listConsistencyRanges(from, to));
}

/** That the log of `to` entries begins with that of `from`. */
export function buildConsistencyProof(from: number, to: number, read: ReadNode): Hash[] {
  requireConsistency(from, to);
  return from === to
    ? []
    : listConsistencyRanges(from, to).map(([begin, end]) => hashRange(begin, end, read));
}
