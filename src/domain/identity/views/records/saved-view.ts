/** Saved views: what one is, how it is locked, and shown with what the caller may do with it. */
import type { Context } from "#operation/define/context.ts";
import { defineRecord, type Row } from "#operation/define/record.ts";
import { canChangeView, canSeeView, isStaffRole } from "../rules.ts";
import type { View, ViewDefinition } from "../shapes.ts";

/** Of the account that saved it. */
export interface ViewRow extends Row<"saved_view"> {
  definition: ViewDefinition;
}

export const ViewRecord = defineRecord<"saved_view", ViewRow>("saved_view");

interface ListedRow extends ViewRow {
  owner_name: string;
  is_default: boolean;
}

const LISTED = `select v.*, a.name as owner_name, d.view_id is not null as is_default
  from saved_view v join account a on a.business_id = $1 and a.id = v.account_id
  left join saved_view_default d on d.business_id = $1 and d.account_id = $2 and d.view_id = v.id`;

type Reading = Pick<Context<never>, "db" | "business_id" | "actor">;

function toView(row: ListedRow, reader: Context<never>["actor"]): View {
  const { id, page, name, shared, definition, is_default, version, updated_at, account_id, owner_name } = row;
  return {
    id,
    page,
    name,
    shared,
    definition,
    owner: { id: account_id, name: owner_name },
    is_own: account_id === reader.account_id,
    is_default,
    can_change: canChangeView(reader, row),
    version,
    updated_at,
  };
}

/** The caller's own first, then those that others share, each by name. */
export async function listViewsFor(
  { db, business_id, actor }: Reading,
  page: string | undefined,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ views: View[]; total: number }> {
  const visible = `v.business_id = $1 and (v.account_id = $2 or (v.shared and $3::bool))
    and ($4::text is null or v.page = $4)`;
  const values = [business_id, actor.account_id, isStaffRole(actor.role), page ?? null];
  const [rows, counted] = await Promise.all([
    db.rows<ListedRow>(
      `${LISTED} where ${visible}
        order by v.account_id <> $2, lower(v.name), v.id limit $5 offset $6`,
      [...values, limit, offset],
    ),
    db.row<{ n: number }>(`select count(*) as n from saved_view v where ${visible}`, values),
  ]);
  return { views: rows.map((row) => toView(row, actor)), total: counted?.n ?? 0 };
}

export async function getViewFor({ db, business_id, actor }: Reading, id: number): Promise<View> {
  const row = await db.row<ListedRow>(`${LISTED} where v.business_id = $1 and v.id = $3`, [
    business_id,
    actor.account_id,
    id,
  ]);
  if (row === undefined) throw new Error("A view that was just written is read.");
  return toView(row, actor);
}

/** A view that the caller sees, locked; undefined when there is none. */
export async function lockVisibleView(context: Reading, id: number): Promise<ViewRow | undefined> {
  const row = await ViewRecord.lock(context, id);
  return row !== undefined && canSeeView(context.actor, row) ? row : undefined;
}
