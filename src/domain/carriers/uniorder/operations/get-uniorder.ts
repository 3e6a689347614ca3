/**
 * One unified order.
 *
 * Source: docs/contract/mcp.md, `uniorder_get`; the response is our choice.
 */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { getUnified } from "../records/unified-order.ts";
import { answerUnified, unifiedAnswerMembers } from "../shapes.ts";

export const getUniorder = defineOperation({
  name: "uniorderGet",
  summary: "Get a unified order",
  description: "State, price, tracking numbers, and the order or label that it is a view of.",
  access: { roles: [...BUSINESS_ROLES, "customer"], scopes: ["uniorder:read"] },
  rest: { method: "GET", path: "/api/v1/uniorder/{uniorder_id}" },
  mcp: { user: "uniorder_get" },
  input: Type.Object({ uniorder_id: Ref("unified_order") }),
  output: Type.Object(unifiedAnswerMembers),

  async run(context, { uniorder_id }) {
    return answerUnified(context, await getUnified(context, uniorder_id));
  },
});
