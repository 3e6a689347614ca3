/** Change an article, or retire it. Its SKU and owner stay: they are on its stock and in what was moved. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { StringEnum } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { messages } from "../messages.ts";
import { ArticleRecord, findArticle, getKnownArticle, saveBarcodes } from "../records/article.ts";
import { ARTICLE_STATUSES } from "../rules.ts";
import { Article, ArticleName, GoodsCode, measureMembers, UnitName } from "../shapes.ts";

export const updateArticle = defineOperation({
  name: "articleUpdate",
  summary: "Update an article",
  access: { scopes: ["wms:write"] },
  rest: { method: "PATCH", path: "/api/v1/wms/articles/{article_id}" },
  input: Type.Object({
    article_id: Ref("article"),
    name: Type.Optional(ArticleName),
    unit: Type.Optional(UnitName),
    barcodes: Type.Optional(Type.Array(GoodsCode, { maxItems: 20 })),
    weight_g: Type.Optional(measureMembers.weight_g),
    length_mm: Type.Optional(measureMembers.length_mm),
    width_mm: Type.Optional(measureMembers.width_mm),
    height_mm: Type.Optional(measureMembers.height_mm),
    status: Type.Optional(
      StringEnum(ARTICLE_STATUSES, { description: "`retired`: nothing of it is received any more." }),
    ),
  }),
  output: Type.Object({ result: Type.Boolean(), version: Type.Integer(), article: Article }),
  refusals: { barcode_taken: "conflict", article_in_stock: "conflict" },

  async run(context, { article_id, barcodes, ...change }) {
    const { db, business_id, refuse, expectVersion, emit } = context;
    const old = await getKnownArticle(context, article_id, "for update");
    expectVersion(old.version);
    if (change.status === "retired" && old.status === "active") {
      // Goods of an article are received under a shared lock of its row, so the sum stays.
      const stock = await db.row<{ qty: number }>(
        "select coalesce(sum(qty), 0)::bigint as qty from stock_line where business_id = $1 and article_id = $2",
        [business_id, article_id],
      );
      const qty = stock?.qty ?? 0;
      if (qty > 0)
        throw refuse("article_in_stock", {
          message: messages.article_in_stock,
          values: { qty },
          extra: { qty },
        });
    }
    if (
      barcodes !== undefined &&
      !(await saveBarcodes(context, {
        id: article_id,
        customer_id: old.customer_id,
        barcodes,
      }))
    )
      throw refuse("barcode_taken", {
        message: messages.barcode_taken,
        errors: [{ field: "barcodes", message: messages.one_of_other_article }],
      });
    const { name, unit, weight_g, length_mm, width_mm, height_mm, status } = { ...old, ...change };
    await ArticleRecord.change(context, old, {
      name: name.trim(),
      unit: unit.trim(),
      weight_g,
      length_mm,
      width_mm,
      height_mm,
      status,
    });
    const article = await findArticle(context, article_id);
    if (article === undefined) throw new Error("A locked article was gone.");
    emit({
      subject: { type: "article", id: article_id },
      kind: "article.changed",
      payload: { members: Object.keys({ ...change, ...(barcodes === undefined ? {} : { barcodes }) }) },
    });
    return { result: true, version: article.version, article };
  },
});
