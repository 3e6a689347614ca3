/**
 * Quotes of every enabled carrier beside each other.
 *
 * Source: docs/contract/mcp.md, \`compare_all_carriers\`; the route is an addition of ours.
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

export const compareCarriers = defineOperation({
  name: "labelserviceCompareCarriers",
  summary: "Compare all carriers",
  description:
    "Quotes of every enabled carrier, cheapest first; carriers that offer nothing are named in faults. Where prices are hidden the order stays and the figures are left out.",
  only_quotes: true,
  risk: "low",
  destructive: false,
  access: { roles: [...BUSINESS_ROLES, "customer"], scopes: ["labels:read"] },
  rest: { method: "POST", path: "/api/v1/labelservice/compare" },
  mcp: { user: "compare_all_carriers" },
  input: Type.Object(rateMembers),
  output: Type.Object(ratesAnswerMembers),
  refusals: rateRefusals,

  prepare: rateShipment,
  run: answerRates,
});
