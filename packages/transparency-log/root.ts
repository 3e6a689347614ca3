/** The root of a log at a size, as its owner signs it. */
import type { Hash } from "./tree.ts";

export interface LogRoot {
  /** Whose log it is. */
  issuer: string;
  tree_size: number;
  root_hash: Hash;
  /** ISO 8601. */
  signed_at: string;
  key_id: string;
}

/** What is signed, in UTF-8. */
export const formatRoot = ({ issuer, tree_size, root_hash, signed_at, key_id }: LogRoot): string =>
  `packhorse-log 1\nissuer ${issuer}\nsize ${tree_size}\nroot ${Buffer.from(root_hash).toString("hex")}\nsigned ${signed_at}\nkey ${key_id}\n`;
