/** The board of a fleet on a day for dispatchers: who has each route, who waits, and what may be offered. */
import Type from "typebox";
import { OWNER_ROLES } from "#domain/fleet/fleets/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { CalendarDate } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { answerDispatchBoard, getOwnedFleet } from "../dispatch-board.ts";
import { DispatchBoardAnswer } from "../shapes.ts";

export const getDispatchBoard = defineOperation({
  name: "clientRouteBoard",
  summary: "Get the route board of a fleet",
  access: { roles: OWNER_ROLES, scopes: ["fleets:read"] },
  rest: { method: "GET", path: "/api/v1/client/route-board/{fleet_id}" },
  localised: true,
  input: Type.Object({ fleet_id: Ref("fleet"), date: CalendarDate }),
  output: DispatchBoardAnswer,

  async run(context, { fleet_id, date }) {
    return answerDispatchBoard(context, await getOwnedFleet(context, fleet_id), date);
  },
});
