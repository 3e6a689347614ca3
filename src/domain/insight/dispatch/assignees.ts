/** Who handles items of the dispatch board: active administrators, and employees who may see the board. */
import type { Context } from "#operation/define/context.ts";
import { computePermissions, type StoredPermissions } from "#operation/define/scopes.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { ITEM_COLUMNS, type ShownRow } from "./shapes.ts";

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

/** Gives locked items to one person, or to nobody; the rows that this changed. */
export async function assignItems(
  { db, business_id, actor, now, emit }: Context<never>,
  items: readonly ShownRow[],
  employee_id: number | null,
): Promise<ShownRow[]> {
  const changed = items.filter(({ assigned_to }) => assigned_to !== employee_id);
  if (changed.length === 0) return [];
  for (const { id, kind, assigned_to } of changed)
    emit({
      subject: { type: "attention_item", id },
      kind: "attention.assigned",
      payload: { kind, account_id: employee_id, previous_account_id: assigned_to },
      before: { assigned_to },
      after: { assigned_to: employee_id },
    });
  return db.rows<ShownRow>(
    `update attention_item set assigned_to = $3, assigned_by = $4, assigned_at = $5, version = version + 1
      where business_id = $1 and id = any($2::bigint[]) returning ${ITEM_COLUMNS}`,
    [
      business_id,
      changed.map(({ id }) => id),
      employee_id,
      actor.account_id,
      employee_id === null ? null : now,
    ],
  );
}
