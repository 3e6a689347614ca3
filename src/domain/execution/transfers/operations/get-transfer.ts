/** One transfer with its parcels. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { getVisibleTransfer } from "../records/transfer.ts";
import { loadItems } from "../records/transfer-item.ts";
import { TransferAnswer } from "../shapes.ts";

export const getTransfer = defineOperation({
  name: "transfer",
  summary: "Get a transfer with its parcels",
  access: { scopes: ["wms:read"] },
  rest: { method: "GET", path: "/api/v1/warehouse-transfers/{transfer_id}" },
  input: Type.Object({ transfer_id: Ref("transfer") }),
  output: TransferAnswer,

  async run(context, { transfer_id }) {
    const transfer = await getVisibleTransfer(context, transfer_id);
    const items = await loadItems(context, transfer_id);
    return { result: true, transfer_id, version: transfer.version, transfer, items };
  },
});
