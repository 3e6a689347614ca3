/**
 * Create a delivery, pickup or peer-to-peer order.
 *
 * An order created by a customer belongs to that customer. A quoted price never changes silently.
 *
 * Source: docs/contract/rest.md, "Other routes"; the body is our choice.
 */

import Type from "typebox";
import { rateRefusals } from "#domain/money/quotes/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { createFromDraft } from "../intake/create.ts";
import { claimDelivery } from "../intake/delivery-quote.ts";
import { OrderDraft } from "../intake/draft.ts";
import { InstantDoubts, tellInstantDoubts } from "../intake/instant-doubts.ts";
import { locatePlaces } from "../intake/locate.ts";
import { linkPois, poiMembers, resolvePois } from "../intake/poi-places.ts";
import { OrderDetail, toOrderDetail } from "../shapes.ts";

export const createOrder = defineOperation({
  name: "clientOrderCreate",
  summary: "Create an order",
  description:
    "A delivery (D, the default) needs dropoff, a pickup (P) needs pickup, a peer-to-peer order (P2P) needs both. A " +
    "delivery starts at the business's depot, or at its origin_warehouse_id, unless pickup is given. Places without lat and lng are geocoded; the " +
    "order is created even when its address is not found. With the rate_id of a quote the order has exactly the " +
    "quoted price, or is refused.",
  destructive: false,
  access: { roles: ["client_admin", "employee", "customer"], scopes: ["orders:write"] },
  provides: ["orders.send"],
  rest: { method: "POST", path: "/api/v1/client/orderCreate" },
  mcp: { user: "create_order", developer: "create_order" },
  input: Type.Object({ ...OrderDraft.properties, ...poiMembers }),
  output: Type.Object({
    result: Type.Boolean(),
    order_id: Ref("order", Type.Integer()),
    tracking_number: Type.String(),
    tracking_numbers: Type.Array(Type.String(), {
      description: "One per parcel, in the order of the parcels.",
    }),
    order: OrderDetail,
    doubts: InstantDoubts,
  }),
  refusals: {
    unknown_customer: "invalid",
    unknown_poi: "invalid",
    ...rateRefusals,
  },

  async prepare(context, input) {
    const { draft: delivery, poi_ids } = await resolvePois(context, input);
    return { delivery, poi_ids, draft: await locatePlaces(context, delivery) };
  },

  async run(context, _input, { delivery, poi_ids, draft }) {
    const created = await createFromDraft(context, draft, (customer_id) =>
      draft.rate_id === undefined ? null : claimDelivery(context, draft.rate_id, customer_id, delivery),
    );
    const { actor } = context;
    const { order, parcels } = created;
    await linkPois(context, order.id, poi_ids);
    const doubts = await tellInstantDoubts(context, order);
    return {
      result: true,
      order_id: order.id,
      tracking_number: order.tracking_number,
      tracking_numbers: parcels.map((parcel) => parcel.tracking_number),
      order: toOrderDetail(order, parcels, { actor, on_released_route: false }),
      ...doubts,
    };
  },
});
