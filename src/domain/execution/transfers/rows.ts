/** Reads, locks and changes transfers that lead from or to a warehouse where the caller works. */
import { listReach } from "#domain/warehouse/warehouses/public.ts";
import { personOf } from "#operation/caller/people.ts";
import type { Context } from "#operation/define/context.ts";
import { countRows, readListPage } from "#platform/db/list-page.ts";
import { buildWindow, type SortColumn } from "#vocabulary/cursor-page.ts";
import { messages } from "./messages.ts";
import { type ITEM_STATES, isAllowed, type TransferState } from "./rules.ts";
import type { Transfer, TransferItem } from "./shapes.ts";
import type { TransferItemRow, TransferRow } from "./tables.ts";

export type Reader = Pick<Context<never>, "db" | "business_id" | "actor">;

const REACHED = `t.business_id = $1
  and ($2::bigint[] is null or t.from_warehouse_id = any($2) or t.to_warehouse_id = any($2))`;

const warehouse = (alias: string) =>
  `jsonb_build_object('id', ${alias}.id, 'code', ${alias}.code, 'name', ${alias}.name)`;

const TRANSFERS = `select t.id, t.code, ${warehouse("f")} as from_warehouse, ${warehouse("w")} as to_warehouse, t.reason, t.state,
    case when v.id is not null then jsonb_build_object('id', v.id, 'plate', v.plate) end as vehicle, t.note, n.counts,
    ${personOf("t.created_by")} as created_by, t.created_at, t.departed_at, t.ended_at, t.version
  from warehouse_transfer t
  join warehouse f on f.business_id = $1 and f.id = t.from_warehouse_id
  join warehouse w on w.business_id = $1 and w.id = t.to_warehouse_id
  left join vehicle v on v.business_id = $1 and v.id = t.vehicle_id
  cross join lateral (
    select jsonb_build_object(${["listed", "out", "in", "short", "over", "rolled_back"]
      .map((state) => `'${state}', count(*) filter (where i.state = '${state}')`)
      .join(", ")}) as counts
      from transfer_item i where i.business_id = $1 and i.transfer_id = t.id) n
 where ${REACHED}`;

export function findTransfer(context: Reader, id: number): Promise<Transfer | undefined> {
  return context.db.row<Transfer>(`${TRANSFERS} and t.id = $3`, [
    context.business_id,
    listReach(context),
    id,
  ]);
}

const SORT: readonly SortColumn[] = [{ sql: "t.id", member: "id", type: "bigint", descending: true }];

/** Newest first. The parameters of the condition begin with `$3`. */
export async function listTransfers(
  context: Reader,
  input: { page?: number; per_page?: number; cursor?: string },
  { condition, values: own }: { condition: string; values: unknown[] },
) {
  const values = [context.business_id, listReach(context), ...own];
  const window = buildWindow(input, SORT, { condition, values });
  const counted = `from warehouse_transfer t where ${REACHED} and ${condition}`;
  return readListPage<Transfer>(
    context.db,
    window,
    `${TRANSFERS} and ${condition}${window.sql}`,
    countRows(context.db, counted, values),
  );
}

/** Its parcels: what is still to come first, then the last scanned. */
export function loadItems(
  { db, business_id }: Pick<Reader, "db" | "business_id">,
  transfer_id: number,
  parcel_ids: readonly number[] | null = null,
): Promise<TransferItem[]> {
  return db.rows<TransferItem>(
    `select i.id, i.parcel_id, i.order_id, p.tracking_number, p.label_code, i.state, i.is_listed,
       ${warehouse("e")} as expected_warehouse, ${warehouse("f")} as found_warehouse, o.status as order_status, o.city,
       r.number as route_number, p.custody, b.code as bin_code, i.out_at, ${personOf("i.out_by")} as out_by, i.in_at, ${personOf("i.in_by")} as in_by
       from transfer_item i
       join parcel p on p.business_id = $1 and p.id = i.parcel_id
       join delivery_order o on o.business_id = $1 and o.id = i.order_id
       join warehouse e on e.business_id = $1 and e.id = i.expected_warehouse_id
       join warehouse f on f.business_id = $1 and f.id = i.found_warehouse_id
       left join route r on r.business_id = $1 and r.id = o.route_id
       left join stock_package s on s.business_id = $1 and s.id = i.package_id
       left join warehouse_bin b on b.business_id = $1 and b.id = s.bin_id
      where i.business_id = $1 and i.transfer_id = $2 and ($3::bigint[] is null or i.parcel_id = any($3))
      order by i.state not in ('short', 'over'), i.state not in ('listed', 'out'),
        greatest(i.in_at, i.out_at) desc nulls last, i.id`,
    [business_id, transfer_id, parcel_ids],
  );
}

export async function answerTransfer(context: Reader, transfer_id: number) {
  const transfer = await findTransfer(context, transfer_id);
  if (transfer === undefined) throw new Error("A transfer that was written was not found.");
  const items = await loadItems(context, transfer_id);
  return { result: true, transfer_id, version: transfer.version, transfer, items };
}

/** The caller's transfer, in a state that allows the command. Orders are locked before it. */
export async function getLockedTransfer(
  context: Context<"wrong_state">,
  id: number,
  command: Parameters<typeof isAllowed>[1],
): Promise<TransferRow> {
  const { db, business_id, refuse } = context;
  const row = await db.row<TransferRow>(
    `select t.* from warehouse_transfer t where ${REACHED} and t.id = $3 for update`,
    [business_id, listReach(context), id],
  );
  if (row === undefined) throw refuse("not_found", { message: messages.unknown_transfer });
  if (!isAllowed(row.state, command))
    throw refuse("wrong_state", {
      message: messages.wrong_state,
      values: { state: row.state },
      extra: { state: row.state },
    });
  return row;
}

/** All parcels of a transfer, as they are stored. */
export function loadItemRows(
  { db, business_id }: Pick<Reader, "db" | "business_id">,
  transfer_id: number,
): Promise<TransferItemRow[]> {
  return db.rows<TransferItemRow>(
    "select * from transfer_item where business_id = $1 and transfer_id = $2 order by id",
    [business_id, transfer_id],
  );
}

export interface NewItem {
  parcel_id: number;
  order_id: number;
  expected_warehouse_id: number;
  found_warehouse_id: number;
  home_warehouse_id: number | null;
  state: (typeof ITEM_STATES)[number];
  is_listed: boolean;
}

export async function insertItems(
  { db, business_id }: Context<never>,
  transfer_id: number,
  items: readonly NewItem[],
): Promise<TransferItemRow[]> {
  if (items.length === 0) return [];
  return db.rows<TransferItemRow>(
    `insert into transfer_item (business_id, transfer_id, parcel_id, order_id, expected_warehouse_id, found_warehouse_id,
       home_warehouse_id, state, is_listed, is_open)
     select $1, $2, parcel_id, order_id, expected_warehouse_id, found_warehouse_id, home_warehouse_id, state, is_listed,
       state in ('listed', 'out')
       from json_to_recordset($3::json) as i(parcel_id bigint, order_id bigint, expected_warehouse_id bigint,
         found_warehouse_id bigint, home_warehouse_id bigint, state text, is_listed bool) order by parcel_id
     returning *`,
    [business_id, transfer_id, JSON.stringify(items)],
  );
}

/** Of these parcels, those that an open transfer takes, with its code. */
export function findOpenItems(
  { db, business_id }: Pick<Reader, "db" | "business_id">,
  parcel_ids: readonly number[],
): Promise<{ parcel_id: number; transfer_id: number; code: string; state: string }[]> {
  return db.rows(
    `select i.parcel_id, i.transfer_id, t.code, i.state from transfer_item i
       join warehouse_transfer t on t.business_id = $1 and t.id = i.transfer_id
      where i.business_id = $1 and i.parcel_id = any($2::bigint[]) and i.is_open order by i.parcel_id`,
    [business_id, [...parcel_ids]],
  );
}

type ItemChange = Partial<
  Omit<TransferItemRow, "id" | "business_id" | "transfer_id" | "parcel_id" | "order_id">
>;

/** A parcel is free for other transfers once it is neither listed nor out. */
export async function saveItem(
  { db, business_id }: Context<never>,
  item: TransferItemRow,
  change: ItemChange,
): Promise<TransferItemRow> {
  const after = { ...item, ...change };
  const is_open = change.is_open ?? (after.state === "listed" || after.state === "out");
  await db.execute(
    `update transfer_item set state = $3, is_open = $4, found_warehouse_id = $5, home_warehouse_id = $6, custody = $7,
       custody_ref = $8, custody_since = $9, package_id = $10, from_bin_id = $11, to_bin_id = $12, out_at = $13, out_by = $14,
       in_at = $15, in_by = $16
      where business_id = $1 and id = $2`,
    [
      business_id,
      item.id,
      after.state,
      is_open,
      after.found_warehouse_id,
      after.home_warehouse_id,
      after.custody,
      after.custody_ref,
      after.custody_since,
      after.package_id,
      after.from_bin_id,
      after.to_bin_id,
      after.out_at,
      after.out_by,
      after.in_at,
      after.in_by,
    ],
  );
  return { ...after, is_open };
}

const ENDED: readonly TransferState[] = ["CLOSED", "CANCELLED", "ROLLED_BACK"];

/** Counts up the version. */
export async function saveTransfer(
  { db, business_id, now }: Context<never>,
  transfer: TransferRow,
  change: Partial<Pick<TransferRow, "state" | "departed_at">> = {},
): Promise<TransferRow> {
  const { state, departed_at, ended_at } = {
    ...transfer,
    ...change,
    // What arrives after it was closed does not end it again.
    ...(transfer.ended_at === null && change.state !== undefined && ENDED.includes(change.state)
      ? { ended_at: now.toISOString() }
      : {}),
  };
  await db.execute(
    `update warehouse_transfer set state = $3, departed_at = $4, ended_at = $5, version = version + 1
      where business_id = $1 and id = $2`,
    [business_id, transfer.id, state, departed_at, ended_at],
  );
  return { ...transfer, state, departed_at, ended_at, version: transfer.version + 1 };
}

export const describeTransfer = (transfer: TransferRow) => ({
  code: transfer.code,
  from_warehouse_id: transfer.from_warehouse_id,
  to_warehouse_id: transfer.to_warehouse_id,
});
