/** End a link to the tracking of an order at once. One that was revoked before stays as it is. */
import Type from "typebox";
import { revokeLink } from "#operation/caller/link-store.ts";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { getSharedOrder, ShareLink, SUBJECT, toShareLink } from "../links.ts";
import { messages } from "../messages.ts";

export const revokeShareLink = defineOperation({
  name: "trackingShareRevoke",
  summary: "Revoke a link to the tracking of an order",
  access: { roles: [...BUSINESS_ROLES, "broker_employee", "customer"], scopes: ["orders:write"] },
  rest: { method: "DELETE", path: "/api/v1/tracking/{number}/share/{link_id}" },
  input: Type.Object({
    number: Ref(
      "tracking_number",
      Type.String({ minLength: 4, maxLength: 64, description: "Tracking number." }),
    ),
    link_id: Ref("share_link"),
  }),
  output: Type.Object({ result: Type.Boolean(), link: ShareLink }),
  refusals: { ambiguous_number: "conflict" },

  async run(context, { number, link_id }) {
    const shared_order = await getSharedOrder(context, number);
    const link = await revokeLink(context, { type: SUBJECT, ids: [shared_order.subject.id] }, link_id);
    if (link === undefined) throw context.refuse("not_found", { message: messages.unknown_link });
    return { result: true, link: toShareLink(link, context.now) };
  },
});
