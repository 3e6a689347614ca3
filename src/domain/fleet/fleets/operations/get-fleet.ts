/** One fleet with its drivers, captains and vehicles. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { FLEET_ROLES } from "../access.ts";
import { answerFleet } from "../records/fleet.ts";
import { FleetAnswer } from "../shapes.ts";

export const getFleet = defineOperation({
  name: "fleet",
  summary: "Get a fleet",
  access: { roles: FLEET_ROLES, scopes: ["fleets:read"] },
  rest: { method: "GET", path: "/api/v1/fleets/{fleet_id}" },
  localised: true,
  input: Type.Object({ fleet_id: Ref("fleet") }),
  output: FleetAnswer,
  run: (context, { fleet_id }) => answerFleet(context, fleet_id),
});
