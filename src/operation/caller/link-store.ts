/**
 * Stores links: who has the token of a link may call certain operations about one record. Operations of families call these
 * functions; they decide who may create, list and revoke links.
 */

import Type from "typebox";
import { hashToken } from "#platform/auth/secrets.ts";
import type { Db } from "#platform/db/db.ts";
import { Count, Nullable, StringEnum, Timestamp } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import type { Context } from "../define/context.ts";
import { addToDirectory } from "../records/directory.ts";
import { generateLinkToken } from "./link.ts";

export interface LinkedRecord {
  type: string;
  id: number | string;
}

/** Several records of one kind, such as the versions of a document. */
interface LinkedRecords {
  type: string;
  ids: readonly (number | string)[];
}

/** What the people of the business see of a link. */
export const LINK_MEMBERS = {
  state: StringEnum(["open", "expired", "revoked"]),
  note: Nullable(Type.String()),
  created_at: Timestamp,
  created_by: Nullable(Ref("account")),
  expires_at: Timestamp,
  revoked_at: Nullable(Timestamp),
  uses: Count,
  last_used_at: Nullable(Timestamp),
};

export function getLinkState(
  { revoked_at, expires_at }: Pick<StoredLink, "revoked_at" | "expires_at">,
  now: Date,
): "open" | "expired" | "revoked" {
  if (revoked_at !== null) return "revoked";
  return Date.parse(expires_at) <= now.getTime() ? "expired" : "open";
}

export interface StoredLink {
  id: number;
  subject_id: string;
  operations: string[];
  note: string | null;
  created_by: number | null;
  created_at: string;
  expires_at: string;
  revoked_at: string | null;
  uses: number;
  last_used_at: string | null;
}

const COLUMNS =
  "id, subject_id, operations, note, created_by, created_at, expires_at, revoked_at, uses, last_used_at";

type Writer = Pick<Context, "db" | "business_id" | "actor" | "now" | "emit">;

export interface NewLink {
  record: LinkedRecord;
  operations: readonly string[];
  note: string | null;
  expires_at: Date;
}

/** Stores a link. The token is returned here only; the database has its hash. */
export async function createLink(
  { db, business_id, actor, now, emit }: Writer,
  { record, operations, note, expires_at }: NewLink,
): Promise<{ token: string; link: StoredLink }> {
  const { token, token_hash } = generateLinkToken();
  const link = await db.row<StoredLink>(
    `insert into link (business_id, token_hash, subject_type, subject_id, operations, note, created_by, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning ${COLUMNS}`,
    [
      business_id,
      token_hash,
      record.type,
      String(record.id),
      operations,
      note,
      actor.account_id,
      now,
      expires_at,
    ],
  );
  if (link === undefined) throw new Error("A link that was inserted has a row.");
  await addToDirectory({ db, business_id }, "link", token_hash);
  emit({
    subject: { type: "link", id: link.id, is_new: true },
    kind: "link.created",
    payload: {
      subject_type: record.type,
      subject_id: String(record.id),
      operations,
      expires_at: link.expires_at,
    },
  });
  return { token, link };
}

/** The latest links to some records of a kind, newest first, whatever their state. */
export function listLinks(
  { db, business_id }: { db: Db; business_id: number },
  { type, ids }: LinkedRecords,
  limit: number,
): Promise<StoredLink[]> {
  return db.rows<StoredLink>(
    `select ${COLUMNS} from link where business_id = $1 and subject_type = $2 and subject_id = any($3::text[]) order by id desc limit $4`,
    [business_id, type, ids.map(String), limit],
  );
}

/** The link in force that has this token and is to a record of a kind, with the id of the record. */
export async function findOpenLink(
  { db, business_id, now }: Pick<Context, "db" | "business_id" | "now">,
  type: string,
  token: string,
): Promise<StoredLink | undefined> {
  return db.row<StoredLink>(
    `select ${COLUMNS} from link where business_id = $1 and token_hash = $2 and subject_type = $3 and revoked_at is null
       and expires_at > $4`,
    [business_id, hashToken(token), type, now],
  );
}

/** Whether a link to a record is in force. */
export async function isLinkOpen(
  { db, business_id, now }: Pick<Context, "db" | "business_id" | "now">,
  { type, id }: LinkedRecord,
  link_id: number,
): Promise<boolean> {
  const row = await db.row(
    `select id from link where business_id = $1 and id = $2 and subject_type = $3 and subject_id = $4 and revoked_at is null
       and expires_at > $5`,
    [business_id, link_id, type, String(id), now],
  );
  return row !== undefined;
}

/** Serialises links to one record until the end of the transaction, so that a limit of open links holds. */
export async function lockLinks(
  { db, business_id }: { db: Db; business_id: number },
  { type, id }: LinkedRecord,
): Promise<void> {
  await db.execute("select pg_advisory_xact_lock(hashtextextended($1, 0))", [
    `link/${business_id}/${type}/${id}`,
  ]);
}

/** How many links to a record are in force. */
export async function countOpenLinks(
  { db, business_id, now }: Pick<Context, "db" | "business_id" | "now">,
  { type, id }: LinkedRecord,
): Promise<number> {
  const row = await db.row<{ n: number }>(
    `select count(*) as n from link where business_id = $1 and subject_type = $2 and subject_id = $3 and revoked_at is null
       and expires_at > $4`,
    [business_id, type, String(id), now],
  );
  return row?.n ?? 0;
}

/** Ends a link at once, in every process. Undefined when these records have no such link; one that was revoked stays so. */
export async function revokeLink(
  { db, business_id, now, emit, clearCallerCache }: Writer & Pick<Context, "clearCallerCache">,
  { type, ids }: LinkedRecords,
  link_id: number,
): Promise<StoredLink | undefined> {
  const stored_link = await db.row<StoredLink>(
    `select ${COLUMNS} from link where business_id = $1 and subject_type = $2 and subject_id = any($3::text[]) and id = $4 for update`,
    [business_id, type, ids.map(String), link_id],
  );
  if (stored_link === undefined || stored_link.revoked_at !== null) return stored_link;
  await db.execute("update link set revoked_at = $3 where business_id = $1 and id = $2", [
    business_id,
    link_id,
    now,
  ]);
  emit({ subject: { type: "link", id: link_id }, kind: "link.revoked", payload: {} });
  clearCallerCache();
  return { ...stored_link, revoked_at: now.toISOString() };
}
