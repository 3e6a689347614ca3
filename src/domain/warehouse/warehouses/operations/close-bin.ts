/** Close an empty bin for good. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { messages } from "../messages.ts";
import { BinRecord, getVisibleBin } from "../records/bin.ts";
import { Bin } from "../shapes.ts";
import { countStock } from "../uses.ts";

export const closeBin = defineOperation({
  name: "warehouseBinClose",
  summary: "Close a bin",
  access: { scopes: ["wms:write"] },
  rest: { method: "POST", path: "/api/v1/wms/bins/{bin_id}/close" },
  input: Type.Object({ bin_id: Ref("bin") }),
  output: Type.Object({ result: Type.Boolean(), version: Type.Integer(), bin: Bin }),
  refusals: { bin_closed: "conflict", bin_in_use: "conflict" },

  async run(context, { bin_id }) {
    const { refuse, expectVersion, emit } = context;
    const old = await getVisibleBin(context, bin_id, "for update");
    expectVersion(old.version);
    if (old.status === "closed") throw refuse("bin_closed", { message: messages.bin_closed });
    // An operation that puts stock into a bin has locked it, so what is counted under our lock stays.
    const stock = await countStock(context, { id: bin_id });
    if (stock > 0)
      throw refuse("bin_in_use", { message: messages.bin_in_use, values: { stock }, extra: { stock } });
    const bin = await BinRecord.change(context, old, { status: "closed" });
    emit({
      subject: { type: "warehouse", id: bin.warehouse_id },
      kind: "warehouse.bin_closed",
      payload: { bin_id, code: old.code },
    });
    return { result: true, version: bin.version, bin };
  },
});
