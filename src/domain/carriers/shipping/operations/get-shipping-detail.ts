/**
 * One label, by its id or the number of a package.
 *
 * Source: docs/contract/mcp.md, `get_shipping_detail`; the response is our choice.
 */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Id, Timestamp } from "#vocabulary/basics.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { labelIdMembers, resolveLabelId } from "../label-id.ts";
import { answerLabel } from "../rows.ts";
import { labelAnswerMembers } from "../shapes.ts";

export const getShippingDetail = defineOperation({
  name: "labelserviceGetShippingDetail",
  summary: "Label with packages, charges and history",
  description:
    "By label_order_id or the tracking_number of a package: addresses, packages, price, state, what the carrier said, and its history.",
  effect: "read",
  risk: "high",
  access: { roles: [...BUSINESS_ROLES, "customer"], scopes: ["labels:write"] },
  rest: { method: "POST", path: "/api/v1/labelservice/getShippingDetail" },
  mcp: { user: "get_shipping_detail", developer: "get_shipping_label" },
  input: Type.Object(labelIdMembers),
  output: Type.Object({
    ...labelAnswerMembers,
    events: Type.Array(Type.Object({ kind: Type.String(), at: Timestamp }), {
      description: "Oldest first.",
    }),
    return_label_ids: Type.Array(Id, { description: "Return labels that were bought for it." }),
  }),

  async run(context, input) {
    const { db, business_id } = context;
    const id = await resolveLabelId(context, input);
    const answer = await answerLabel(context, id);
    const [events, returns] = await Promise.all([
      db.rows<{ kind: string; at: string }>(
        `select kind, occurred_at as at from event where business_id = $1 and subject_type = 'label' and subject_id = $2
          order by seq limit 200`,
        [business_id, String(id)],
      ),
      db.rows<{ id: number }>(
        "select id from label_order where business_id = $1 and return_of_id = $2 order by id",
        [business_id, id],
      ),
    ]);
    return { ...answer, events, return_label_ids: returns.map((one) => one.id) };
  },
});
