/** Reads saved views with what the caller may do with each. */
import type { Context } from "#operation/define/context.ts";
import { canChangeView, canSeeView, isStaffRole } from "./rules.ts";
import type { View } from "./shapes.ts";
import type { ViewRow } from "./tables.ts";

interface ListedRow extends ViewRow {
  owner_name: string;
  is_default: boolean;
}

const COLUMNS = `v.id, v.business_id, v.account_id, v.page, v.name, v.shared, v.definition, v.version, v.created_at, v.updated_at,
  a.name as owner_name, d.view_id is not null as is_default`;
const JOINED = `saved_view v join account a on a.business_id = $1 and a.id = v.account_id
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
      `select ${COLUMNS} from ${JOINED} where ${visible}
        order by v.account_id <> $2, lower(v.name), v.id limit $5 offset $6`,
      [...values, limit, offset],
    ),
    db.row<{ n: number }>(`select count(*) as n from saved_view v where ${visible}`, values),
  ]);
  return { views: rows.map((row) => toView(row, actor)), total: counted?.n ?? 0 };
}

export async function getViewFor({ db, business_id, actor }: Reading, id: number): Promise<View> {
  const row = await db.row<ListedRow>(
    `select ${COLUMNS} from ${JOINED} where v.business_id = $1 and v.id = $3`,
    [business_id, actor.account_id, id],
  );
  if (row === undefined) throw new Error("A view that was just written is read.");
  return toView(row, actor);
}

/** A view that the caller sees, locked; undefined when there is none. */
export async function lockVisibleView(
  { db, business_id, actor }: Reading,
  id: number,
): Promise<ViewRow | undefined> {
  const row = await db.row<ViewRow>(
    `select id, business_id, account_id, page, name, shared, definition, version, created_at, updated_at
       from saved_view where business_id = $1 and id = $2 for update`,
    [business_id, id],
  );
  return row !== undefined && canSeeView(actor, row) ? row : undefined;
}
