/** Vehicles are added to a fleet or removed from it; shifts to come lose a vehicle that is removed. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { OWNER_ROLES } from "../access.ts";
import { changeMembers } from "../members.ts";
import { messages } from "../messages.ts";
import { answerFleet } from "../records/fleet.ts";
import { FleetAnswer, MEMBERS_MAX } from "../shapes.ts";

const Ids = Type.Optional(Type.Array(Ref("vehicle"), { maxItems: MEMBERS_MAX, uniqueItems: true }));

export const changeFleetVehicles = defineOperation({
  name: "fleetVehiclesChange",
  summary: "Add vehicles to a fleet or remove them",
  description:
    "A vehicle belongs to one fleet at a time. A contractor's fleet has vehicles that the contractor's own drivers drive.",
  access: { roles: OWNER_ROLES, scopes: ["fleets:write"] },
  rest: { method: "POST", path: "/api/v1/fleets/{fleet_id}/vehicles" },
  localised: true,
  input: Type.Object({ fleet_id: Ref("fleet"), add: Ids, remove: Ids }),
  output: FleetAnswer,
  refusals: { unknown_vehicle: "invalid", in_other_fleet: "conflict", fleet_closed: "conflict" },

  async run(context, { fleet_id, add = [], remove = [] }) {
    await changeMembers(context, "vehicle", { fleet_id, add, remove }, (errors) =>
      context.refuse("unknown_vehicle", { message: messages.unknown_vehicle, errors }),
    );
    return answerFleet(context, fleet_id);
  },
});
