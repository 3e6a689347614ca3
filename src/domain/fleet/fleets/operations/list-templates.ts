/** The templates of a fleet, by name. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { FLEET_ROLES, getPlannedFleet } from "../access.ts";
import { Template } from "../shapes.ts";

export const listTemplates = defineOperation({
  name: "fleetTemplates",
  summary: "List the templates of a fleet",
  access: { roles: FLEET_ROLES, scopes: ["fleets:read"] },
  rest: { method: "GET", path: "/api/v1/fleets/{fleet_id}/templates" },
  localised: true,
  input: Type.Object({ fleet_id: Ref("fleet") }),
  output: Type.Object({ result: Type.Boolean(), templates: Type.Array(Template) }),
  refusals: { not_captain: "forbidden" },

  async run(context, { fleet_id }) {
    await getPlannedFleet(context, fleet_id, "none");
    const templates = await context.db.rows<Type.Static<typeof Template>>(
      `select id, fleet_id, name, jsonb_array_length(entries) as shifts, created_at from shift_template
        where business_id = $1 and fleet_id = $2 order by lower(name), id`,
      [context.business_id, fleet_id],
    );
    return { result: true, templates };
  },
});
