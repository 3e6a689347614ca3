/** Articles by SKU: all, those of an owner, or those found by a barcode or by words. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Id, StringEnum } from "#vocabulary/basics.ts";
import { toLikePattern } from "#vocabulary/like-pattern.ts";
import { PageInput, PageOutput, readPaging } from "#vocabulary/page.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { ARTICLE_COLUMNS, type ArticleView, listGoodsKeys } from "../records/article.ts";
import { ARTICLE_STATUSES } from "../rules.ts";
import { Article, GoodsCode } from "../shapes.ts";

/** The most articles that a search by words looks at. */
const FOUND_MAX = 2000;

export const listArticles = defineOperation({
  name: "articles",
  summary: "List articles",
  effect: "read",
  access: { roles: BUSINESS_ROLES, scopes: ["wms:read"] },
  rest: { method: "GET", path: "/api/v1/wms/articles" },
  input: Type.Object({
    ...PageInput,
    customer_id: Type.Optional(Id),
    owner: Type.Optional(StringEnum(["business"], { description: "Those of the business itself." })),
    sku: Type.Optional(Type.String({ maxLength: 60 })),
    barcode: Type.Optional(GoodsCode),
    text: Type.Optional(Type.String({ maxLength: 100, description: "Part of the SKU or the name." })),
    status: Type.Optional(StringEnum(ARTICLE_STATUSES)),
  }),
  output: Type.Object({ ...PageOutput, articles: Type.Array(Article) }),

  async run({ db, business_id }, input) {
    const { page, per_page, offset } = readPaging(input);
    const found = `from article a where a.business_id = $1 and ($2::bigint is null or a.customer_id = $2)
      and (not $3 or a.customer_id is null) and ($4::text is null or a.sku = $4) and ($5::text is null or a.status = $5)
      and ($6::text[] is null or a.id in (select b.article_id from article_barcode b where b.business_id = $1 and b.key = any($6)))
      and ($7::text is null or a.id in (select s.article_id from search_articles($7, ${FOUND_MAX}) s))`;
    const values = [
      business_id,
      input.customer_id ?? null,
      input.owner === "business",
      input.sku ?? null,
      input.status ?? null,
      input.barcode === undefined ? null : listGoodsKeys(input.barcode),
      input.text?.trim() ? toLikePattern(input.text) : null,
    ];
    const [articles, counted] = await Promise.all([
      db.rows<ArticleView>(`select ${ARTICLE_COLUMNS} ${found} order by a.sku, a.id limit $8 offset $9`, [
        ...values,
        per_page,
        offset,
      ]),
      db.row<{ n: number }>(`select count(*) as n ${found}`, values),
    ]);
    return { result: true, total: counted?.n ?? 0, page, per_page, articles };
  },
});
