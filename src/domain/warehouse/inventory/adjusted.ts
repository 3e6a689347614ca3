/** What an adjustment, or a difference of a count, moves into or out of a bin that is locked. */
import type { Context } from "#operation/define/context.ts";
import { goodsOfPackage } from "./packages.ts";
import { findArticle } from "./records/article.ts";
import type { StockLineRow } from "./records/stock-line.ts";
import type { PackageRow } from "./records/stock-package.ts";
import type { Movement } from "./rules.ts";

export interface Adjustment {
  bin_id: number;
  article_id?: number | null | undefined;
  package_id?: number | null | undefined;
  lot?: string | undefined;
  expires_date?: string | null | undefined;
  change: number;
}

export type AdjustmentFault =
  | "unknown_article"
  | "article_retired"
  | "unknown_package"
  | "wrong_goods"
  | "not_in_stock"
  | "already_in_stock";

/** The movements without their reason. A package that leaves takes what is in it along. */
export async function findAdjusted(
  context: Context<never>,
  adjustment: Adjustment,
): Promise<
  { movements: Omit<Movement, "reason">[] } | { fault: AdjustmentFault; field: string; code: string }
> {
  const { db, business_id } = context;
  const { bin_id, article_id, package_id, lot = "", expires_date = null, change } = adjustment;
  const ends =
    change > 0 ? { from_bin_id: null, to_bin_id: bin_id } : { from_bin_id: bin_id, to_bin_id: null };
  const qty = Math.abs(change);
  const outer =
    package_id == null
      ? undefined
      : await db.row<PackageRow>(
          "select * from stock_package where business_id = $1 and id = $2 for update",
          [business_id, package_id],
        );
  if (package_id != null && outer === undefined)
    return { fault: "unknown_package", field: "package_id", code: "" };
  const is_here = outer?.bin_id === bin_id;

  if (article_id != null) {
    // Shared with other movements of the article; retiring it waits.
    await db.execute("select from article where business_id = $1 and id = $2 for share", [
      business_id,
      article_id,
    ]);
    const article = await findArticle(context, article_id);
    if (article === undefined) return { fault: "unknown_article", field: "article_id", code: "" };
    if (change > 0 && article.status === "retired")
      return { fault: "article_retired", field: "article_id", code: article.sku };
    if (outer !== undefined && !is_here)
      return { fault: "not_in_stock", field: "package_id", code: outer.code };
    const goods = {
      article_id,
      package_id: outer?.id ?? null,
      customer_id: article.customer_id,
      lot,
      expires_date,
    };
    return { movements: [{ ...goods, ...ends, qty }] };
  }
  if (outer === undefined || qty !== 1 || lot !== "" || expires_date !== null)
    return { fault: "wrong_goods", field: outer === undefined ? "article_id" : "change", code: "" };
  if (change > 0) {
    if (outer.status === "in_stock")
      return { fault: "already_in_stock", field: "package_id", code: outer.code };
    return { movements: [{ ...goodsOfPackage(outer.id, outer.customer_id), ...ends, qty }] };
  }
  if (!is_here) return { fault: "not_in_stock", field: "package_id", code: outer.code };
  const lines = await db.rows<StockLineRow>(
    "select * from stock_line where business_id = $1 and package_id = $2 and bin_id = $3 and qty > 0 order by article_id nulls first",
    [business_id, outer.id, bin_id],
  );
  return { movements: lines.map((line) => ({ ...line, ...ends })) };
}
