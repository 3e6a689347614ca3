/** One article, and how much of it is in stock at the warehouses where the caller works. */
import Type from "typebox";
import { listReach } from "#domain/warehouse/warehouses/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { getKnownArticle } from "../records/article.ts";
import { Article } from "../shapes.ts";

export const getArticle = defineOperation({
  name: "article",
  summary: "Get an article",
  access: { scopes: ["wms:read"] },
  rest: { method: "GET", path: "/api/v1/wms/articles/{article_id}" },
  input: Type.Object({ article_id: Ref("article") }),
  output: Type.Object({
    result: Type.Boolean(),
    version: Type.Integer(),
    article: Article,
    qty: Type.Integer({ description: "Pieces in stock." }),
  }),

  async run(context, { article_id }) {
    const { db, business_id } = context;
    const [article, stock] = await Promise.all([
      getKnownArticle(context, article_id),
      db.row<{ qty: number }>(
        `select coalesce(sum(qty), 0)::bigint as qty from stock_line
          where business_id = $1 and article_id = $2 and ($3::bigint[] is null or warehouse_id = any($3))`,
        [business_id, article_id, listReach(context)],
      ),
    ]);
    return { result: true, version: article.version, article, qty: stock?.qty ?? 0 };
  },
});
