/**
 * Rates of every carrier account for a shipment; no label is created.
 *
 * Source: docs/contract/rest.md, "Other routes"; the body is our choice.
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

export const rateLabels = defineOperation({
  name: "labelserviceRate",
  summary: "Get rates of a shipment at all carriers",
  description:
    "Cheapest first; a carrier that fails or does not answer in time is named in faults. Each rate_id is valid for half an hour and one label.",
  risk: "low",
  destructive: false,
  access: { roles: [...BUSINESS_ROLES, "customer"], scopes: ["labels:read"] },
  rest: { method: "POST", path: "/api/v1/labelservice/rate" },
  input: Type.Object(rateMembers),
  output: Type.Object(ratesAnswerMembers),
  refusals: rateRefusals,

  prepare: rateShipment,
  run: answerRates,
});
