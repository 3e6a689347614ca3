/** Price a ship-out of a service that staff price; again until something is paid. */
import Type from "typebox";
import { lockBill, priceByStaff, StaffLines, setPrice } from "#domain/customer/bills/public.ts";
import { loadServiceVersion } from "#domain/customer/services/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { answerCustomerShipout } from "../answer.ts";
import { messages } from "../messages.ts";
import { followPayment } from "../pay.ts";
import { decide, getLockedShipout, moveRefusals } from "../records/shipout.ts";
import { CustomerShipoutAnswer } from "../shapes.ts";

export const quoteShipout = defineOperation({
  name: "clientShipoutQuote",
  summary: "Quote a ship-out",
  effect: "write",
  access: { roles: BUSINESS_ROLES, scopes: ["storage:write"] },
  rest: { method: "POST", path: "/api/v1/client/shipout-orders/{shipout_id}/quote" },
  input: Type.Object({
    shipout_id: Ref("shipout"),
    lines: StaffLines,
    note: Type.Optional(Type.String({ maxLength: 500, description: "For the customer." })),
  }),
  output: CustomerShipoutAnswer,
  refusals: { ...moveRefusals, priced_at_once: "conflict", paid_already: "conflict" },

  async run(context, { shipout_id, lines, note = "" }) {
    const { refuse } = context;
    const shipout = await getLockedShipout(context, shipout_id);
    const status = decide(context, shipout, "quote");
    const { definition } = await loadServiceVersion(context, shipout.service_id, shipout.service_version);
    if (definition.pricing_method === 1) throw refuse("priced_at_once", { message: messages.priced_at_once });
    const bill = await lockBill(context, { type: "shipout", id: shipout.id });
    if (bill.paid_minor > 0) throw refuse("paid_already", { message: messages.paid_already });
    const quoted = await setPrice(context, bill, { kind: "quoted", ...priceByStaff(context, lines), note });
    await followPayment(context, shipout, { trigger: "quote", bill: quoted.bill, status });
    return answerCustomerShipout(context, shipout.id);
  },
});
