/** Articles by SKU: all, those of an owner, or those found by a barcode or by words. */
import Type from "typebox";
import { defineList, filter } from "#operation/define/list.ts";
import { StringEnum } from "#vocabulary/basics.ts";
import { toLikePattern } from "#vocabulary/like-pattern.ts";
import { Ref } from "#vocabulary/ref.ts";
import { ARTICLE_COLUMNS, type ArticleView, listGoodsKeys } from "../records/article.ts";
import { ARTICLE_STATUSES } from "../rules.ts";
import { Article, GoodsCode } from "../shapes.ts";

/** The most articles that a search by words looks at. */
const FOUND_MAX = 2000;

export const listArticles = defineList({
  name: "articles",
  summary: "List articles",
  access: { scopes: ["wms:read"] },
  rest: { method: "GET", path: "/api/v1/wms/articles" },
  filters: {
    customer_id: filter(Ref("customer")),
    owner: filter(
      StringEnum(["business"], { description: "Those of the business itself." }),
      "a.customer_id is null",
    ),
    sku: filter(Type.String({ maxLength: 60 })),
    barcode: filter(GoodsCode, {
      where: `a.id in (select b.article_id from article_barcode b where b.business_id = $1 and b.key = any($barcode))`,
      value: listGoodsKeys,
      type: "text[]",
    }),
    text: filter(Type.String({ maxLength: 100, description: "Part of the SKU or the name." }), {
      where: `a.id in (select s.article_id from search_articles($text, ${FOUND_MAX}) s)`,
      value: (text) => (text.trim() === "" ? undefined : toLikePattern(text)),
    }),
    status: filter(StringEnum(ARTICLE_STATUSES)),
  },
  rows: { articles: Type.Array(Article) },
  from: "article a",
  columns: ARTICLE_COLUMNS,
  order: "a.sku, a.id",
  build: (row: ArticleView) => row,
});
