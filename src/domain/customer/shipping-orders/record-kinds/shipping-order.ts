/** Shipping orders: tracked by their number, with photos; a carrier that reports the delivery completes them. */
import { defineServiceOrderKind, getOwner } from "#domain/customer/service-orders/public.ts";
import { NEXT_STEPS } from "../next-steps.ts";
import { ShippingOrder } from "../records/shipping-order.ts";

export const shippingOrderKind = defineServiceOrderKind({
  type: "shipping_order",
  keys: ["ref", "carrier_number"],
  known_place: "coalesce(o.dropoff, o.pickup)",
  destination: "coalesce(o.dropoff, o.pickup)",
  ended_at: "delivered_at",
  packages: "shipping_package",
  next_steps: NEXT_STEPS,
  page: "shipping-orders",
  reading: {
    scope: "customer_shipping:read",
    async findReadable(context, ids) {
      const { actor, db, business_id } = context;
      const is_business = actor.role === "client_admin" || actor.role === "employee";
      if (!is_business && actor.role !== "customer") return [];
      const rows = await db.rows<{ id: number }>(
        `select id from shipping_order where business_id = $1 and id = any($2::bigint[])
           and ($3::bigint is null or customer_id = $3)`,
        [business_id, ids, getOwner(context)],
      );
      return rows.map(({ id }) => id);
    },
  },
  completion: ShippingOrder,
});
