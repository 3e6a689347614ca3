/** One count with its bins: who counts, what was counted, what differs. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { loadBins } from "../records/count-bin.ts";
import { getVisibleCount } from "../records/stock-count.ts";
import { CountAnswer } from "../shapes.ts";

export const getCount = defineOperation({
  name: "stockCount",
  summary: "Get a count of stock with its bins",
  access: { scopes: ["wms:read"] },
  rest: { method: "GET", path: "/api/v1/wms/counts/{count_id}" },
  input: Type.Object({ count_id: Ref("stock_count") }),
  output: CountAnswer,

  async run(context, { count_id }) {
    const count = await getVisibleCount(context, count_id);
    return { result: true, count_id, version: count.version, count, bins: await loadBins(context, count) };
  },
});
