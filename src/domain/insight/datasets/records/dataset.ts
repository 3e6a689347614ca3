/** Datasets: what one is, and how it is loaded and locked as its caller sees it. */
import type { Context } from "#operation/define/context.ts";
import { defineRecord, type Row } from "#operation/define/record.ts";
import type { Column } from "../columns.ts";
import { messages } from "../messages.ts";
import { computeDatasetAccess, type DatasetAccess, type RoleName, type Visibility } from "../rules.ts";
import { type Filter, fillCaller } from "../where.ts";
import type { PermissionRow } from "./dataset-permission.ts";

export interface DatasetRow extends Row<"dataset"> {
  visibility: Visibility;
  columns: Column[];
}

/** Not DatasetRecord, which is a record of a dataset. */
export const StoredDataset = defineRecord<"dataset", DatasetRow>("dataset");

export type Reader = Pick<Context<never>, "db" | "business_id" | "actor">;

/** A dataset as one caller sees it. */
export interface DatasetView extends Omit<DatasetRow, "columns">, DatasetAccess {
  all_columns: readonly Column[];
  /** Somebody does not see all of it: what everybody with the scope receives must not show cells. */
  is_restricted: boolean;
}

type Loaded = DatasetRow & {
  role: RoleName;
  is_restricted: boolean;
  permission: PermissionRow | null;
};

const IS_RESTRICTED = `(d.visibility = 'restricted' or exists (select from dataset_permission o
      where o.business_id = $1 and o.dataset_id = d.id
        and (o.access = 'none' or o.hidden <> '{}' or o.row_rule is not null)))`;

const VIEWS = `select d.*, who.role, to_jsonb(p) as permission, ${IS_RESTRICTED} as is_restricted
  from dataset d
  cross join lateral (select coalesce((select preset from account where id = $2), 'employee') as role) who
  left join dataset_permission p on p.business_id = $1 and p.dataset_id = d.id and p.role = who.role
 where d.business_id = $1`;

const isAdmin = ({ actor }: Reader): boolean => actor.role === "client_admin";

function toView(context: Reader, loaded: Loaded): DatasetView | undefined {
  const { permission, is_restricted, role: _role, ...dataset } = loaded;
  const dataset_access = computeDatasetAccess(dataset, isAdmin(context), permission ?? undefined);
  if (dataset_access === null) return undefined;
  const { columns, ...row } = dataset;
  return {
    ...row,
    ...dataset_access,
    all_columns: columns,
    is_restricted,
    row_rule: resolveRule(context, dataset_access.row_rule),
  };
}

function resolveRule({ actor }: Reader, rule: Filter | null): Filter | null {
  const { email, account_id } = actor;
  return rule === null ? null : fillCaller(rule, { email, account_id });
}

const values = ({ business_id, actor }: Reader) => [business_id, actor.account_id ?? actor.on_behalf_of];

/** What the caller sees, by name; all of them, or those that are named. */
export async function loadViews(
  context: Reader,
  ids: readonly number[] | null = null,
): Promise<DatasetView[]> {
  const rows = await context.db.rows<Loaded>(
    `${VIEWS} and ($3::bigint[] is null or d.id = any($3)) order by lower(d.name), d.id limit 1000`,
    [...values(context), ids === null ? null : [...ids]],
  );
  return rows.flatMap((row) => toView(context, row) ?? []);
}

export async function findView(context: Reader, dataset_id: number): Promise<DatasetView | undefined> {
  const row = await context.db.row<Loaded>(`${VIEWS} and d.id = $3`, [...values(context), dataset_id]);
  return row === undefined ? undefined : toView(context, row);
}

/** Whether somebody does not see all of a dataset. */
export async function findIsRestricted({ db, business_id }: Reader, dataset_id: number): Promise<boolean> {
  const row = await db.row<{ is_restricted: boolean }>(
    `select ${IS_RESTRICTED} as is_restricted from dataset d where d.business_id = $1 and d.id = $2`,
    [business_id, dataset_id],
  );
  return row?.is_restricted ?? true;
}

export async function getView(context: Context<never>, dataset_id: number): Promise<DatasetView> {
  const view = await findView(context, dataset_id);
  if (view === undefined) throw context.refuse("not_found", { message: messages.unknown_dataset });
  return view;
}

/**
 * `records`: cells are written, one call after another, because each adds an event to the dataset; what a key names cannot change
 * meanwhile. `columns`: nothing else is read by a writer.
 */
const LOCKS = { records: " for no key update of d", columns: " for update of d" } as const;

export async function lockView(
  context: Context<never>,
  dataset_id: number,
  lock: keyof typeof LOCKS,
): Promise<DatasetView> {
  const { db, business_id, refuse } = context;
  // A statement of its own: the view is read after the lock was waited for.
  const dataset_row = await db.row(
    `select d.id from dataset d where d.business_id = $1 and d.id = $2${LOCKS[lock]}`,
    [business_id, dataset_id],
  );
  const view = dataset_row === undefined ? undefined : await findView(context, dataset_id);
  if (view === undefined) throw refuse("not_found", { message: messages.unknown_dataset });
  return view;
}

/** Columns, groups and settings are changed by those who see all of a dataset. */
export function requireComplete(context: Context<"not_permitted">, view: DatasetView): void {
  if (!view.is_complete) throw context.refuse("not_permitted", { message: messages.not_permitted });
}
