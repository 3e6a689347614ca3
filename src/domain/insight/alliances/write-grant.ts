/** Writes what the caller's business grants to a member, and emits it. */
import type { Context } from "#operation/define/context.ts";
import { listGrants } from "./grants.ts";
import { endScopes, expandMask, isLimited } from "./rules.ts";
import type { GrantFilters, GrantScope, MaskableField } from "./shapes.ts";
import type { GrantBetween } from "./tables.ts";

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
  return (await listGrants(db, business_id, grantee_id)).find((grant) => grant.alliance_id === alliance_id);
}

export async function writeGrant(
  context: Pick<Context, "db" | "business_id" | "now" | "emit">,
  { alliance_id, grantee_id, client_code }: { alliance_id: number; grantee_id: number; client_code: string },
  before: GrantBetween | undefined,
  terms: GrantTerms,
): Promise<GrantBetween> {
  const { db, business_id, now } = context;
  await db.execute(
    `insert into alliance_grant (business_id, alliance_id, to_business_id, scopes, ended_scopes, filters, fields_masked, valid_until,
       changed_at) values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     on conflict (business_id, alliance_id, to_business_id) do update set scopes = excluded.scopes,
       ended_scopes = excluded.ended_scopes, filters = excluded.filters, fields_masked = excluded.fields_masked,
       valid_until = excluded.valid_until, changed_at = excluded.changed_at, version = alliance_grant.version + 1`,
    [
      business_id,
      alliance_id,
      grantee_id,
      [...terms.scopes],
      endScopes(before, terms.scopes),
      JSON.stringify(terms.filters),
      [...terms.fields_masked],
      terms.valid_until,
      now,
    ],
  );
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
  const shown = {
    scopes: [...scopes],
    fields_masked: expandMask(fields_masked),
    is_limited: isLimited(filters),
    valid_until,
  };
  emit({
    subject: { type: "alliance", id: alliance_id },
    kind: "grant.changed",
    payload: { client_code, ...shown },
    before: before === null ? null : { scopes: before.scopes, fields_masked: before.fields_masked },
    after: { client_code, ...shown },
  });
}
