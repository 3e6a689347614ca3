/** Verifies proofs as RFC 9162 says (2.1.3.2, 2.1.4.2), with the roots alone: nothing is asked of the log. */
import { type Hash, hashNode } from "./tree.ts";

/** Half, rounded down. Shifts have 32 bits. */
const half = (count: number): number => Math.floor(count / 2);
const isOdd = (count: number): boolean => count % 2 === 1;

const isEqual = (one: Hash, other: Hash): boolean => Buffer.compare(one, other) === 0;

export interface InclusionClaim {
  leaf_hash: Hash;
  leaf_index: number;
  tree_size: number;
  root_hash: Hash;
  proof: readonly Hash[];
}

export function verifyInclusion({
  leaf_hash,
  leaf_index,
  tree_size,
  root_hash,
  proof,
}: InclusionClaim): boolean {
  if (!isIndex(leaf_index) || !isIndex(tree_size) || leaf_index >= tree_size) return false;
  let [node, last] = [leaf_index, tree_size - 1];
  let root = leaf_hash;
  for (const beside of proof) {
    if (last === 0) return false;
    if (isOdd(node) || node === last) {
      root = hashNode(beside, root);
      while (!isOdd(node) && node !== 0) [node, last] = [half(node), half(last)];
    } else root = hashNode(root, beside);
    [node, last] = [half(node), half(last)];
  }
  return last === 0 && isEqual(root, root_hash);
}

export interface ConsistencyClaim {
  from_size: number;
  from_root: Hash;
  to_size: number;
  to_root: Hash;
  proof: readonly Hash[];
}

/** Whether the larger log begins with the smaller one, entry by entry. */
export function verifyConsistency({
  from_size,
  from_root,
  to_size,
  to_root,
  proof,
}: ConsistencyClaim): boolean {
  if (!isIndex(from_size) || !isIndex(to_size) || from_size > to_size) return false;
  if (from_size === to_size) return proof.length === 0 && isEqual(from_root, to_root);
  // Every log begins with the empty one.
  if (from_size === 0) return proof.length === 0;
  let [node, last] = [from_size - 1, to_size - 1];
  while (isOdd(node)) [node, last] = [half(node), half(last)];
  // A former log that is one complete subtree is the first hash itself.
  const path = node === 0 ? [from_root, ...proof] : proof;
  const [first, ...more] = path;
  if (first === undefined) return false;
  let [from, to] = [first, first];
  for (const beside of more) {
    if (last === 0) return false;
    if (isOdd(node) || node === last) {
      from = hashNode(beside, from);
      to = hashNode(beside, to);
      while (!isOdd(node) && node !== 0) [node, last] = [half(node), half(last)];
    } else to = hashNode(to, beside);
    [node, last] = [half(node), half(last)];
  }
  return last === 0 && isEqual(from, from_root) && isEqual(to, to_root);
}

const isIndex = (value: number): boolean => Number.isSafeInteger(value) && value >= 0;
