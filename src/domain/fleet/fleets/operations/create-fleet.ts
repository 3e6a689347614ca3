/** Create a fleet of the business or of a contractor. A contractor creates its own. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Id, Nullable } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { OWNER_ROLES } from "../access.ts";
import { messages } from "../messages.ts";
import { answerFleet, FleetRecord } from "../records/fleet.ts";
import { Areas, FleetAnswer, FleetName } from "../shapes.ts";

export const createFleet = defineOperation({
  name: "fleetCreate",
  summary: "Create a fleet",
  destructive: false,
  access: { roles: OWNER_ROLES, scopes: ["fleets:write"] },
  rest: { method: "POST", path: "/api/v1/fleets", status: 201 },
  localised: true,
  input: Type.Object({
    name: FleetName,
    contractor_id: Type.Optional(
      Nullable(
        Ref("contractor", {
          ...Id,
          description: "Its owner; the business when absent, for a contractor itself.",
        }),
      ),
    ),
    areas: Type.Optional(Areas),
  }),
  output: FleetAnswer,
  refusals: { name_taken: "conflict", unknown_contractor: "invalid" },

  async run(context, input) {
    const { db, business_id, actor, refuse, emit } = context;
    const is_contractor = actor.role === "broker_employee";
    const contractor_id = is_contractor ? actor.contractor_id : (input.contractor_id ?? null);
    const is_known =
      contractor_id === null
        ? !is_contractor
        : !(is_contractor && (input.contractor_id ?? contractor_id) !== contractor_id) &&
          (await db.row(
            "select id from contractor where business_id = $1 and id = $2 and status = 'active' for share",
            [business_id, contractor_id],
          )) !== undefined;
    if (!is_known)
      throw refuse("unknown_contractor", {
        message: messages.unknown_contractor,
        errors: [{ field: "contractor_id", message: messages.unknown_contractor }],
      });
    const row = await FleetRecord.insertIfAbsent(context, {
      name: input.name.trim(),
      contractor_id,
      areas: input.areas ?? [],
      created_by: actor.account_id,
    });
    if (row === undefined)
      throw refuse("name_taken", {
        message: messages.name_taken,
        errors: [{ field: "name", message: messages.name_taken }],
      });
    emit({
      subject: { type: "fleet", id: row.id, is_new: true },
      kind: "fleet.created",
      payload: { contractor_id },
      before: null,
      after: { contractor_id, areas: row.areas },
    });
    return answerFleet(context, row.id);
  },
});
