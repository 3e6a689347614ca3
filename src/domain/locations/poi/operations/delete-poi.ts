/** Delete a point of interest. Orders keep their copy of its address. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { getLockedPoi, OWNER_REFUSALS, refuseForeign } from "../owner.ts";
import { removePoi } from "../records/poi.ts";

export const deletePoi = defineOperation({
  name: "poiDelete",
  summary: "Delete a point of interest",
  access: { scopes: ["address:write"] },
  rest: { method: "DELETE", path: "/api/v1/poi/{poi_id}" },
  localised: true,
  input: Type.Object({ poi_id: Ref("poi") }),
  output: Type.Object({ result: Type.Boolean() }),
  refusals: OWNER_REFUSALS,

  prepare: (context, { poi_id }) => refuseForeign(context, poi_id),

  async run(context, { poi_id }) {
    const row = await getLockedPoi(context, poi_id);
    context.expectVersion(row.version);
    await removePoi(context, poi_id);
    context.emit({
      subject: { type: "poi", id: poi_id },
      kind: "poi.deleted",
      before: { kind: row.kind, visibility: row.visibility },
      after: null,
    });
    return { result: true };
  },
});
