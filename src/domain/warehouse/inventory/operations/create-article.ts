/** Create an article of a customer, or of the business itself. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { messages } from "../messages.ts";
import { findCustomers } from "../owners.ts";
import { ArticleRecord, findArticle, saveBarcodes } from "../records/article.ts";
import { Article, ArticleName, GoodsCode, measureMembers, OwnerId, Sku, UnitName } from "../shapes.ts";

export const createArticle = defineOperation({
  name: "articleCreate",
  summary: "Create an article",
  destructive: false,
  access: { scopes: ["wms:write"] },
  rest: { method: "POST", path: "/api/v1/wms/articles", status: 201 },
  input: Type.Object({
    customer_id: Type.Optional(OwnerId),
    sku: Sku,
    name: ArticleName,
    unit: Type.Optional(UnitName),
    barcodes: Type.Optional(Type.Array(GoodsCode, { maxItems: 20 })),
    weight_g: Type.Optional(measureMembers.weight_g),
    length_mm: Type.Optional(measureMembers.length_mm),
    width_mm: Type.Optional(measureMembers.width_mm),
    height_mm: Type.Optional(measureMembers.height_mm),
  }),
  output: Type.Object({
    result: Type.Boolean(),
    article_id: Ref("article"),
    version: Type.Integer(),
    article: Article,
  }),
  refusals: { unknown_customer: "invalid", sku_taken: "conflict", barcode_taken: "conflict" },

  async run(context, input) {
    const { refuse, emit } = context;
    const { customer_id = null, sku, name, unit = "piece", barcodes = [] } = input;
    if (customer_id !== null && !(await findCustomers(context, [customer_id])).has(customer_id))
      throw refuse("unknown_customer", {
        message: messages.unknown_customer,
        errors: [{ field: "customer_id", message: messages.is_no_customer }],
      });
    const created = await ArticleRecord.insertIfAbsent(context, {
      customer_id,
      sku,
      name: name.trim(),
      unit: unit.trim(),
      weight_g: input.weight_g ?? null,
      length_mm: input.length_mm ?? null,
      width_mm: input.width_mm ?? null,
      height_mm: input.height_mm ?? null,
    });
    if (created === undefined)
      throw refuse("sku_taken", {
        message: messages.sku_taken,
        errors: [{ field: "sku", message: messages.other_article }],
      });
    const { id } = created;
    if (!(await saveBarcodes(context, { id, customer_id, barcodes })))
      throw refuse("barcode_taken", {
        message: messages.barcode_taken,
        errors: [{ field: "barcodes", message: messages.one_of_other_article }],
      });
    const article = await findArticle(context, id);
    if (article === undefined) throw new Error("An article that was inserted has no row.");
    emit({
      subject: { type: "article", id, is_new: true },
      kind: "article.created",
      payload: { sku, customer_id },
    });
    return { result: true, article_id: id, version: article.version, article };
  },
});
