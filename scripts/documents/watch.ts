/** Compares the log of an installation with what was seen of it before: one look of `npm run watch-log`. */
import { verify } from "node:crypto";
import { formatEndorsement, importPublicKey } from "#signed-pdf/sign.ts";
import { compareRoots, type RootComparison } from "#transparency-log/monitor.ts";
import { formatRoot } from "#transparency-log/root.ts";
import type { PublishedKeys, PublishedProof } from "./verify-file.ts";

export type PublishedRoot = PublishedProof["root"];
type EndorsedKey = PublishedKeys["keys"][number] & { endorsement: string | null };

/** What is kept elsewhere: the keys and the root that were seen last. */
export interface LogSnapshot {
  keys: readonly EndorsedKey[];
  root: PublishedRoot | null;
}

export interface Log {
  readKeys(): Promise<{ keys: readonly EndorsedKey[] }>;
  /** Null of a log without entries. */
  readRoot(): Promise<PublishedRoot | null>;
  proveConsistency(from: number, to: number): Promise<readonly string[]>;
}

export type Finding =
  | { kind: "consistent"; snapshot: LogSnapshot }
  /** It has a key that none of those seen before has endorsed. */
  | { kind: "unknown_key"; key_id: string }
  | { kind: "bad_signature"; root: PublishedRoot }
  /** Both roots are signed: they are the evidence. */
  | { kind: Exclude<RootComparison, "consistent">; former: PublishedRoot; newer: PublishedRoot | null };

const hex = (text: string): Buffer => Buffer.from(text, "hex");
const toRoot = (root: PublishedRoot) => ({ ...root, root_hash: hex(root.root_hash) });

export async function look(log: Log, snapshot: LogSnapshot | null): Promise<Finding> {
  const [{ keys }, root] = await Promise.all([log.readKeys(), log.readRoot()]);
  const unknown = snapshot === null ? undefined : findUnendorsed(keys, snapshot.keys);
  if (unknown !== undefined) return { kind: "unknown_key", key_id: unknown };
  if (root === null)
    return snapshot?.root
      ? { kind: "shrunk", former: snapshot.root, newer: null }
      : { kind: "consistent", snapshot: { keys, root } };
  const key = keys.find(({ key_id }) => key_id === root.key_id);
  const is_signed =
    key !== undefined &&
    verify(
      null,
      Buffer.from(formatRoot(toRoot(root))),
      importPublicKey(hex(key.public_key)),
      hex(root.signature),
    );
  if (!is_signed) return { kind: "bad_signature", root };
  const former = snapshot?.root ?? null;
  if (former !== null) {
    const grew = former.tree_size < root.tree_size;
    const proof = grew ? await log.proveConsistency(former.tree_size, root.tree_size) : [];
    const comparison = compareRoots(toRoot(former), toRoot(root), proof.map(hex));
    if (comparison !== "consistent") return { kind: comparison, former, newer: root };
  }
  return { kind: "consistent", snapshot: { keys, root } };
}

/** The first key, from the oldest, that is not trusted and that no trusted one before it has endorsed. */
function findUnendorsed(
  keys: readonly EndorsedKey[],
  trusted_keys: readonly EndorsedKey[],
): string | undefined {
  const trusted = new Set(trusted_keys.map(({ public_key }) => public_key));
  for (const { key_id, public_key, endorsement } of keys.toReversed()) {
    if (trusted.has(public_key)) continue;
    const text = Buffer.from(formatEndorsement(hex(public_key)));
    const is_endorsed =
      endorsement !== null &&
      [...trusted].some((one) => verify(null, text, importPublicKey(hex(one)), hex(endorsement)));
    if (!is_endorsed) return key_id;
    trusted.add(public_key);
  }
  return undefined;
}
