/**
 * Create a delivery, pickup or peer-to-peer order.
 *
 * A customer's order belongs to that customer, also where it was proposed and somebody else approved it. Nothing is
 * silently repriced.
 *
 * Source: docs/contract/rest.md, "Other routes"; the body is our choice.
 */
import Type from "typebox";
import { resolvePlaces } from "#domain/addressbook/public.ts";
import { claimQuote, spendQuote } from "#domain/quotes/public.ts";
import type { Context } from "#operation/context.ts";
import { defineOperation } from "#operation/define.ts";
import { faultsOfDraft, OrderDraft } from "../draft.ts";
import { depotOf, insertOrders } from "../insert.ts";
import { messages } from "../messages.ts";
import { detailOf, OrderDetail } from "../shapes.ts";

export const createOrder = defineOperation({
  name: "clientOrderCreate",
  summary: "Create an order",
  description:
    "A delivery (D, the default) needs dropoff, a pickup (P) needs pickup, a peer-to-peer order (P2P) needs both. A " +
    "delivery starts at the business's depot unless pickup is given. Places without lat and lng are looked up; an " +
    "order that is not found on the map is made all the same. With the rate_id of a quote it costs just that, or is " +
    "refused.",
  effect: "write",
  adds_only: true,
  access: { roles: ["client_admin", "employee", "customer"], scopes: ["orders:write"] },
  rest: { method: "POST", path: "/api/v1/client/orderCreate" },
  mcp: { user: "create_order", developer: "create_order" },
  input: OrderDraft,
  output: Type.Object({
    result: Type.Boolean(),
    order_id: Type.Integer(),
    tracking_number: Type.String(),
    tracking_numbers: Type.Array(Type.String(), {
      description: "One a parcel, in the order of the parcels.",
    }),
    order: OrderDetail,
  }),
  refusals: {
    unknown_customer: "invalid",
    rate_unknown: "invalid",
    rate_expired: "conflict",
    rate_used: "conflict",
  },

  prepare: (context, draft) => resolvePlaces(context, [draft]),

  async run(context, input, [draft]) {
    const { actor, db, business_id, refuse, request } = context;
    if (draft === undefined) throw new Error("The draft was lost on the way.");
    const faults = faultsOfDraft(draft, depotOf(actor.business?.settings ?? {}) !== null);
    if (faults.length > 0)
      throw refuse("invalid_request", { message: "The order is not valid.", errors: faults });

    const of_customer = actor.role === "customer" ? actor.customer_id : await customerActedFor(context);
    const says = actor.role === "customer" || of_customer !== null ? null : (draft.customer_id ?? null);
    const customer_id = of_customer ?? says;
    if (says !== null) {
      const known = await db.row("select id from customer where business_id = $1 and id = $2", [
        business_id,
        customer_id,
      ]);
      if (known === undefined) {
        throw refuse("unknown_customer", {
          message: messages.unknown_customer,
          errors: [{ field: "customer_id", message: "is not a customer of this business" }],
        });
      }
    }
    const quote =
      draft.rate_id === undefined ? null : await claimQuote(context, draft.rate_id, customer_id, input);
    const [made] = await insertOrders(context, [{ draft, customer_id, quote, source: request.surface }]);
    if (made === undefined) throw new Error("No order was made.");
    if (quote !== null) await spendQuote(context, quote.id, made.order.id);
    const { order, parcels } = made;
    return {
      result: true,
      order_id: order.id,
      tracking_number: order.tracking_number,
      tracking_numbers: parcels.map((parcel) => parcel.tracking_number),
      order: detailOf(order, parcels, { is_customer: actor.role === "customer", on_released_route: false }),
    };
  },
});

/** The customer whose proposal somebody else carries out; null for everybody else's. */
async function customerActedFor({ db, business_id, actor }: Context<never>): Promise<number | null> {
  if (actor.on_behalf_of === null) return null;
  const account = await db.row<{ customer_id: number | null }>(
    "select customer_id from account where business_id = $1 and id = $2 and role = 'customer'",
    [business_id, actor.on_behalf_of],
  );
  return account?.customer_id ?? null;
}
