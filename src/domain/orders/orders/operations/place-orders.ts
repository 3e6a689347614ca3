/**
 * Set the position of an address on every open order that lacks it.
 *
 * Each order is decided on its own: one whose address is locked, or that has a position by now, stays as it is.
 *
 * Source: our choice.
 */
import Type from "typebox";
import { buildAddressKey } from "#domain/locations/addressbook/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { CalendarDate, Latitude, Longitude, Nullable, OrderId } from "#vocabulary/basics.ts";
import { bulkAnswer, bulkMembers } from "#vocabulary/bulk.ts";
import { toLocalDate } from "#vocabulary/calendar.ts";
import { Ref } from "#vocabulary/ref.ts";
import { changeOrders, type OrderChange } from "../lifecycle/change.ts";
import { groupParcelsByOrder } from "../lifecycle/facts.ts";
import { findLock } from "../lifecycle/locked-members.ts";
import { hasPosition } from "../lifecycle/merge-order.ts";
import { messages } from "../messages.ts";
import { findUnreleasedRoutes, lockOrders } from "../records/order.ts";
import { loadParcels } from "../records/parcel.ts";
import { orderDetailsChanged } from "../topics.ts";
import { listUnplaced } from "../unplaced/unplaced.ts";

export const placeOrders = defineOperation({
  name: "clientOrdersPlace",
  summary: "Set the position of an address on all orders without one",
  description:
    "All orders with this address, however it is spelled, that can still be planned and have no coordinates: at most 500 in " +
    "one call. remaining tells how many are left.",
  access: { scopes: ["orders:write"] },
  rest: { method: "POST", path: "/api/v1/client/orders/positions" },
  input: Type.Object(
    {
      address_key: Ref(
        "unplaced_key",
        Type.String({
          minLength: 1,
          maxLength: 1000,
          description: "Of an address of clientOrdersUnplaced.",
        }),
      ),
      lat: Latitude,
      lng: Longitude,
      date_from: Type.Optional({
        ...CalendarDate,
        description: "Scheduled on this day or later. Default: today in the business's time zone.",
      }),
    },
    { "x-position": true },
  ),
  output: Type.Object({
    result: Type.Boolean({ description: "True when at least one order was placed." }),
    ...bulkMembers,
    remaining: Type.Integer({ minimum: 0, description: "Orders of this address beyond those of this call." }),
    orders: Type.Array(
      Type.Object({
        order_id: Ref("order", OrderId),
        result: Type.Boolean(),
        error_code: Nullable(Type.String()),
        message: Nullable(Type.String()),
      }),
    ),
  }),
  refusals: { no_such_address: "not_found" },

  async run(context, { address_key, lat, lng, date_from }) {
    const { db, business_id, business, now, refuse, say } = context;
    const from = date_from ?? toLocalDate(now, business.time_zone);
    const address = (await listUnplaced(context, from)).addresses.find(
      (one) => one.address_key === address_key,
    );
    if (address === undefined) throw refuse("no_such_address", { message: messages.no_such_address });
    const ids = [...new Set(address.sides.map(({ order_id }) => order_id))];
    const [orders, parcels] = await Promise.all([
      lockOrders(db, business_id, ids),
      loadParcels(db, business_id, ids),
    ]);
    const by_order = groupParcelsByOrder(parcels);
    // Routes are released with the rows of their orders locked: these are, so what is read here holds.
    const unreleased = await findUnreleasedRoutes(
      context,
      [...orders.values()].flatMap(({ route_id }) => route_id ?? []),
    );
    const changes: OrderChange[] = [];
    const results = ids.map((order_id) => {
      const order = orders.get(order_id);
      const refused = (error_code: "PLACED" | "LOCKED_MEMBERS") => ({
        order_id,
        result: false,
        error_code,
        message:
          error_code === "PLACED"
            ? say(messages.already_placed)
            : say(messages.locked_members, { members: "address" }),
      });
      // Somebody may have placed or changed it since it was found.
      const sides = address.sides.flatMap((one) => {
        const place = one.order_id === order_id ? order?.[one.side] : null;
        return place && !hasPosition(place) && buildAddressKey(place, business.country) === address_key
          ? [{ side: one.side, place }]
          : [];
      });
      if (order === undefined || sides.length === 0) return refused("PLACED");
      const on_released_route = order.route_id !== null && !unreleased.has(order.route_id);
      const around = { parcels: by_order.get(order_id) ?? [], on_released_route };
      if (sides.some(({ side }) => findLock(side, order, around) !== null)) return refused("LOCKED_MEMBERS");
      changes.push({
        order,
        set: Object.fromEntries(sides.map(({ side, place }) => [side, { ...place, lat, lng }])),
        corrects: true,
        kind: "order.details_changed",
        payload: { changed: sides.map(({ side }) => side) },
        tracking: null,
      });
      return { order_id, result: true, error_code: null, message: null };
    });
    const routed = (await changeOrders(context, changes)).filter(({ route_id }) => route_id !== null);
    if (routed.length > 0) await context.publish(orderDetailsChanged, { orders: routed });
    return {
      ...bulkAnswer(results, ({ order_id }) => order_id),
      remaining: Math.max(0, address.orders - address.sides.length),
      orders: results,
    };
  },
});
