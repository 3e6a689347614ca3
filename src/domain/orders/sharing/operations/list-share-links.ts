/** The links to an order, newest first, whatever their state; their tokens are shown only when they are made. */
import Type from "typebox";
import { listLinks } from "#operation/caller/link-store.ts";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { getSharedOrder, ShareLink, SUBJECT, toShareLink } from "../links.ts";

const LISTED_MAX = 100;

export const listShareLinks = defineOperation({
  name: "trackingShareLinks",
  summary: "List links to the tracking of an order",
  access: { roles: [...BUSINESS_ROLES, "broker_employee", "customer"], scopes: ["orders:read"] },
  rest: { method: "GET", path: "/api/v1/tracking/{number}/share" },
  input: Type.Object({
    number: Ref(
      "tracking_number",
      Type.String({ minLength: 4, maxLength: 64, description: "Tracking number." }),
    ),
  }),
  output: Type.Object({
    result: Type.Boolean(),
    links: Type.Array(ShareLink, { description: `The latest ${LISTED_MAX}, newest first.` }),
  }),
  refusals: { ambiguous_number: "conflict" },

  async run(context, { number }) {
    const shared_order = await getSharedOrder(context, number);
    const links = await listLinks(context, { type: SUBJECT, ids: [shared_order.subject.id] }, LISTED_MAX);
    return { result: true, links: links.map((link) => toShareLink(link, context.now)) };
  },
});
