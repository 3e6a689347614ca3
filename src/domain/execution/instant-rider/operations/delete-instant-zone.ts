/** Delete a zone. Jobs that riders have go on. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { business_messages } from "../business-messages.ts";

export const deleteInstantZone = defineOperation({
  name: "clientInstantZoneDelete",
  summary: "Delete a zone",
  access: { scopes: ["fleets:write"] },
  feature: "instant_deliver",
  rest: { method: "DELETE", path: "/api/v1/client/instant/zones/{instant_zone_id}" },
  input: Type.Object({ instant_zone_id: Ref("instant_zone") }),
  output: Type.Object({ result: Type.Boolean(), instant_zone_id: Ref("instant_zone") }),

  async run(context, { instant_zone_id }) {
    const { db, business_id, emit, refuse } = context;
    const zone = await db.row<{ fleet_id: number }>(
      "delete from instant_zone where business_id = $1 and id = $2 returning fleet_id",
      [business_id, instant_zone_id],
    );
    if (zone === undefined) throw refuse("not_found", { message: business_messages.unknown_zone });
    emit({
      subject: { type: "instant_zone", id: instant_zone_id },
      kind: "instant_zone.deleted",
      payload: { fleet_id: zone.fleet_id },
    });
    return { result: true, instant_zone_id };
  },
});
