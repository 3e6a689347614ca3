/** Cancel a count. What was approved before stays. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { answerCount } from "../answer.ts";
import { getLockedCount, StockCountRecord } from "../records/stock-count.ts";
import { CountAnswer } from "../shapes.ts";

export const cancelCount = defineOperation({
  name: "stockCountCancel",
  summary: "Cancel a count of stock",
  access: { scopes: ["wms:write"] },
  rest: { method: "POST", path: "/api/v1/wms/counts/{count_id}/cancel" },
  input: Type.Object({ count_id: Ref("stock_count") }),
  output: CountAnswer,
  refusals: { wrong_status: "conflict" },

  async run(context, { count_id }) {
    const { now, emit } = context;
    const count = await getLockedCount(context, count_id);
    await StockCountRecord.change(context, count, { status: "cancelled", ended_at: now.toISOString() });
    emit({
      subject: { type: "stock_count", id: count_id },
      kind: "stock_count.cancelled",
      payload: { warehouse_id: count.warehouse_id },
    });
    return answerCount(context, count_id);
  },
});
