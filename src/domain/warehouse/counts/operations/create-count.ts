/** Begin a count of stock: of a zone, of bins, or of an article in all bins where it lies. */
import Type from "typebox";
import { findArticle } from "#domain/warehouse/inventory/public.ts";
import { findWarehouse } from "#domain/warehouse/warehouses/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { fields } from "#operation/response/platform-messages.ts";
import { Id } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { answerCount } from "../answer.ts";
import { messages } from "../messages.ts";
import { CountBinRecord } from "../records/count-bin.ts";
import { StockCountRecord } from "../records/stock-count.ts";
import { BINS_MAX, CountAnswer, CountNote } from "../shapes.ts";

export const createCount = defineOperation({
  name: "stockCountCreate",
  summary: "Begin a count of stock",
  destructive: false,
  access: { scopes: ["wms:write"] },
  rest: { method: "POST", path: "/api/v1/wms/counts", status: 201 },
  input: Type.Object({
    warehouse_id: Ref("warehouse"),
    zone_id: Type.Optional(Ref("zone", { ...Id, description: "All open bins of the zone." })),
    bin_ids: Type.Optional(Type.Array(Ref("bin"), { minItems: 1, maxItems: BINS_MAX, uniqueItems: true })),
    article_id: Type.Optional(
      Ref("article", { ...Id, description: "This article alone, in all bins where it lies now." }),
    ),
    is_blind: Type.Optional(
      Type.Boolean({
        description: "What should be there is not shown to those who count; true when absent.",
      }),
    ),
    counters: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 2,
        description: "2: two people count each bin independently of each other. 1 when absent.",
      }),
    ),
    note: Type.Optional(CountNote),
  }),
  output: CountAnswer,
  refusals: {
    unknown_warehouse: "invalid",
    unknown_zone: "invalid",
    unknown_bin: "invalid",
    unknown_article: "invalid",
    wrong_scope: "invalid",
    no_bins: "conflict",
    too_many_bins: "conflict",
  },

  async run(context, input) {
    const { db, business_id, actor, refuse, emit } = context;
    const { warehouse_id, zone_id, bin_ids, article_id, is_blind = true, counters = 1, note = "" } = input;
    if ([zone_id, bin_ids, article_id].filter((one) => one !== undefined).length !== 1)
      throw refuse("wrong_scope", {
        message: messages.wrong_scope,
        errors: [{ field: "zone_id", message: messages.scope_required }],
      });
    const refuseMember = (
      code: "unknown_warehouse" | "unknown_zone" | "unknown_bin" | "unknown_article",
      field: string,
    ) => refuse(code, { message: messages[code], errors: [{ field, message: fields.not_known }] });
    if ((await findWarehouse(context, warehouse_id, "for share"))?.status !== "open")
      throw refuseMember("unknown_warehouse", "warehouse_id");
    if (article_id !== undefined && (await findArticle(context, article_id)) === undefined)
      throw refuseMember("unknown_article", "article_id");
    const zone =
      zone_id === undefined
        ? undefined
        : await db.row(
            "select id from warehouse_zone where business_id = $1 and id = $2 and warehouse_id = $3",
            [business_id, zone_id, warehouse_id],
          );
    if (zone_id !== undefined && zone === undefined) throw refuseMember("unknown_zone", "zone_id");
    const bins = await db.rows<{ id: number }>(
      `select id from warehouse_bin b where business_id = $1 and warehouse_id = $2 and status = 'open'
         and ($3::bigint is null or zone_id = $3) and ($4::bigint[] is null or id = any($4))
         and ($5::bigint is null or exists (select from stock_line l
           where l.business_id = $1 and l.bin_id = b.id and l.article_id = $5 and l.package_id is null and l.qty > 0))
        order by id limit ${BINS_MAX + 1}`,
      [business_id, warehouse_id, zone_id ?? null, bin_ids ?? null, article_id ?? null],
    );
    if (bin_ids !== undefined && bins.length < bin_ids.length) throw refuseMember("unknown_bin", "bin_ids");
    if (bins.length === 0) throw refuse("no_bins", { message: messages.no_bins });
    if (bins.length > BINS_MAX)
      throw refuse("too_many_bins", {
        message: messages.too_many_bins,
        values: { most: BINS_MAX, bins: bins.length },
      });
    const kind = zone_id !== undefined ? "zone" : bin_ids !== undefined ? "bin" : "article";
    const { id: count_id } = await StockCountRecord.insert(context, {
      warehouse_id,
      kind,
      zone_id: zone_id ?? null,
      article_id: article_id ?? null,
      is_blind,
      counters,
      note,
      status: "open",
      created_by: actor.account_id,
    });
    const counted = bins.map(({ id: bin_id }) => ({ count_id, bin_id, status: "open" as const }));
    await CountBinRecord.insertMany(context, counted);
    emit({
      subject: { type: "stock_count", id: count_id, is_new: true },
      kind: "stock_count.created",
      payload: { warehouse_id, kind, bins: bins.length },
    });
    return answerCount(context, count_id);
  },
});
