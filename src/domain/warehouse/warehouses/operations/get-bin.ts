/** One bin of a warehouse. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { getVisibleBin } from "../records/bin.ts";
import { Bin } from "../shapes.ts";

export const getBin = defineOperation({
  name: "warehouseBin",
  summary: "Get a bin",
  access: { scopes: ["wms:read"] },
  rest: { method: "GET", path: "/api/v1/wms/bins/{bin_id}" },
  input: Type.Object({ bin_id: Ref("bin") }),
  output: Type.Object({ result: Type.Boolean(), version: Type.Integer(), bin: Bin }),

  async run(context, { bin_id }) {
    const bin = await getVisibleBin(context, bin_id);
    return { result: true, version: bin.version, bin };
  },
});
