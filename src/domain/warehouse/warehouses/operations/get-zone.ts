/** One zone of a warehouse. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { getVisibleZone } from "../records/zone.ts";
import { Zone } from "../shapes.ts";

export const getZone = defineOperation({
  name: "warehouseZone",
  summary: "Get a zone",
  access: { scopes: ["wms:read"] },
  rest: { method: "GET", path: "/api/v1/wms/zones/{zone_id}" },
  input: Type.Object({ zone_id: Ref("zone") }),
  output: Type.Object({ result: Type.Boolean(), version: Type.Integer(), zone: Zone }),

  async run(context, { zone_id }) {
    const zone = await getVisibleZone(context, zone_id);
    return { result: true, version: zone.version, zone };
  },
});
