/**
 * Gives entries their place in the log, many at once, and signs the root of the day anew.
 *
 * Here alone is a lock, which no call that issues a document waits for.
 */
import { sign } from "node:crypto";
import type { Db } from "#platform/db/db.ts";
import { formatRoot } from "#transparency-log/root.ts";
import {
  appendLeaves,
  buildKey,
  computeRoot,
  listRootPlaces,
  type ReadNode,
  type TreeNode,
} from "#transparency-log/tree.ts";
import type { Signer } from "../keys/signer.ts";

/** Entries of one transaction. */
export const BATCH_MAX = 5000;

/** The number of entries that were added. Called again while it is `BATCH_MAX`. In a transaction that sees every business. */
export async function appendPendingEntries(db: Db, signer: Signer, now: Date): Promise<number> {
  await db.execute("select pg_advisory_xact_lock(hashtext('document_log'))");
  const [pending, last] = await Promise.all([
    db.rows<{ leaf_hash: Buffer }>(
      `delete from document_log_pending where (business_id, id) in
         (select business_id, id from document_log_pending order by id limit $1 for update skip locked)
       returning leaf_hash`,
      [BATCH_MAX],
    ),
    db.row<{ date: string; tree_size: number }>(
      "select date::text, tree_size from document_log_root order by date desc limit 1",
    ),
  ]);
  const size = last?.tree_size ?? 0;
  // A clock that went back changes no root of a day that has ended.
  const today = now.toISOString().slice(0, 10);
  const date = last !== undefined && last.date > today ? last.date : today;
  if (size + pending.length === 0 || (pending.length === 0 && last?.date === date)) return 0;
  const hashes = new Map((await readRootNodes(db, size)).map((node) => [buildKey(node), node.hash]));
  const read: ReadNode = (place) => {
    const node_hash = hashes.get(buildKey(place));
    if (node_hash === undefined) throw new Error(`The log lacks the hash ${buildKey(place)}.`);
    return node_hash;
  };
  const added = appendLeaves(
    size,
    pending.map(({ leaf_hash }) => leaf_hash),
    read,
  );
  for (const node of added) hashes.set(buildKey(node), node.hash);
  await insertNodes(db, added);
  const tree_size = size + pending.length;
  const root = {
    issuer: signer.issuer,
    tree_size,
    root_hash: computeRoot(tree_size, read),
    signed_at: now.toISOString(),
    key_id: signer.key_id,
  };
  await db.execute(
    `insert into document_log_root (date, tree_size, root_hash, signed_at, key_id, signature) values ($1, $2, $3, $4, $5, $6)
     on conflict (date) do update set tree_size = excluded.tree_size, root_hash = excluded.root_hash,
       signed_at = excluded.signed_at, key_id = excluded.key_id, signature = excluded.signature`,
    [
      date,
      tree_size,
      root.root_hash,
      now,
      signer.key_id,
      sign(null, Buffer.from(formatRoot(root)), signer.private_key),
    ],
  );
  return pending.length;
}

const readRootNodes = (db: Db, size: number): Promise<TreeNode[]> => {
  const places = listRootPlaces(size);
  return db.rows<TreeNode>(
    `select n.level, n.index, n.hash from document_log_node n
       join unnest($1::int[], $2::bigint[]) as p (level, index) on p.level = n.level and p.index = n.index`,
    [places.map(({ level }) => level), places.map(({ index }) => index)],
  );
};

async function insertNodes(db: Db, nodes: readonly TreeNode[]): Promise<void> {
  await db.execute(
    "insert into document_log_node (level, index, hash) select * from unnest($1::int[], $2::bigint[], $3::bytea[])",
    [nodes.map(({ level }) => level), nodes.map(({ index }) => index), nodes.map(({ hash }) => hash)],
  );
}
