/**
 * One ship-out of the caller.
 *
 * Source: docs/contract/mcp.md, `get_shipout`; the response is our choice.
 */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { answerOwnShipout } from "../answer.ts";
import { ShipoutAnswer } from "../shapes.ts";

export const getShipout = defineOperation({
  name: "customerShipout",
  summary: "Get own ship-out",
  description:
    "Status, packages, tracking number, paid amount and remaining balance, can_be_paid and can_be_cancelled, and the price with each " +
    "step that led to it.",
  access: { roles: ["customer"], scopes: ["storage:read"] },
  rest: { method: "GET", path: "/api/v1/customer/shipout-orders/{shipout_id}" },
  mcp: { user: "get_shipout" },
  input: Type.Object({ shipout_id: Ref("shipout") }),
  output: ShipoutAnswer,

  run: (context, { shipout_id }) => answerOwnShipout(context, shipout_id),
});
