/**
 * What a copy of former roots, kept elsewhere, says of a newer one. A log that shows different people different entries, or removes
 * one, must sign two roots that do not fit together: who keeps both can prove it.
 */
import type { LogRoot } from "./root.ts";
import type { Hash } from "./tree.ts";
import { verifyConsistency } from "./verify.ts";

type Root = Pick<LogRoot, "issuer" | "tree_size" | "root_hash" | "signed_at">;

export type RootComparison =
  /** The newer log begins with the former one. */
  | "consistent"
  /** Two roots of one size with different hashes: the log was forked or rewritten. */
  | "forked"
  /** The newer log does not begin with the former one, or its owner cannot prove it. */
  | "inconsistent"
  /** The newer root is of a smaller log than one that was signed before it. */
  | "shrunk"
  | "other_log";

/** `proof`: that of RFC 9162, section 2.1.4, from the smaller to the larger size. Both roots were signed by the owner of the log. */
export function compareRoots(former: Root, newer: Root, proof: readonly Hash[]): RootComparison {
  if (former.issuer !== newer.issuer) return "other_log";
  if (former.tree_size === newer.tree_size)
    return Buffer.compare(former.root_hash, newer.root_hash) === 0 ? "consistent" : "forked";
  if (former.tree_size > newer.tree_size) return "shrunk";
  return verifyConsistency({
    from_size: former.tree_size,
    from_root: former.root_hash,
    to_size: newer.tree_size,
    to_root: newer.root_hash,
    proof,
  })
    ? "consistent"
    : "inconsistent";
}
