/** Close a transfer. What did not come is short; it can still be scanned in when it is found. */
import Type from "typebox";
import type { Context } from "#operation/define/context.ts";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { loadMovableParcels } from "../parcels.ts";
import {
  answerTransfer,
  describeTransfer,
  getLockedTransfer,
  saveTransfer,
  type TransferRow,
} from "../records/transfer.ts";
import { loadItemRows, saveItem, type TransferItemRow } from "../records/transfer-item.ts";
import { recordSteps } from "../records/transfer-step.ts";
import { isAt } from "../rules.ts";
import { readCustody } from "../scan.ts";
import { TransferAnswer } from "../shapes.ts";

export const closeTransfer = defineOperation({
  name: "transferClose",
  summary: "Close a transfer",
  access: { scopes: ["wms:write"] },
  rest: { method: "POST", path: "/api/v1/warehouse-transfers/{transfer_id}/close" },
  input: Type.Object({ transfer_id: Ref("transfer") }),
  output: TransferAnswer,
  refusals: { wrong_state: "conflict" },

  async run(context, { transfer_id }) {
    const transfer = await getLockedTransfer(context, transfer_id, "close");
    context.expectVersion(transfer.version);
    await settleOpenItems(context, transfer, await loadItemRows(context, transfer_id));
    const items = await loadItemRows(context, transfer_id);
    const getIds = (state: TransferItemRow["state"]) =>
      items.filter((item) => item.state === state).map(({ parcel_id }) => parcel_id);
    await recordSteps(context, transfer_id, [{ kind: "closed", warehouse_id: transfer.to_warehouse_id }]);
    await saveTransfer(context, transfer, { state: "CLOSED" });
    context.emit({
      subject: { type: "transfer", id: transfer_id },
      kind: "transfer.closed",
      payload: {
        ...describeTransfer(transfer),
        arrived: getIds("in").length,
        short_parcel_ids: getIds("short"),
        over_parcel_ids: getIds("over"),
      },
    });
    return answerTransfer(context, transfer_id);
  },
});

/** Parcels that nobody scanned in. One that was received by another scan, such as at the desk, did come. */
async function settleOpenItems(
  context: Context<never>,
  transfer: TransferRow,
  items: readonly TransferItemRow[],
): Promise<void> {
  const open = items.filter(({ state }) => state === "listed" || state === "out");
  const ids = open.map(({ parcel_id }) => parcel_id);
  const parcels = new Map((await loadMovableParcels(context, ids)).map((parcel) => [parcel.id, parcel]));
  const custody = await readCustody(context, ids);
  for (const item of open) {
    const parcel = parcels.get(item.parcel_id);
    const has_come = parcel !== undefined && isAt(parcel, transfer.to_warehouse_id);
    await saveItem(context, item, {
      state: has_come ? "in" : "short",
      ...(has_come
        ? {
            ...custody.get(item.parcel_id),
            found_warehouse_id: transfer.to_warehouse_id,
            in_at: parcel.custody_since,
          }
        : {}),
    });
    const step = { item_id: item.id, warehouse_id: transfer.to_warehouse_id };
    await recordSteps(context, transfer.id, [
      has_come
        ? { ...step, kind: "scanned_in", detail: "received_otherwise" }
        : { ...step, kind: "short", detail: item.out_at === null ? "left_behind" : "not_arrived" },
    ]);
  }
}
