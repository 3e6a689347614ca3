/** Who handles items of the dispatch board: active administrators, and employees who may see the board. */
import type { Context } from "#operation/define/context.ts";
import { computePermissions, type StoredPermissions } from "#operation/define/scopes.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";

export interface Assignee {
  account_id: number;
  name: string;
}

/** All of a business, or those of `ids`; by name. */
export async function listAssignees(
  { db, business_id, scopes }: Pick<Context, "db" | "business_id" | "scopes">,
  ids: readonly number[] | null = null,
): Promise<Assignee[]> {
  const accounts = await db.rows<
    StoredPermissions & { id: number; name: string; role: "client_admin" | "employee" }
  >(
    `select id, name, role, preset, permissions, permissions_added, permissions_removed from account
      where business_id = $1 and role = any($2::text[]) and status = 'active' and ($3::bigint[] is null or id = any($3))
      order by lower(name), id`,
    [business_id, BUSINESS_ROLES, ids],
  );
  return accounts
    .filter((account) => computePermissions(scopes, account.role, account).has("dispatch:read"))
    .map(({ id, name }) => ({ account_id: id, name }));
}
