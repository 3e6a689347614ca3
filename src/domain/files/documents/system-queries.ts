/**
 * What is of the installation and not of one business: the keys that documents are signed with, and their log; and the document of a
 * hash or code, which who checks it names without a business.
 */
import { defineSystemQueries } from "#operation/define/system-queries.ts";
import { hashToken } from "#platform/auth/secrets.ts";
import type { Place, TreeNode } from "#transparency-log/tree.ts";

export interface KeyRow {
  ordinal: number;
  key_id: string;
  public_key: Buffer;
  private_key_sealed: string;
  endorsement: Buffer | null;
  created_at: string;
}

/** A version of a document, with what anybody who has it may know. */
export interface CheckedVersion {
  business_id: number;
  document_id: number;
  kind: string;
  version: number;
  current_version: number;
  code: string | null;
  content_hash: string | null;
  leaf_hash: Buffer | null;
  pages: number;
  issued_at: string;
  /** When the next version was issued. */
  superseded_at: string | null;
  revoked_at: string | null;
}

export interface RootRow {
  /** `YYYY-MM-DD`, UTC. */
  date: string;
  tree_size: number;
  root_hash: Buffer;
  signed_at: string;
  key_id: string;
  signature: Buffer;
}

interface DocumentQueries {
  /** The newest first. */
  listDocumentKeys(): Promise<KeyRow[]>;
  /** Nothing happens where another process has added this key of the sequence. */
  addDocumentKey(key: Omit<KeyRow, "created_at"> & { created_at: Date }): Promise<void>;
  /** `sha256` in hexadecimal. */
  findVersionByHash(sha256: string): Promise<CheckedVersion | undefined>;
  findVersionByCode(code: string): Promise<CheckedVersion | undefined>;
  countDocumentCheck(version: CheckedVersion, verdict: string, now: Date): Promise<void>;
  /** The last root of a day, or of all. */
  findLogRoot(date?: string): Promise<RootRow | undefined>;
  findLogIndex(leaf_hash: Buffer): Promise<number | undefined>;
  listLogNodes(places: readonly Place[]): Promise<TreeNode[]>;
}

declare module "#operation/define/system-queries.ts" {
  interface SystemQueries extends DocumentQueries {}
}

const COLUMNS = `d.business_id, d.id as document_id, d.kind, v.version, d.version as current_version, v.code,
  v.content_hash, v.leaf_hash, v.pages, v.issued_at, v.revoked_at,
  (select n.issued_at from document_version n where n.business_id = v.business_id and n.document_id = v.document_id and n.version = v.version + 1) as superseded_at`;
const FROM = `from directory_entry e
  join document_version v on v.business_id = e.business_id
  join document d on d.business_id = v.business_id and d.id = v.document_id
 where e.kind = 'document_version' and e.value_hash = $1`;

export const systemQueries = defineSystemQueries<DocumentQueries>(({ db }) => ({
  listDocumentKeys: () => db.rows<KeyRow>("select * from document_key order by ordinal desc"),

  async addDocumentKey({ ordinal, key_id, public_key, private_key_sealed, endorsement, created_at }) {
    await db.execute(
      `insert into document_key (ordinal, key_id, public_key, private_key_sealed, endorsement, created_at)
       values ($1, $2, $3, $4, $5, $6) on conflict do nothing`,
      [ordinal, key_id, public_key, private_key_sealed, endorsement, created_at],
    );
  },

  findVersionByHash: (sha256) =>
    db.row<CheckedVersion>(`select ${COLUMNS} ${FROM} and v.sha256 = $2 order by v.version desc limit 1`, [
      Buffer.from(sha256, "hex"),
      sha256,
    ]),

  findVersionByCode: (code) =>
    db.row<CheckedVersion>(`select ${COLUMNS} ${FROM} and v.code = $2`, [hashToken(code), code]),

  async countDocumentCheck({ business_id, document_id, version }, verdict, now) {
    await db.execute(
      `insert into document_check as c (business_id, document_id, version, date, verdict, count)
       values ($1, $2, $3, $4, $5, 1)
       on conflict (business_id, document_id, version, date, verdict) do update set count = c.count + 1`,
      [business_id, document_id, version, now.toISOString().slice(0, 10), verdict],
    );
  },

  findLogRoot: (date) =>
    db.row<RootRow>(
      `select date::text, tree_size, root_hash, signed_at, key_id, signature from document_log_root
        where $1::date is null or date = $1::date order by date desc limit 1`,
      [date ?? null],
    ),

  async findLogIndex(leaf_hash) {
    const row = await db.row<{ index: number }>(
      "select index from document_log_node where level = 0 and hash = $1 order by index limit 1",
      [leaf_hash],
    );
    return row?.index;
  },

  listLogNodes: (places) =>
    db.rows<TreeNode>(
      `select n.level, n.index, n.hash from document_log_node n
         join unnest($1::int[], $2::bigint[]) as p (level, index) on p.level = n.level and p.index = n.index`,
      [places.map(({ level }) => level), places.map(({ index }) => index)],
    ),
}));
