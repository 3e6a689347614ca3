/** Lines of a receipt: what was announced, received and damaged of one article with lot and expiry, or one package. */
import type { Context } from "#operation/define/context.ts";
import type { Row } from "#operation/define/record.ts";
import { computeDifference } from "../rules.ts";
import type { ReceiptLine } from "../shapes.ts";
import type { ReceiptRow } from "./receipt.ts";

export type ReceiptLineRow = Row<"receipt_line">;

/** Which goods a line is of: unique in its receipt. */
export type LineKey = Pick<ReceiptLineRow, "article_id" | "package_code" | "lot" | "expires_date">;

export interface NewLine extends LineKey {
  qty: number;
}

type Reader = Pick<Context<never>, "db" | "business_id">;

/** The article that a row `a` names, as it is shown. */
export const ARTICLE = `case when a.id is not null then jsonb_build_object('id', a.id, 'sku', a.sku, 'name', a.name, 'unit', a.unit) end
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

export function findLine(
  { db, business_id }: Reader,
  receipt_id: number,
  { article_id, package_code, lot, expires_date }: LineKey,
): Promise<ReceiptLineRow | undefined> {
  return db.row<ReceiptLineRow>(
    `select * from receipt_line where business_id = $1 and receipt_id = $2 and article_id is not distinct from $3
       and package_code is not distinct from $4 and lot = $5 and expires_date is not distinct from $6`,
    [business_id, receipt_id, article_id, package_code, lot, expires_date],
  );
}

/** Announces lines; one that came before it was announced is expected from now on. */
export async function insertLines(
  { db, business_id }: Reader,
  receipt_id: number,
  lines: readonly NewLine[],
): Promise<void> {
  if (lines.length === 0) return;
  await db.execute(
    `insert into receipt_line (business_id, receipt_id, article_id, package_code, lot, expires_date, expected_qty)
     select $1, $2, l.article_id, l.package_code, l.lot, l.expires_date, l.qty
       from json_to_recordset($3::json) as l(article_id bigint, package_code text, lot text, expires_date date, qty int, n int)
      order by l.n
     on conflict (business_id, receipt_id, article_id, package_code, lot, expires_date)
       do update set expected_qty = excluded.expected_qty`,
    [business_id, receipt_id, JSON.stringify(lines.map((line, n) => ({ ...line, n })))],
  );
}

/** The receipt is locked, so nobody else adds to its lines. */
export async function addToLine(
  { db, business_id }: Reader,
  receipt_id: number,
  key: LineKey,
  { qty, damaged_qty }: { qty: number; damaged_qty: number },
): Promise<number> {
  const row = await db.row<{ id: number }>(
    `insert into receipt_line as l (business_id, receipt_id, article_id, package_code, lot, expires_date, expected_qty,
       received_qty, damaged_qty) values ($1, $2, $3, $4, $5, $6, 0, $7, $8)
     on conflict (business_id, receipt_id, article_id, package_code, lot, expires_date)
       do update set received_qty = l.received_qty + $7, damaged_qty = l.damaged_qty + $8 returning l.id`,
    [business_id, receipt_id, key.article_id, key.package_code, key.lot, key.expires_date, qty, damaged_qty],
  );
  if (row === undefined) throw new Error("A line that was counted up was not found.");
  return row.id;
}

/** Takes what a scan had added to a line from it again. */
export async function takeFromLine(
  { db, business_id }: Reader,
  line_id: number,
  { qty, damaged_qty }: { qty: number; damaged_qty: number },
): Promise<void> {
  await db.execute(
    `update receipt_line set received_qty = received_qty - $3, damaged_qty = damaged_qty - $4
      where business_id = $1 and id = $2`,
    [business_id, line_id, qty, damaged_qty],
  );
}

/** Lines of a receipt that are not announced any more. One that was scanned by mistake keeps the scans that were undone. */
export async function withdrawLines(
  { db, business_id }: Reader,
  lines: readonly ReceiptLineRow[],
): Promise<void> {
  await db.execute(
    `update receipt_line set expected_qty = 0 where business_id = $1 and id = any($2::bigint[])`,
    [business_id, lines.map(({ id }) => id)],
  );
  await db.execute(
    `delete from receipt_line l where l.business_id = $1 and l.id = any($2::bigint[])
       and not exists (select from receipt_scan s where s.business_id = $1 and s.line_id = l.id)`,
    [business_id, lines.filter(({ received_qty }) => received_qty === 0).map(({ id }) => id)],
  );
}
