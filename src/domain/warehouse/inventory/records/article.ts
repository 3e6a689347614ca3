/** Articles with their barcodes: what one is, how it is found and stored. */
import type Type from "typebox";
import { buildArticleKey, buildCodeKey, readCode } from "#codes/read-code.ts";
import type { Context } from "#operation/define/context.ts";
import { defineGet } from "#operation/define/get.ts";
import { defineRecord, type Row } from "#operation/define/record.ts";
import { messages } from "../messages.ts";
import type { ARTICLE_STATUSES } from "../rules.ts";
import type { Article } from "../shapes.ts";

interface ArticleRow extends Row<"article"> {
  status: (typeof ARTICLE_STATUSES)[number];
}

export const ArticleRecord = defineRecord<"article", ArticleRow>("article");

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

export const getKnownArticle = defineGet(findArticle, messages.unknown_article);

/** Every key of a code on goods: for `package.code`, `article_barcode.key` and `FOLDED_SKU`. */
export function listGoodsKeys(code: string): string[] {
  return [...readCode(code).keys];
}

/** In the form in which scanned codes are compared; `a` is the article. */
export const FOLDED_SKU = "upper(replace(a.sku, ' ', ''))";

/** Replaces the barcodes; false where the owner has another article with one of them. */
export async function saveBarcodes(
  { db, business_id }: Reader,
  { id, customer_id, barcodes }: { id: number; customer_id: number | null; barcodes: readonly string[] },
): Promise<boolean> {
  await db.execute("delete from article_barcode where business_id = $1 and article_id = $2", [
    business_id,
    id,
  ]);
  // An article number is the same in all its lengths.
  const barcodes_by_key = new Map(
    barcodes.map((barcode) => [buildArticleKey(barcode), buildCodeKey(barcode)]),
  );
  if (barcodes_by_key.size === 0) return true;
  const keys = [...barcodes_by_key.keys()];
  const inserted_count = await db.execute(
    `insert into article_barcode (business_id, article_id, customer_id, barcode, key)
     select $1, $2, $3, n.barcode, n.key from unnest($4::text[], $5::text[]) as n(barcode, key)
      where not exists (select from article_barcode b
        where b.business_id = $1 and b.customer_id is not distinct from $3 and b.key = n.key)
     on conflict do nothing`,
    [business_id, id, customer_id, [...barcodes_by_key.values()], keys],
  );
  return inserted_count === keys.length;
}
