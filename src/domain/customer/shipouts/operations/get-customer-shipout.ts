/** One ship-out of a customer, with what can be decided about it now and where its packages are. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { answerCustomerShipout } from "../answer.ts";
import { CustomerShipoutAnswer } from "../shapes.ts";

export const getCustomerShipout = defineOperation({
  name: "clientShipout",
  summary: "Get a ship-out of a customer",
  access: { scopes: ["storage:read"] },
  rest: { method: "GET", path: "/api/v1/client/shipout-orders/{shipout_id}" },
  input: Type.Object({ shipout_id: Ref("shipout") }),
  output: CustomerShipoutAnswer,

  run: (context, { shipout_id }) => answerCustomerShipout(context, shipout_id),
});
