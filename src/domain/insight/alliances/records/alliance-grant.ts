/** Grants: what a business lets a member of an alliance read and use, how it is written, and how each side sees it. */
import type { Context } from "#operation/define/context.ts";
import { defineRecord, type Row } from "#operation/define/record.ts";
import type { Db } from "#platform/db/db.ts";
import { computeGrantState, endScopes, expandMask, isLimited } from "../rules.ts";
import type { GrantFilters, GrantScope, MaskableField } from "../shapes.ts";
import type { MemberState } from "./alliance-member.ts";

interface GrantRow extends Row<"alliance_grant"> {
  /** Empty once it is revoked. */
  scopes: GrantScope[];
  ended_scopes: GrantScope[];
  filters: GrantFilters;
  fields_masked: MaskableField[];
}

const GrantRecord = defineRecord<"alliance_grant", GrantRow>("alliance_grant");

/** Of `alliance_grants()`: a grant, and what decides whether it is in force. */
export interface GrantBetween extends Omit<GrantRow, "business_id" | "to_business_id"> {
  alliance_name: string;
  grantor_id: number;
  grantor_code: string;
  grantor_name: string;
  grantee_id: number;
  grantee_code: string;
  grantee_name: string;
  /** The alliance and both businesses are active. */
  is_open: boolean;
  terms_version: number;
  grantor_state: MemberState | null;
  grantor_signed: number | null;
  grantee_state: MemberState | null;
  grantee_signed: number | null;
}

/** The grants of one business to another; null: of any, or to any. In the order of their ids. */
export function loadGrants(
  db: Db,
  grantor_id: number | null,
  grantee_id: number | null,
): Promise<GrantBetween[]> {
  return db.rows<GrantBetween>("select * from alliance_grants($1, $2)", [grantor_id, grantee_id]);
}

export interface GrantTerms {
  scopes: readonly GrantScope[];
  fields_masked: readonly MaskableField[];
  filters: GrantFilters;
  valid_until: string | null;
}

/** The grant of the caller's business in one alliance, locked. */
export async function findOwnGrant(
  { db, business_id }: Pick<Context, "db" | "business_id">,
  alliance_id: number,
  grantee_id: number,
): Promise<GrantBetween | undefined> {
  await db.execute(
    "select from alliance_grant where business_id = $1 and alliance_id = $2 and to_business_id = $3 for update",
    [business_id, alliance_id, grantee_id],
  );
  return (await loadGrants(db, business_id, grantee_id)).find((grant) => grant.alliance_id === alliance_id);
}

/** The alliance is locked, so that `before` is still what is granted. */
export async function writeGrant(
  context: Pick<Context, "db" | "business_id" | "now" | "emit">,
  { alliance_id, grantee_id, client_code }: { alliance_id: number; grantee_id: number; client_code: string },
  before: GrantBetween | undefined,
  terms: GrantTerms,
): Promise<GrantBetween> {
  const set = {
    scopes: [...terms.scopes],
    ended_scopes: endScopes(before, terms.scopes),
    filters: terms.filters,
    fields_masked: [...terms.fields_masked],
    valid_until: terms.valid_until,
    changed_at: context.now.toISOString(),
  };
  if (before === undefined)
    await GrantRecord.insert(context, { alliance_id, to_business_id: grantee_id, ...set });
  else await GrantRecord.change(context, before, set);
  emitGrantChanged(context, { alliance_id, client_code }, before ?? null, terms);
  const written = await findOwnGrant(context, alliance_id, grantee_id);
  if (written === undefined) throw new Error("A grant that was written is not found.");
  return written;
}

export function emitGrantChanged(
  { emit }: Pick<Context, "emit">,
  { alliance_id, client_code }: { alliance_id: number; client_code: string },
  before: Pick<GrantTerms, "scopes" | "fields_masked"> | null,
  { scopes, fields_masked, filters, valid_until }: GrantTerms,
): void {
  const visible_grant = {
    scopes: [...scopes],
    fields_masked: expandMask(fields_masked),
    is_limited: isLimited(filters),
    valid_until,
  };
  emit({
    subject: { type: "alliance", id: alliance_id },
    kind: "grant.changed",
    payload: { client_code, ...visible_grant },
    before: before === null ? null : { scopes: before.scopes, fields_masked: before.fields_masked },
    after: { client_code, ...visible_grant },
  });
}

/** A grant as the side sees it that asks: its filters are shown to the business that gives it. */
export function showGrant(grant: GrantBetween, side: "grantor" | "grantee", now: Date) {
  return {
    client_code: side === "grantor" ? grant.grantee_code : grant.grantor_code,
    name: side === "grantor" ? grant.grantee_name : grant.grantor_name,
    scopes: grant.scopes,
    filters: side === "grantor" ? grant.filters : null,
    is_limited: isLimited(grant.filters),
    fields_masked: side === "grantor" ? grant.fields_masked : expandMask(grant.fields_masked),
    valid_until: grant.valid_until,
    state: computeGrantState(grant, now),
    changed_at: grant.changed_at,
    version: grant.version,
  };
}
