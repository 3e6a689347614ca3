/** Finds what a scanned code is for a receipt, and the bin that takes it. */

import { buildCodeKey } from "#codes/read-code.ts";
import { FOLDED_SKU, listGoodsKeys } from "#domain/warehouse/inventory/public.ts";
import type { Context } from "#operation/define/context.ts";
import type { ReceiptRow } from "./records/receipt.ts";

type Reader = Pick<Context<never>, "db" | "business_id">;

export interface FoundArticle {
  id: number;
  sku: string;
  status: "active" | "retired";
}

export type Scanned =
  | { kind: "article"; article: FoundArticle }
  /** `code` null: without a label. */
  | { kind: "package"; code: string | null }
  | { kind: "bin"; bin: { id: number; code: string } }
  | { kind: "unknown" };

/**
 * An announced package, an article of the owner by barcode or SKU, a bin of the warehouse, or a package that was here
 * before. What is none of these is a package only when the caller says so, because a wrong scan would create one.
 */
export async function identifyCode(
  context: Reader,
  receipt: ReceiptRow,
  { code, kind }: { code: string | null; kind: "article" | "package" | undefined },
): Promise<Scanned> {
  if (code === null) return kind === "package" ? { kind, code } : { kind: "unknown" };
  const code_key = buildCodeKey(code);
  const { db, business_id } = context;
  const goods = await db.row<{
    announced: boolean;
    article_id: number | null;
    bin: { id: number; code: string } | null;
    was_here: boolean;
  }>(
    `select
       exists (select from receipt_line where business_id = $1 and receipt_id = $2 and package_code = any($3)) as announced,
       (select a.id from article a where a.business_id = $1 and a.customer_id is not distinct from $4
           and (${FOLDED_SKU} = any($3) or a.id in (select b.article_id from article_barcode b where b.business_id = $1 and b.key = any($3)))
         order by a.status, a.id limit 1) as article_id,
       (select jsonb_build_object('id', b.id, 'code', b.code) from warehouse_bin b
         where b.business_id = $1 and b.warehouse_id = $5 and b.code = any($3) order by array_position($3, b.code) limit 1) as bin,
       exists (select from stock_package where business_id = $1 and code = any($3) and status <> 'rolled_back') as was_here`,
    [business_id, receipt.id, listGoodsKeys(code), receipt.customer_id, receipt.warehouse_id],
  );
  if (goods === undefined) return { kind: "unknown" };
  if (goods.announced || kind === "package") return { kind: "package", code: code_key };
  const article =
    goods.article_id === null ? undefined : await lockArticle(context, receipt, goods.article_id);
  if (article !== undefined) return { kind: "article", article };
  if (kind === "article") return { kind: "unknown" };
  if (goods.bin !== null) return { kind: "bin", bin: goods.bin };
  return goods.was_here ? { kind: "package", code: code_key } : { kind: "unknown" };
}

/** An article of the receipt's owner, locked against being retired meanwhile. */
export function lockArticle(
  { db, business_id }: Reader,
  receipt: Pick<ReceiptRow, "customer_id">,
  article_id: number,
): Promise<FoundArticle | undefined> {
  return db.row<FoundArticle>(
    `select id, sku, status from article where business_id = $1 and id = $2 and customer_id is not distinct from $3 for share`,
    [business_id, article_id, receipt.customer_id],
  );
}

/** The nearest open bin of the first zone of this kind; undefined where there is none. */
export async function findBinOfZone(
  { db, business_id }: Reader,
  warehouse_id: number,
  kind: "receiving" | "quarantine",
): Promise<number | undefined> {
  const row = await db.row<{ id: number }>(
    `select b.id from warehouse_bin b join warehouse_zone z on z.business_id = $1 and z.id = b.zone_id
      where b.business_id = $1 and b.warehouse_id = $2 and b.status = 'open' and z.status = 'open' and z.kind = $3
      order by b.walk_order nulls last, b.code limit 1`,
    [business_id, warehouse_id, kind],
  );
  return row?.id;
}
