/** Delete a template. Shifts that were made with it stay. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { FLEET_ROLES } from "../access.ts";
import { messages } from "../messages.ts";
import { getTemplate } from "../records/shift-template.ts";

export const deleteTemplate = defineOperation({
  name: "fleetTemplateDelete",
  summary: "Delete a template of a fleet",
  access: { roles: FLEET_ROLES, scopes: ["fleets:write"] },
  rest: { method: "DELETE", path: "/api/v1/fleets/templates/{shift_template_id}" },
  localised: true,
  input: Type.Object({ shift_template_id: Ref("shift_template") }),
  output: Type.Object({ result: Type.Boolean(), shift_template_id: Ref("shift_template") }),
  refusals: { not_captain: "forbidden" },

  async run(context, { shift_template_id }) {
    const { db, business_id, emit, refuse } = context;
    const { fleet } = await getTemplate(context, shift_template_id, "exclusive");
    const deleted = await db.execute("delete from shift_template where business_id = $1 and id = $2", [
      business_id,
      shift_template_id,
    ]);
    if (deleted === 0) throw refuse("not_found", { message: messages.unknown_template });
    emit({
      subject: { type: "fleet", id: fleet.id },
      kind: "fleet.template_deleted",
      payload: { shift_template_id },
    });
    return { result: true, shift_template_id };
  },
});
