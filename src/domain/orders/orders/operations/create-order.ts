/**
 * Create a delivery, pickup or peer-to-peer order.
 *
 * An order created by a customer belongs to that customer. A quoted price never changes silently.
 *
 * Source: docs/contract/rest.md, "Other routes"; the body is our choice.
 */

import Type from "typebox";
import { markQuoteUsed, rateRefusals } from "#domain/money/quotes/public.ts";
import { claimDelivery } from "#domain/orders/delivery-rates/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { DEFAULT_SETTINGS } from "#vocabulary/settings.ts";
import { findDraftFaults, OrderDraft } from "../intake/draft.ts";
import { findDepot, insertOrders } from "../intake/insert.ts";
import { locatePlaces } from "../intake/locate.ts";
import { loadOrigins } from "../intake/origins.ts";
import { messages } from "../messages.ts";
import { OrderDetail, toOrderDetail } from "../shapes.ts";

export const createOrder = defineOperation({
  name: "clientOrderCreate",
  summary: "Create an order",
  description:
    "A delivery (D, the default) needs dropoff, a pickup (P) needs pickup, a peer-to-peer order (P2P) needs both. A " +
    "delivery starts at the business's depot, or at its origin_warehouse_id, unless pickup is given. Places without lat and lng are geocoded; the " +
    "order is created even when its address is not found. With the rate_id of a quote the order has exactly the " +
    "quoted price, or is refused.",
  effect: "write",
  adds_only: true,
  access: { roles: ["client_admin", "employee", "customer"], scopes: ["orders:write"] },
  provides: ["orders.send"],
  rest: { method: "POST", path: "/api/v1/client/orderCreate" },
  mcp: { user: "create_order", developer: "create_order" },
  input: OrderDraft,
  output: Type.Object({
    result: Type.Boolean(),
    order_id: Type.Integer(),
    tracking_number: Type.String(),
    tracking_numbers: Type.Array(Type.String(), {
      description: "One per parcel, in the order of the parcels.",
    }),
    order: OrderDetail,
  }),
  refusals: {
    unknown_customer: "invalid",
    ...rateRefusals,
  },

  prepare: (context, draft) => locatePlaces(context, draft),

  async run(context, input, draft) {
    const { actor, db, business_id, refuse, request } = context;
    const settings = actor.business?.settings ?? DEFAULT_SETTINGS;
    const is_customer = actor.role === "customer";
    const customer_id = is_customer ? actor.customer_id : (draft.customer_id ?? null);
    const [customer, origins] = await Promise.all([
      customer_id === null
        ? undefined
        : db.row<{ required_proofs: string[] }>(
            "select required_proofs from customer where business_id = $1 and id = $2",
            [business_id, customer_id],
          ),
      loadOrigins(context, [draft]),
    ]);
    const faults = findDraftFaults(draft, {
      has_depot: findDepot(settings) !== null,
      origins,
      proofs: [...settings.required_proofs, ...(customer?.required_proofs ?? [])],
    });
    if (faults.length > 0)
      throw refuse("invalid_request", { message: "The order is not valid.", errors: faults });
    if (!is_customer && customer_id !== null && customer === undefined) {
      throw refuse("unknown_customer", {
        message: messages.unknown_customer,
        errors: [{ field: "customer_id", message: "is not a customer of this business" }],
      });
    }
    const quote =
      draft.rate_id === undefined ? null : await claimDelivery(context, draft.rate_id, customer_id, input);
    const [created] = await insertOrders(
      context,
      [
        {
          draft: quote === null ? draft : { ...draft, service: quote.service },
          customer_id,
          quote,
          source: request.surface,
        },
      ],
      origins,
    );
    if (created === undefined) throw new Error("No order was created.");
    if (quote !== null) await markQuoteUsed(context, quote.id, { type: "order", id: created.order.id });
    const { order, parcels } = created;
    return {
      result: true,
      order_id: order.id,
      tracking_number: order.tracking_number,
      tracking_numbers: parcels.map((parcel) => parcel.tracking_number),
      order: toOrderDetail(order, parcels, { actor, on_released_route: false }),
    };
  },
});
