/** The vehicle leaves. What was listed and not scanned out stays behind, as shortage, and other transfers may take it. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { answerTransfer, describeTransfer, getLockedTransfer, saveTransfer } from "../records/transfer.ts";
import { loadItemRows, saveItem } from "../records/transfer-item.ts";
import { recordSteps } from "../records/transfer-step.ts";
import { TransferAnswer } from "../shapes.ts";

export const departTransfer = defineOperation({
  name: "transferDepart",
  summary: "Send a transfer off",
  access: { scopes: ["wms:write"] },
  rest: { method: "POST", path: "/api/v1/warehouse-transfers/{transfer_id}/depart" },
  queueable: true,
  input: Type.Object({ transfer_id: Ref("transfer") }),
  output: TransferAnswer,
  refusals: { wrong_state: "conflict" },

  async run(context, { transfer_id }) {
    const transfer = await getLockedTransfer(context, transfer_id, "depart");
    context.expectVersion(transfer.version);
    const items = await loadItemRows(context, transfer_id);
    const behind = items.filter(({ state }) => state === "listed");
    for (const item of behind) await saveItem(context, item, { state: "short" });
    const warehouse_id = transfer.from_warehouse_id;
    await recordSteps(context, transfer_id, [
      ...behind.map(({ id }) => ({
        kind: "short" as const,
        item_id: id,
        warehouse_id,
        detail: "left_behind",
      })),
      { kind: "departed", warehouse_id },
    ]);
    await saveTransfer(context, transfer, { state: "IN_TRANSIT", departed_at: context.now.toISOString() });
    context.emit({
      subject: { type: "transfer", id: transfer_id },
      kind: "transfer.departed",
      payload: {
        ...describeTransfer(transfer),
        out: items.filter(({ state }) => state === "out").length,
        left_behind: behind.length,
      },
    });
    return answerTransfer(context, transfer_id);
  },
});
