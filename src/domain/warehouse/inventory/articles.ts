/** Rows of articles with their barcodes. */
import type Type from "typebox";
import type { Context } from "#operation/define/context.ts";
import type { Article } from "./shapes.ts";

export type ArticleView = Type.Static<typeof Article>;

const BARCODES = `array(select b.barcode from article_barcode b
    where b.business_id = a.business_id and b.article_id = a.id order by b.barcode)`;
export const ARTICLE_COLUMNS = `a.id, a.customer_id, a.sku, a.name, a.unit, ${BARCODES} as barcodes, a.weight_g, a.length_mm, a.width_mm,
  a.height_mm, a.status, a.created_at, a.version`;

type Reader = Pick<Context<never>, "db" | "business_id">;

export function findArticle(
  { db, business_id }: Reader,
  id: number,
  lock: "" | "for update" = "",
): Promise<ArticleView | undefined> {
  return db.row<ArticleView>(
    `select ${ARTICLE_COLUMNS} from article a where a.business_id = $1 and a.id = $2 ${lock}`,
    [business_id, id],
  );
}

/** Replaces the barcodes; false where the owner has another article with one of them. */
export async function saveBarcodes(
  { db, business_id }: Reader,
  { id, customer_id, barcodes }: { id: number; customer_id: number | null; barcodes: readonly string[] },
): Promise<boolean> {
  await db.execute("delete from article_barcode where business_id = $1 and article_id = $2", [
    business_id,
    id,
  ]);
  const wanted = [...new Set(barcodes)];
  if (wanted.length === 0) return true;
  const stored = await db.execute(
    `insert into article_barcode (business_id, article_id, customer_id, barcode)
     select $1, $2, $3, code from unnest($4::text[]) as code on conflict do nothing`,
    [business_id, id, customer_id, wanted],
  );
  return stored === wanted.length;
}

/** Of these customers, those that the business has. */
export async function findCustomers(
  { db, business_id }: Reader,
  ids: readonly number[],
): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db.rows<{ id: number; name: string }>(
    "select id, name from customer where business_id = $1 and id = any($2::bigint[])",
    [business_id, [...ids]],
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}
