/** Scans of a receipt: every one, also one that received nothing. */
import { selectPerson } from "#operation/caller/people.ts";
import type { Context } from "#operation/define/context.ts";
import { defineRecord, type Row } from "#operation/define/record.ts";
import type { ScanOutcome } from "../rules.ts";
import type { ReceiptScan } from "../shapes.ts";
import { ARTICLE } from "./receipt-line.ts";

export interface ReceiptScanRow extends Row<"receipt_scan"> {
  outcome: ScanOutcome;
}

export const ReceiptScanRecord = defineRecord<"receipt_scan", ReceiptScanRow>("receipt_scan");

/** Scans of a receipt, latest first; `$1` is the business. */
export async function loadScans(
  { db, business_id }: Pick<Context<never>, "db" | "business_id">,
  receipt_id: number,
  { before, limit, scan_id }: { before?: number | undefined; limit: number; scan_id?: number },
): Promise<ReceiptScan[]> {
  return db.rows<ReceiptScan>(
    `select s.id, s.outcome, s.scanned, s.line_id, ${ARTICLE}, s.qty, s.is_damaged, s.weight_g, s.length_mm, s.width_mm,
       s.height_mm, s.note, s.created_at, s.undone_at,
       case when p.id is not null then jsonb_build_object('id', p.id, 'code', p.code) end as package,
       case when b.id is not null then jsonb_build_object('id', b.id, 'code', b.code) end as bin,
       ${selectPerson("s.created_by")} as created_by
       from receipt_scan s
       left join article a on a.business_id = $1 and a.id = s.article_id
       left join stock_package p on p.business_id = $1 and p.id = s.package_id
       left join warehouse_bin b on b.business_id = $1 and b.id = s.bin_id
      where s.business_id = $1 and s.receipt_id = $2 and ($3::bigint is null or s.id < $3)
        and ($4::bigint is null or s.id = $4)
      order by s.id desc limit $5`,
    [business_id, receipt_id, before ?? null, scan_id ?? null, limit],
  );
}
