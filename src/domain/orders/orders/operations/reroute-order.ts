/**
 * Send an order that is not picked up yet to another address: it is cancelled, and a successor is created in the same
 * transaction.
 *
 * The new order has `replaces_order_id`, the old one `replaced_by_order_id`. Price, payment, PIN and a hold are copied.
 *
 * Source: docs/contract/mcp.md, "reroute_to_address".
 */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { OrderId } from "#vocabulary/basics.ts";
import { Place } from "#vocabulary/place.ts";
import { Ref } from "#vocabulary/ref.ts";
import { findDraftFaults, type OrderDraft } from "../intake/draft.ts";
import { insertOrders } from "../intake/insert.ts";
import { InstantDoubts, tellInstantDoubts } from "../intake/instant-doubts.ts";
import { locatePlaces } from "../intake/locate.ts";
import { changeOrders } from "../lifecycle/change.ts";
import { describeRefused } from "../lifecycle/commands.ts";
import { refusalToReroute } from "../lifecycle/rules.ts";
import { messages } from "../messages.ts";
import { findOrder, getLockedOrder, type OrderRow } from "../records/order.ts";
import { loadParcels, type ParcelRow } from "../records/parcel.ts";
import { OrderDetail, toOrderDetail } from "../shapes.ts";
import { ordersLeaveRoutes } from "../topics.ts";

export const rerouteOrder = defineOperation({
  name: "clientOrderReroute",
  summary: "Send an order to another address",
  description:
    "Only before pickup. The order is cancelled and a new one is created in one step. The response is the new order " +
    "with its new id and tracking numbers; the old numbers redirect to the new ones. Person, phone and instructions " +
    "of the old address are kept unless the new one replaces them.",
  risk: "high",
  access: { scopes: ["orders:write"] },
  rest: { method: "POST", path: "/api/v1/client/orders/{order_id}/reroute" },
  mcp: { user: "reroute_to_address" },
  input: Type.Object({
    order_id: Ref("order", OrderId),
    address: Place,
    reason: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
  }),
  output: Type.Object({
    result: Type.Boolean(),
    order_id: Ref("order", OrderId),
    replaces_order_id: Ref("order", OrderId),
    tracking_number: Type.String(),
    tracking_numbers: Type.Array(Type.String(), {
      description: "One per parcel; the old numbers redirect to them.",
    }),
    version: Type.Integer(),
    order: OrderDetail,
    doubts: InstantDoubts,
  }),
  refusals: { invalid_transition: "conflict", held_by_carrier: "conflict", picked_up: "conflict" },

  prepare: async (context, { order_id, address }) => {
    const order = await findOrder(context.db, context.business_id, order_id);
    return (await locatePlaces(context, { dropoff: address, customer_id: order?.customer_id ?? null }))
      .dropoff;
  },

  async run(context, { order_id, reason }, address) {
    const { db, business_id, actor, refuse, expectVersion, request } = context;
    const [old, parcels] = await Promise.all([
      getLockedOrder(db, business_id, order_id),
      loadParcels(db, business_id, [order_id]),
    ]);
    expectVersion(old.version);
    const refusal = refusalToReroute(old, parcels);
    if (refusal !== null)
      throw refuse(refusal, {
        message: messages[refusal],
        values: { status: old.status },
        extra: describeRefused(old, "reroute"),
      });
    const draft = buildDraft(old, parcels, address);
    const faults = findDraftFaults(draft, { has_depot: true });
    if (faults.length > 0) {
      const errors = faults.map((fault) => ({
        ...fault,
        field: (fault.field ?? "").replace(/^(pickup|dropoff)/, "address"),
      }));
      throw refuse("invalid_request", { message: messages.address_not_valid, errors });
    }

    if (old.route_id !== null)
      await context.publish(ordersLeaveRoutes, { order_ids: [old.id], reason: "rerouted" });
    const [created] = await insertOrders(context, [
      {
        draft,
        customer_id: old.customer_id,
        hold: old.hold,
        replaces_order_id: old.id,
        source: request.surface,
        copied_columns: {
          requirements: old.requirements,
          price_minor: old.price_minor,
          price_details: old.price_details,
          quote_id: old.quote_id,
          currency: old.currency,
          payment: old.payment,
        },
      },
    ]);
    if (created === undefined) throw new Error("No order was created.");
    const { order } = created;
    const pairs = parcels.map((parcel, index) => ({
      number: parcel.tracking_number,
      successor: created.parcels[index]?.tracking_number ?? order.tracking_number,
    }));
    await Promise.all([
      changeOrders(context, [
        {
          order: old,
          set: {
            status: "CANCELLED",
            route_id: null,
            hold: null,
            status_before_hold: null,
            replaced_by_order_id: order.id,
          },
          kind: "order.rerouted",
          trigger: "cancel",
          payload: { replaced_by_order_id: order.id, ...(reason === undefined ? {} : { reason }) },
          tracking: { code: "otep:core:cancelled", incident_reason: "rescheduled_by_recipient" },
        },
      ]),
      db.execute(
        `update tracking_number n set status = 'redirected', redirects_to = p.successor
           from json_to_recordset($2::json) as p(number text, successor text)
          where n.business_id = $1 and n.number = p.number`,
        [business_id, JSON.stringify(pairs)],
      ),
    ]);
    return {
      result: true,
      order_id: order.id,
      replaces_order_id: old.id,
      tracking_number: order.tracking_number,
      tracking_numbers: created.parcels.map((parcel) => parcel.tracking_number),
      version: order.version,
      order: toOrderDetail(order, created.parcels, { actor, on_released_route: false }),
      ...(await tellInstantDoubts(context, order)),
    };
  },
});

/** Build the draft of the successor from the old order and the new address. */
function buildDraft(old: OrderRow, parcels: readonly ParcelRow[], address: Place): OrderDraft {
  const side = old.type === "P" ? "pickup" : "dropoff";
  const { name, phone, email, instructions, window } = old[side] ?? { line1: "" };
  const copied = Object.fromEntries(
    Object.entries({ name, phone, email, instructions, window }).filter(
      ([, value]) => value !== undefined && value !== null,
    ),
  );
  return {
    type: old.type,
    ref: old.ref,
    external_tracking: old.external_tracking,
    scheduled_date: old.scheduled_date,
    pickup: old.pickup,
    dropoff: old.dropoff,
    ...(old.origin_warehouse_id === null ? {} : { origin_warehouse_id: old.origin_warehouse_id }),
    [side]: { ...copied, ...address },
    parcels: parcels.map(({ weight_g, length_mm, width_mm, height_mm, contents }) => ({
      weight_g,
      contents,
      ...(length_mm === null ? {} : { length_mm }),
      ...(width_mm === null ? {} : { width_mm }),
      ...(height_mm === null ? {} : { height_mm }),
    })),
    units: old.units,
    volume_cm3: old.volume_cm3,
    pallets: old.pallets,
    service: old.service as NonNullable<OrderDraft["service"]>,
    service_time_s: old.service_time_s,
    priority: old.priority,
    delivery_instruction: old.delivery_instruction,
    note: old.note,
    cod_minor: old.cod_minor,
    insured_value_minor: old.insured_value_minor,
  };
}
