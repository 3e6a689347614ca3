/** What the log proves, as it is published: hashes in hexadecimal, of the root that was signed last or on a day. */
import Type, { type Static } from "typebox";
import type { SystemQueries } from "#operation/define/system-queries.ts";
import { formatRoot } from "#transparency-log/root.ts";
import {
  buildConsistencyProof,
  buildInclusionProof,
  buildKey,
  type Hash,
  listConsistencyPlaces,
  listInclusionPlaces,
  type Place,
  type ReadNode,
} from "#transparency-log/tree.ts";
import { CalendarDate } from "#vocabulary/basics.ts";
import { NoRef } from "#vocabulary/ref.ts";
import { deriveIssuer } from "../keys/signer.ts";
import type { RootRow } from "../system-queries.ts";

type Reader = {
  system_queries: Pick<SystemQueries, "listDocumentKeys" | "listLogNodes" | "findLogRoot" | "findLogIndex">;
};

const Sha256 = Type.String({ pattern: "^[0-9a-f]{64}$", description: "Hexadecimal." });
const TreeSize = Type.Integer({ minimum: 1, description: "Number of entries." });

export const SignedRoot = Type.Object(
  {
    issuer: Type.String({ description: "The first letters of each code." }),
    date: Type.String({ ...CalendarDate, description: "Day in UTC." }),
    tree_size: TreeSize,
    root_hash: Sha256,
    signed_at: Type.String({ format: "date-time" }),
    key_id: NoRef("the key that signed", Type.String()),
    signature: Type.String({ description: "Ed25519 over `signed_text`, hexadecimal." }),
    signed_text: Type.String(),
  },
  { $id: "SignedLogRoot" },
);

export const InclusionProof = Type.Object(
  {
    leaf_hash: Sha256,
    leaf_index: Type.Integer({ minimum: 0 }),
    hashes: Type.Array(Sha256, { description: "RFC 9162, section 2.1.3, from the entry upwards." }),
    root: SignedRoot,
  },
  { $id: "DocumentInclusionProof" },
);

const toHex = (hash: Hash): string => Buffer.from(hash).toString("hex");

export function presentRoot(
  { date, tree_size, root_hash, signed_at, key_id, signature }: RootRow,
  issuer: string,
): Static<typeof SignedRoot> {
  const root = { issuer, tree_size, root_hash, signed_at: new Date(signed_at).toISOString(), key_id };
  return {
    ...root,
    date,
    root_hash: toHex(root_hash),
    signature: toHex(signature),
    signed_text: formatRoot(root),
  };
}

/** Null while the entry has no place in the log: up to a minute after the document was issued. */
export async function findInclusionProof(
  { system_queries }: Reader,
  leaf_hash: Buffer,
): Promise<Static<typeof InclusionProof> | null> {
  const [keys, root, leaf_index] = await Promise.all([
    system_queries.listDocumentKeys(),
    system_queries.findLogRoot(),
    system_queries.findLogIndex(leaf_hash),
  ]);
  // Between two reads the log may grow: the entry is then in the next root.
  if (root === undefined || leaf_index === undefined || leaf_index >= root.tree_size) return null;
  const read = await readNodes(system_queries, listInclusionPlaces(leaf_index, root.tree_size));
  const hashes = buildInclusionProof(leaf_index, root.tree_size, read).map(toHex);
  return { leaf_hash: toHex(leaf_hash), leaf_index, hashes, root: presentRoot(root, deriveIssuer(keys)) };
}

export async function readConsistencyProof(
  { system_queries }: Reader,
  from: number,
  to: number,
): Promise<string[]> {
  const read = await readNodes(system_queries, listConsistencyPlaces(from, to));
  return buildConsistencyProof(from, to, read).map(toHex);
}

async function readNodes(
  system_queries: Pick<SystemQueries, "listLogNodes">,
  places: readonly Place[],
): Promise<ReadNode> {
  const nodes = places.length === 0 ? [] : await system_queries.listLogNodes(places);
  const hashes = new Map(nodes.map((node) => [buildKey(node), node.hash]));
  return (place) => {
    const node_hash = hashes.get(buildKey(place));
    if (node_hash === undefined) throw new Error(`The log lacks the hash ${buildKey(place)}.`);
    return node_hash;
  };
}
