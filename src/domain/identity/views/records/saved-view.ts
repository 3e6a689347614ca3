/** Saved views: what one is, how it is locked, and shown with what the caller may do with it. */
import type { Context } from "#operation/define/context.ts";
import { defineGet } from "#operation/define/get.ts";
import { defineRecord, type Row } from "#operation/define/record.ts";
import { messages } from "../messages.ts";
import { canChangeView, canSeeView } from "../rules.ts";
import type { View, ViewDefinition } from "../shapes.ts";

/** Of the account that saved it. */
export interface ViewRow extends Row<"saved_view"> {
  definition: ViewDefinition;
}

export const ViewRecord = defineRecord<"saved_view", ViewRow>("saved_view");

export interface ListedRow extends ViewRow {
  owner_name: string;
  is_default: boolean;
}

/** Views with their owners, and the account's default of each list. */
export const selectViews = (
  account: string,
): string => `select v.*, a.name as owner_name, d.view_id is not null as is_default
  from saved_view v join account a on a.business_id = $1 and a.id = v.account_id
  left join saved_view_default d on d.business_id = $1 and d.account_id = ${account} and d.view_id = v.id`;

type Reading = Pick<Context<never>, "db" | "business_id" | "actor">;

export function toView(row: ListedRow, reader: Context<never>["actor"]): View {
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

export async function getViewFor({ db, business_id, actor }: Reading, id: number): Promise<View> {
  const row = await db.row<ListedRow>(`${selectViews("$2")} where v.business_id = $1 and v.id = $3`, [
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

export const getLockedView = defineGet(lockVisibleView, messages.view_not_found);
