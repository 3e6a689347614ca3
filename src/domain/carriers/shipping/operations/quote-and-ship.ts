/**
 * Rate all enabled carriers, choose by a strategy, and buy the label: in one call.
 *
 * The rate that is chosen is a quote like any other, used by the purchase, so that what was chosen and what it cost stays
 * on record.
 *
 * Source: docs/contract/mcp.md, `quote_and_ship`; strategies and the route are our choice.
 */
import Type from "typebox";
import { STRATEGIES } from "#domain/carriers/shipping-rules/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { plainMessage } from "#operation/response/messages.ts";
import { CalendarDate, StringEnum } from "#vocabulary/basics.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { answerLabel } from "../answer.ts";
import { messages } from "../messages.ts";
import {
  buyMembers,
  performPurchase,
  purchaseRefusals,
  requirePayable,
  settlePurchase,
} from "../purchase/buy.ts";
import { startPurchase } from "../purchase/start.ts";
import { chooseOffer } from "../rating/choose-offer.ts";
import { issueRates, toOfferAtPurchase } from "../rating/price-rates.ts";
import {
  priceRates,
  rateMembers,
  rateRefusals,
  rateShipment,
  resolveCustomer,
} from "../rating/rate-shipment.ts";
import { labelAnswerMembers } from "../shapes.ts";
import { UNPREDICTED_OF_PURCHASE } from "../unpredicted.ts";

export const quoteAndShip = defineOperation({
  name: "labelserviceQuoteAndShip",
  summary: "Get rates of all carriers and buy the best label",
  description:
    "Strategy cheapest (default), fastest, cheapest_within_deadline with a deadline, preferred by the business, or rules: its shipping rules. " +
    "Nothing is bought when no rate fits (422), or when the carrier refuses. With pending true the carrier has not answered yet.",
  destructive: false,
  access: { roles: [...BUSINESS_ROLES, "customer"], scopes: ["labels:write"] },
  rest: { method: "POST", path: "/api/v1/labelservice/quoteAndShip", status: 201, pending: "pending" },
  mcp: { user: "quote_and_ship" },
  input: Type.Object({
    ...rateMembers,
    ...buyMembers,
    strategy: Type.Optional(StringEnum([...STRATEGIES, "rules"])),
    deadline: Type.Optional({
      ...CalendarDate,
      description: "Latest promised day of arrival, for cheapest_within_deadline.",
    }),
  }),
  output: Type.Object(labelAnswerMembers),
  refusals: { ...rateRefusals, ...purchaseRefusals, no_rate: "invalid" },

  prepare: (context, input) => rateShipment(context, input),

  async run(context, input, rated) {
    const { refuse } = context;
    const { strategy = "cheapest", deadline = null, ref, label_format = "pdf", pay_from } = input;
    requirePayable(context, pay_from);
    if ((strategy === "cheapest_within_deadline") !== (deadline !== null))
      throw refuse("invalid_request", {
        errors: [{ field: "deadline", message: messages.deadline_only_with }],
      });
    const customer_id = await resolveCustomer(context, input.customer_id);
    const offers = await priceRates(context, customer_id, rated);
    const chosen_offer = await chooseOffer(context, offers, {
      strategy,
      deadline,
      customer_id,
      shipment: rated.shipment,
    });
    if (chosen_offer === undefined)
      throw refuse("no_rate", {
        message: messages.no_rate,
        errors: rated.faults.map(({ carrier_account, code, message }) => ({
          field: `carrier_accounts/${carrier_account}`,
          code,
          message: plainMessage({ en: message }, "vendor"),
        })),
      });
    const [issued] = await issueRates(context, customer_id, rated.shipment, [chosen_offer]);
    if (issued === undefined) throw new Error("The chosen rate was not quoted.");
    const { account, rate, lines, price_minor, currency } = chosen_offer;
    const order = await startPurchase(
      context,
      {
        quote_id: issued.quote.id,
        customer_id,
        carrier_account_id: account.id,
        carrier: rate.carrier,
        service: rate.code,
        service_name: rate.name,
        shipment: rated.shipment,
        price_minor,
        currency,
        lines,
        charge_minor: rate.charge_minor,
        charge_currency: rate.currency,
        label_format,
        offers: offers.map(toOfferAtPurchase),
      },
      { ref: ref ?? null },
    );
    return answerLabel(context, order.id);
  },
  perform: (context, _input, { label_order }) => performPurchase(context, label_order.id),
  settle: (context, _input, { label_order }, performed) => settlePurchase(context, label_order.id, performed),
  unpredicted: UNPREDICTED_OF_PURCHASE,
});
