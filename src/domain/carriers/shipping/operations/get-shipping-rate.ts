/**
 * The same rates on the older path.
 *
 * Source: docs/contract/mcp.md, \`get_shipping_rate\`; the body is our choice.
 */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import {
  answerRates,
  rateMembers,
  rateRefusals,
  rateShipment,
  ratesAnswerMembers,
} from "../rating/rate-shipment.ts";

export const getShippingRate = defineOperation({
  name: "shippingGetRate",
  summary: "Get shipping rates",
  description:
    "Rates for one shipment; no label is created. Name carrier_accounts or services to ask fewer. Each rate_id is valid for half an hour and one label.",
  only_quotes: true,
  risk: "low",
  destructive: false,
  access: { roles: [...BUSINESS_ROLES, "customer"], scopes: ["labels:read"] },
  rest: { method: "POST", path: "/api/v1/shipping/getRate" },
  mcp: { user: "get_shipping_rate", developer: "get_shipping_rate" },
  input: Type.Object(rateMembers),
  output: Type.Object(ratesAnswerMembers),
  refusals: rateRefusals,

  prepare: rateShipment,
  run: answerRates,
});
