/** Buys a label at a rate: what both operations that take a `rate_id` do. */
import Type, { type Static } from "typebox";
import { rateRefusals } from "#domain/money/quotes/public.ts";
import type { Context } from "#operation/define/context.ts";
import { Ref } from "#vocabulary/ref.ts";
import { answerLabel } from "../answer.ts";
import { messages } from "../messages.ts";
import { customerMember, resolveCustomer } from "../rating/rate-shipment.ts";
import { buildShipment, shipmentMembers } from "../rating/shipment.ts";
import { labelAnswerMembers } from "../shapes.ts";
import { buyMembers, claimRate, purchaseRefusals, requirePayable } from "./buy.ts";
import { startPurchase } from "./start.ts";

const { ship_to, packages, ...rest } = shipmentMembers;

export const RateId = Type.String({ minLength: 1, maxLength: 200, description: "From a rate." });

export const BuyInput = Type.Object({
  rate_id: Ref("rate", RateId),
  ...rest,
  ship_to: Type.Optional(ship_to),
  packages: Type.Optional(packages),
  ...customerMember,
  ...buyMembers,
});

export const LabelAnswer = Type.Object(labelAnswerMembers);

export const buyRefusals = {
  ...rateRefusals,
  ...purchaseRefusals,
  unknown_customer: "invalid",
} as const;

export async function buyAtRate(context: Context<keyof typeof buyRefusals>, input: Static<typeof BuyInput>) {
  const { rate_id, ship_to: to, packages: pieces, ref, label_format, pay_from } = input;
  requirePayable(context, pay_from);
  const customer_id = await resolveCustomer(context, input.customer_id);
  let shipment = null;
  if (to !== undefined && pieces !== undefined) {
    const built = buildShipment(context, { ...input, ship_to: to, packages: pieces });
    if ("faults" in built)
      throw context.refuse("invalid_request", { message: messages.invalid_shipment, errors: built.faults });
    shipment = built.shipment;
  } else if (Object.keys(input).some((member) => Object.hasOwn(shipmentMembers, member)))
    throw context.refuse("invalid_request", {
      message: messages.invalid_shipment,
      errors: [
        {
          field: to === undefined ? "ship_to" : "packages",
          message: messages.required_with_others,
        },
      ],
    });
  const purchase = await claimRate(context, { rate_id, customer_id, shipment, label_format });
  const order = await startPurchase(context, purchase, { ref: ref ?? null });
  return answerLabel(context, order.id);
}
