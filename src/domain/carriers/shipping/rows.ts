/** Reads and locks rows of labels. */
import type { Context } from "#operation/define/context.ts";
import { countRows, readListPage } from "#platform/db/list-page.ts";
import { buildWindow, type SortColumn } from "#vocabulary/cursor-page.ts";
import { messages } from "./messages.ts";
import { toLabelOrder } from "./shapes.ts";
import type { LabelOrderRow, LabelPackageRow } from "./tables.ts";

type Reader = Pick<Context<never>, "db" | "business_id" | "actor">;

/** A label with what responses show of its account, customer and manifest. */
export interface ListedLabel extends LabelOrderRow {
  carrier_account: string;
  customer_name: string | null;
  is_manifested: boolean;
  /** By which the public tracks it. */
  public_number: string | null;
}

/** `$1` is the business. */
const FROM = `from label_order o
  join carrier_account a on a.business_id = o.business_id and a.id = o.carrier_account_id
  left join customer c on c.business_id = o.business_id and c.id = o.customer_id
  left join label_manifest m on m.business_id = o.business_id and m.id = o.manifest_id
 where o.business_id = $1`;
const LABELS = `select o.*, a.code as carrier_account, c.name as customer_name, coalesce(m.state = 'created', false) as is_manifested,
  (select min(n.number) from tracking_number n where n.business_id = o.business_id and n.subject_type = 'label' and n.subject_id = o.id)
    as public_number ${FROM}`;

/** Newest first. */
const SORT: readonly SortColumn[] = [{ sql: "o.id", member: "id", type: "bigint", descending: true }];

/** Customers see their own labels alone; null for the business. */
export function getOwner({ actor }: Pick<Reader, "actor">): number | null {
  return actor.role === "customer" ? (actor.customer_id ?? 0) : null;
}

export function findLabel(context: Reader, id: number): Promise<ListedLabel | undefined> {
  const { db, business_id } = context;
  return db.row<ListedLabel>(`${LABELS} and o.id = $2 and ($3::bigint is null or o.customer_id = $3)`, [
    business_id,
    id,
    getOwner(context),
  ]);
}

export async function getLabel(
  context: Reader & Pick<Context<never>, "refuse">,
  id: number,
): Promise<ListedLabel> {
  const order = await findLabel(context, id);
  if (order === undefined) throw context.refuse("not_found", { message: messages.unknown_label });
  return order;
}

/** Whoever asks: every decision about a label, its packages and its money waits for this lock. */
export function lockLabel(
  { db, business_id }: Pick<Reader, "db" | "business_id">,
  id: number,
): Promise<LabelOrderRow | undefined> {
  return db.row<LabelOrderRow>("select * from label_order where business_id = $1 and id = $2 for update", [
    business_id,
    id,
  ]);
}

/** The label that the caller may see, locked; 404 for another. */
export async function getLockedLabel(context: Context<never>, id: number): Promise<LabelOrderRow> {
  const order = await lockLabel(context, id);
  const owner = getOwner(context);
  if (order === undefined || (owner !== null && order.customer_id !== owner))
    throw context.refuse("not_found", { message: messages.unknown_label });
  context.expectVersion(order.version);
  return order;
}

/** The newest label that has a package with this number. */
export async function findLabelByPackage(
  context: Reader,
  tracking_number: string,
): Promise<number | undefined> {
  const { db, business_id } = context;
  const row = await db.row<{ label_order_id: number }>(
    `select p.label_order_id from label_package p
       join label_order o on o.business_id = p.business_id and o.id = p.label_order_id
      where p.business_id = $1 and p.tracking_number = $2 and ($3::bigint is null or o.customer_id = $3)
      order by p.label_order_id desc limit 1`,
    [business_id, tracking_number, getOwner(context)],
  );
  return row?.label_order_id;
}

export function loadPackages(
  { db, business_id }: Pick<Reader, "db" | "business_id">,
  label_order_id: number,
): Promise<LabelPackageRow[]> {
  return db.rows<LabelPackageRow>(
    "select * from label_package where business_id = $1 and label_order_id = $2 order by seq",
    [business_id, label_order_id],
  );
}

/** One page of the labels that meet a condition, newest first. `$1` is the business. */
export async function listLabels(
  { db }: Pick<Reader, "db">,
  input: { page?: number; per_page?: number; cursor?: string },
  { condition, values }: { condition: string; values: unknown[] },
) {
  const window = buildWindow(input, SORT, { condition, values });
  const counted = countRows(db, `${FROM} and ${condition}`, values);
  return readListPage<ListedLabel>(db, window, `${LABELS} and ${condition}${window.sql}`, counted);
}

/** The label as operations answer with it, read after what was written. */
export async function answerLabel(context: Reader & Pick<Context<never>, "refuse">, id: number) {
  const [order, packages] = await Promise.all([getLabel(context, id), loadPackages(context, id)]);
  const label_order = toLabelOrder(context, order, packages);
  return {
    result: true,
    pending: label_order.is_pending,
    version: order.version,
    label_order,
    tracking_numbers: packages.flatMap(({ tracking_number }) => tracking_number ?? []),
  };
}
