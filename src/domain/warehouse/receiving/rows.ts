/** Reads and locks receipts of the warehouses where the caller works. */
import { findWarehouse, listReach } from "#domain/warehouse/warehouses/public.ts";
import type { Context } from "#operation/define/context.ts";
import { countRows, readListPage } from "#platform/db/list-page.ts";
import { buildWindow, type SortColumn } from "#vocabulary/cursor-page.ts";
import { messages } from "./messages.ts";
import { computeDifference, getNextStatus } from "./rules.ts";
import type { Receipt, ReceiptLine, ReceiptScan } from "./shapes.ts";
import type { ReceiptRow } from "./tables.ts";

type Reader = Pick<Context<never>, "db" | "business_id" | "actor">;

const RECEIPTS = `select r.id, r.code, r.ref, r.warehouse_id, w.code as warehouse_code, r.customer_id, c.name as customer_name,
    r.is_announced, r.expected_date, r.carrier, r.note, r.status, l.lines, l.expected_qty, l.received_qty, l.damaged_qty, l.short,
    l.over, r.created_at, r.started_at, r.ended_at, r.version
  from receipt r
  join warehouse w on w.business_id = r.business_id and w.id = r.warehouse_id
  left join customer c on c.business_id = r.business_id and c.id = r.customer_id
  cross join lateral (
    select count(*)::int as lines, coalesce(sum(expected_qty), 0)::bigint as expected_qty,
       coalesce(sum(received_qty), 0)::bigint as received_qty, coalesce(sum(damaged_qty), 0)::bigint as damaged_qty,
       case when r.is_announced then coalesce(sum(greatest(expected_qty - received_qty, 0)), 0) else 0 end::bigint as short,
       case when r.is_announced then coalesce(sum(greatest(received_qty - expected_qty, 0)), 0) else 0 end::bigint as over
      from receipt_line l where l.business_id = r.business_id and l.receipt_id = r.id) l
 where r.business_id = $1 and ($2::bigint[] is null or r.warehouse_id = any($2))`;

export function findReceipt(context: Reader, id: number): Promise<Receipt | undefined> {
  const { db, business_id } = context;
  return db.row<Receipt>(`${RECEIPTS} and r.id = $3`, [business_id, listReach(context), id]);
}

const SORT: readonly SortColumn[] = [{ sql: "r.id", member: "id", type: "bigint", descending: true }];

/** One page of the receipts that meet a condition, newest first. Its parameters begin with `$3`. */
export async function listReceipts(
  context: Reader,
  input: { page?: number; per_page?: number; cursor?: string },
  { condition, values: own }: { condition: string; values: unknown[] },
) {
  const { db, business_id } = context;
  const values = [business_id, listReach(context), ...own];
  const window = buildWindow(input, SORT, { condition, values });
  const counted = `from receipt r where r.business_id = $1 and ($2::bigint[] is null or r.warehouse_id = any($2))
    and ${condition}`;
  return readListPage<Receipt>(
    db,
    window,
    `${RECEIPTS} and ${condition}${window.sql}`,
    countRows(db, counted, values),
  );
}

/** The receipt, locked: every decision about it, its lines and its scans waits for this lock. */
export async function getLockedReceipt(
  context: Context<"wrong_status">,
  id: number,
  trigger: Parameters<typeof getNextStatus>[1],
): Promise<{ receipt: ReceiptRow; status: ReceiptRow["status"] }> {
  const { db, business_id, refuse } = context;
  const receipt = await db.row<ReceiptRow>(
    `select * from receipt where business_id = $1 and id = $2 and ($3::bigint[] is null or warehouse_id = any($3)) for update`,
    [business_id, id, listReach(context)],
  );
  if (receipt === undefined) throw refuse("not_found", { message: messages.unknown_receipt });
  const status = getNextStatus(receipt.status, trigger);
  if (status === null)
    throw refuse("wrong_status", {
      message: messages.wrong_status,
      values: { status: receipt.status.replaceAll("_", " ") },
      extra: { status: receipt.status },
    });
  return { receipt, status };
}

const ARTICLE = `case when a.id is not null then jsonb_build_object('id', a.id, 'sku', a.sku, 'name', a.name, 'unit', a.unit) end
  as article`;

export async function loadLines(
  { db, business_id }: Reader,
  receipt: Pick<ReceiptRow, "id" | "is_announced">,
): Promise<ReceiptLine[]> {
  const rows = await db.rows<ReceiptLine>(
    `select l.id, ${ARTICLE}, l.package_code, l.lot, l.expires_date, l.expected_qty, l.received_qty, l.damaged_qty
       from receipt_line l left join article a on a.business_id = $1 and a.id = l.article_id
      where l.business_id = $1 and l.receipt_id = $2 order by l.expected_qty = 0, l.id`,
    [business_id, receipt.id],
  );
  return rows.map((row) => {
    const { short, over } = computeDifference(receipt.is_announced, row);
    return { ...row, short, over };
  });
}

/** Scans of a receipt, latest first; `$1` is the business. */
export async function loadScans(
  { db, business_id }: Reader,
  receipt_id: number,
  { before, limit, scan_id }: { before?: number | undefined; limit: number; scan_id?: number },
): Promise<ReceiptScan[]> {
  return db.rows<ReceiptScan>(
    `select s.id, s.outcome, s.scanned, s.line_id, ${ARTICLE}, s.qty, s.is_damaged, s.weight_g, s.length_mm, s.width_mm,
       s.height_mm, s.note, s.created_at, s.undone_at,
       case when p.id is not null then jsonb_build_object('id', p.id, 'code', p.code) end as package,
       case when b.id is not null then jsonb_build_object('id', b.id, 'code', b.code) end as bin,
       case when c.id is not null then jsonb_build_object('account_id', c.id, 'name', c.name) end as created_by
       from receipt_scan s
       left join article a on a.business_id = $1 and a.id = s.article_id
       left join stock_package p on p.business_id = $1 and p.id = s.package_id
       left join warehouse_bin b on b.business_id = $1 and b.id = s.bin_id
       left join account c on c.business_id = $1 and c.id = s.created_by
      where s.business_id = $1 and s.receipt_id = $2 and ($3::bigint is null or s.id < $3)
        and ($4::bigint is null or s.id = $4)
      order by s.id desc limit $5`,
    [business_id, receipt_id, before ?? null, scan_id ?? null, limit],
  );
}

export async function answerReceipt(context: Reader, id: number) {
  const receipt = await findReceipt(context, id);
  if (receipt === undefined) throw new Error("A receipt that was written was not found.");
  return {
    result: true,
    receipt_id: id,
    version: receipt.version,
    receipt,
    receipt_lines: await loadLines(context, receipt),
  };
}

/** The next version of a receipt, with other columns where something of its own changes. */
export async function saveReceipt(
  { db, business_id, actor, now }: Context<never>,
  receipt: ReceiptRow,
  status: ReceiptRow["status"] = receipt.status,
): Promise<void> {
  const starts = status === "receiving" || status === "closed" || status === "rolled_back";
  const ends = status === "closed" || status === "cancelled" || status === "rolled_back";
  await db.execute(
    `update receipt set status = $3, version = version + 1,
       started_at = case when $4 then coalesce(started_at, $6) else started_at end,
       ended_at = case when $5 then $6::timestamptz end, ended_by = case when $5 then $7::bigint end
      where business_id = $1 and id = $2`,
    [business_id, receipt.id, status, starts, ends, now, actor.account_id],
  );
}

/** An open warehouse where the caller works, locked against being closed meanwhile. */
export async function isOpenWarehouse(context: Reader, id: number): Promise<boolean> {
  return (await findWarehouse(context, id, "for share"))?.status === "open";
}
