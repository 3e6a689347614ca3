/** What lies in receiving and is to be put away, the longest waiting first, each with a suggested bin. */
import Type from "typebox";
import { GoodsCode, listGoodsKeys } from "#domain/warehouse/inventory/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { PageOutput } from "#vocabulary/page.ts";
import { Ref } from "#vocabulary/ref.ts";
import { countPutaways, listPutaways as readPutaways } from "../putaways.ts";
import { Putaway } from "../shapes.ts";

export const listPutaways = defineOperation({
  name: "putaways",
  summary: "List goods to put away",
  description:
    "Stock in bins of receiving zones, with the bin suggested for each: one that holds the same article, goods of the same owner, or the nearest empty one that takes it. Damaged packages go to quarantine.",
  access: { scopes: ["wms:read"] },
  rest: { method: "GET", path: "/api/v1/wms/mobile/putaway" },
  input: Type.Object({
    page: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000, default: 1 })),
    per_page: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 50,
        default: 20,
        description: "At most 50: bins are suggested for each.",
      }),
    ),
    warehouse_id: Type.Optional(Ref("warehouse")),
    code: Type.Optional(
      Type.String({ ...GoodsCode, description: "Code of a package, barcode or SKU of an article." }),
    ),
  }),
  output: Type.Object({ ...PageOutput, putaways: Type.Array(Putaway) }),

  async run(context, { page = 1, per_page = 20, warehouse_id, code }) {
    const filter = { warehouse_id, keys: code === undefined ? undefined : listGoodsKeys(code) };
    const [total, putaways] = await Promise.all([
      countPutaways(context, filter),
      readPutaways(context, filter, { limit: per_page, offset: (page - 1) * per_page }),
    ]);
    return { result: true, total, page, per_page, putaways };
  },
});
