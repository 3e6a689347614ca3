/** Cancel a transfer of which nothing has been scanned. Its parcels may be taken by others. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { answerTransfer, describeTransfer, getLockedTransfer, saveTransfer } from "../records/transfer.ts";
import { loadItemRows, saveItem } from "../records/transfer-item.ts";
import { recordSteps } from "../records/transfer-step.ts";
import { TransferAnswer } from "../shapes.ts";

export const cancelTransfer = defineOperation({
  name: "transferCancel",
  summary: "Cancel a transfer",
  access: { scopes: ["wms:write"] },
  rest: { method: "POST", path: "/api/v1/warehouse-transfers/{transfer_id}/cancel" },
  input: Type.Object({ transfer_id: Ref("transfer") }),
  output: TransferAnswer,
  refusals: { wrong_state: "conflict" },

  async run(context, { transfer_id }) {
    const transfer = await getLockedTransfer(context, transfer_id, "cancel");
    context.expectVersion(transfer.version);
    for (const item of await loadItemRows(context, transfer_id))
      await saveItem(context, item, { is_open: false });
    await recordSteps(context, transfer_id, [
      { kind: "cancelled", warehouse_id: transfer.from_warehouse_id },
    ]);
    await saveTransfer(context, transfer, { state: "CANCELLED" });
    context.emit({
      subject: { type: "transfer", id: transfer_id },
      kind: "transfer.cancelled",
      payload: describeTransfer(transfer),
    });
    return answerTransfer(context, transfer_id);
  },
});
