/** Drivers join a fleet or leave it. Who leaves gives back the shifts to come, and is no captain any more at once. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { OWNER_ROLES } from "../access.ts";
import { changeMembers } from "../members.ts";
import { messages } from "../messages.ts";
import { answerFleet } from "../records/fleet.ts";
import { FleetAnswer, MEMBERS_MAX } from "../shapes.ts";

const Ids = Type.Optional(Type.Array(Ref("driver"), { maxItems: MEMBERS_MAX, uniqueItems: true }));

export const changeFleetDrivers = defineOperation({
  name: "fleetDriversChange",
  summary: "Add drivers to a fleet or remove them",
  description: "A driver belongs to one fleet at a time, and to that of the driver's own contractor.",
  access: { roles: OWNER_ROLES, scopes: ["fleets:write"] },
  rest: { method: "POST", path: "/api/v1/fleets/{fleet_id}/drivers" },
  localised: true,
  input: Type.Object({ fleet_id: Ref("fleet"), add: Ids, remove: Ids }),
  output: FleetAnswer,
  refusals: {
    unknown_driver: "invalid",
    in_other_fleet: "conflict",
    fleet_closed: "conflict",
    limit_reached: "conflict",
  },

  async run(context, { fleet_id, add = [], remove = [] }) {
    const { db, business_id, refuse } = context;
    const fleet = await changeMembers(context, "driver", { fleet_id, add, remove }, (errors) =>
      refuse("unknown_driver", { message: messages.unknown_driver, errors }),
    );
    const size = await db.row<{ n: number }>(
      "select count(*) as n from fleet_driver where business_id = $1 and fleet_id = $2",
      [business_id, fleet.id],
    );
    if ((size?.n ?? 0) > MEMBERS_MAX)
      throw refuse("limit_reached", { message: messages.limit_reached, values: { most: MEMBERS_MAX } });
    return answerFleet(context, fleet.id);
  },
});
