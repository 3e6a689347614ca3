/** Have a bin counted again, before its difference is approved, or when somebody does not finish counting it. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { answerCount } from "../answer.ts";
import { messages } from "../messages.ts";
import { CountBinRecord, findCountBin } from "../records/count-bin.ts";
import { removeUnfinished } from "../records/count-entry.ts";
import { getLockedCount, saveCount } from "../records/stock-count.ts";
import { CountAnswer } from "../shapes.ts";

export const recountBin = defineOperation({
  name: "stockCountRecount",
  summary: "Request a new count of a bin",
  access: { scopes: ["wms:write"] },
  rest: { method: "POST", path: "/api/v1/wms/counts/{count_id}/bins/{bin_id}/recount" },
  input: Type.Object({ count_id: Ref("stock_count"), bin_id: Ref("bin") }),
  output: CountAnswer,
  refusals: { wrong_status: "conflict", unknown_bin: "not_found", not_to_count: "conflict" },

  async run(context, { count_id, bin_id }) {
    const { refuse, emit } = context;
    const count = await getLockedCount(context, count_id);
    const task = await findCountBin(context, count_id, bin_id);
    if (task === undefined) throw refuse("unknown_bin", { message: messages.unknown_bin });
    if (task.status === "adjusted")
      throw refuse("not_to_count", { message: messages.not_to_count, values: { code: bin_id } });
    await removeUnfinished(context, task.id);
    const round = task.round + 1;
    await CountBinRecord.change(context, task, { status: "open", round });
    await saveCount(context, count);
    emit({
      subject: { type: "stock_count", id: count_id },
      kind: "stock_count.recount_asked",
      payload: { warehouse_id: count.warehouse_id, bin_id, round },
    });
    return answerCount(context, count_id);
  },
});
