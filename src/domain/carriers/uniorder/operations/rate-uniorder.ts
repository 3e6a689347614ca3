/**
 * Rate a shipment: own delivery, and every carrier's label.
 *
 * Source: docs/contract/mcp.md, `uniorder_rate`; the body is our choice.
 */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import {
  answerUnifiedRates,
  prepareRates,
  unifiedRateMembers,
  unifiedRateRefusals,
  unifiedRatesMembers,
} from "../rate.ts";

export const rateUniorder = defineOperation({
  name: "uniorderRate",
  summary: "Get rates of own delivery and carriers",
  description:
    "Rates of the business's own delivery, and of every label carrier with quote_labels true. Each rate_id is valid for half an hour " +
    "and one order.",
  only_quotes: true,
  risk: "low",
  destructive: false,
  access: { roles: [...BUSINESS_ROLES, "customer"], scopes: ["uniorder:read"] },
  rest: { method: "POST", path: "/api/v1/uniorder/rate" },
  mcp: { user: "uniorder_rate" },
  input: Type.Object(unifiedRateMembers),
  output: Type.Object(unifiedRatesMembers),
  refusals: unifiedRateRefusals,

  prepare: prepareRates,
  run: answerUnifiedRates,
});
