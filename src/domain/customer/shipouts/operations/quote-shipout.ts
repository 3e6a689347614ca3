/** Price a ship-out of a service that staff price; again until something is paid. */
import Type from "typebox";
import { quoteMembers, quoteRefusals } from "#domain/customer/service-orders/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { answerCustomerShipout } from "../answer.ts";
import { followPayment } from "../pay.ts";
import { getAllowedNextStatus, getLockedShipout, moveRefusals, ShipoutBill } from "../records/shipout.ts";
import { CustomerShipoutAnswer } from "../shapes.ts";

export const quoteShipout = defineOperation({
  name: "clientShipoutQuote",
  summary: "Quote a ship-out",
  access: { scopes: ["storage:write"] },
  rest: { method: "POST", path: "/api/v1/client/shipout-orders/{shipout_id}/quote" },
  input: Type.Object({
    shipout_id: Ref("shipout"),
    ...quoteMembers,
  }),
  output: CustomerShipoutAnswer,
  refusals: { ...moveRefusals, ...quoteRefusals },

  async run(context, { shipout_id, ...quote }) {
    const shipout = await getLockedShipout(context, shipout_id);
    const status = getAllowedNextStatus(context, shipout, "quote");
    const bill = await ShipoutBill.quote(context, shipout, quote);
    await followPayment(context, shipout, { trigger: "quote", bill, status });
    return answerCustomerShipout(context, shipout.id);
  },
});
