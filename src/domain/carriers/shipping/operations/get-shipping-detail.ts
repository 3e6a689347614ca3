/**
 * One label, by its id or the number of a package.
 *
 * Source: docs/contract/mcp.md, `get_shipping_detail`; the response is our choice.
 */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { answerDetail, detailMembers } from "../detail.ts";
import { labelIdMembers, resolveLabelId } from "../label-id.ts";

export const getShippingDetail = defineOperation({
  name: "labelserviceGetShippingDetail",
  summary: "Get a label with packages, charges and history",
  description:
    "By label_order_id or the tracking_number of a package: addresses, packages, price, state, what the carrier said, and its history.",
  effect: "read",
  risk: "high",
  access: { roles: [...BUSINESS_ROLES, "customer"], scopes: ["labels:write"] },
  rest: { method: "POST", path: "/api/v1/labelservice/getShippingDetail" },
  mcp: { user: "get_shipping_detail" },
  input: Type.Object(labelIdMembers),
  output: Type.Object(detailMembers),

  async run(context, input) {
    return answerDetail(context, await resolveLabelId(context, input));
  },
});
