/** Orders on the wire. Members are the columns; what can be done now is asked, not copied: `can_cancel`. */
import Type from "typebox";
import { whatHandsMay } from "#domain/assignments/public.ts";
import { CalendarDate, Count, Id, Minor, Nullable, OrderId, Timestamp, Words } from "#vocabulary/basics.ts";
import { Place } from "#vocabulary/place.ts";
import { Price, PriceCurrency, PriceHidden } from "#vocabulary/price.ts";
import { cancelCommand, refusalToReroute } from "./rules.ts";
import { isTerminal, next, ORDER_STATUS_IDS, ORDER_STATUSES } from "./status.ts";
import type { OrderRow, ParcelRow } from "./tables.ts";

export const ORDER_TYPES = ["D", "P", "P2P"] as const;
export const POD_KINDS = ["photo", "signature", "pin", "scan", "id_check"] as const;

export const OrderError = Type.Object(
  { order_id: Type.Integer(), message: Type.String(), error_code: Type.Optional(Type.String()) },
  { $id: "OrderError" },
);

export const ParcelInput = Type.Object(
  {
    weight_g: Type.Optional(Count),
    length_mm: Type.Optional(Type.Integer({ minimum: 1, maximum: 20_000 })),
    width_mm: Type.Optional(Type.Integer({ minimum: 1, maximum: 20_000 })),
    height_mm: Type.Optional(Type.Integer({ minimum: 1, maximum: 20_000 })),
    contents: Type.Optional(Type.String({ maxLength: 255 })),
  },
  { $id: "ParcelInput" },
);

export const Parcel = Type.Object(
  {
    id: Id,
    tracking_number: Type.String(),
    label_code: Type.String(),
    weight_g: Count,
    length_mm: Nullable(Count),
    width_mm: Nullable(Count),
    height_mm: Nullable(Count),
    contents: Type.String(),
    custody: Type.String({
      description:
        "Who holds it: sender, driver, warehouse, vehicle, locker, recipient, provider, missing, disposed.",
    }),
    custody_since: Timestamp,
  },
  { $id: "Parcel" },
);

export const OrderHold = Type.Object(
  { reason: Type.String(), by: Nullable(Id), at: Timestamp },
  { $id: "OrderHold" },
);

const summary = {
  id: OrderId,
  tracking_number: Type.String(),
  ref: Nullable(Type.String()),
  external_tracking: Nullable(Type.String()),
  type: Words(ORDER_TYPES, { description: "D delivery, P pickup, P2P peer to peer." }),
  family: Type.String(),
  service: Type.String(),
  status: Words(ORDER_STATUSES),
  order_status_id: Type.Integer({ description: "Published id of the status." }),
  status_since: Timestamp,
  scheduled_date: CalendarDate,
  customer_id: Nullable(Id),
  route_id: Nullable(Id),
  name: Type.String({ description: "Of the person at the stop the driver visits." }),
  address: Type.String({ description: "One line." }),
  city: Type.String(),
  postal_code: Type.String(),
  lat: Nullable(Type.Number()),
  lng: Nullable(Type.Number()),
  window_start: Nullable(Timestamp),
  window_end: Nullable(Timestamp),
  weight_g: Count,
  units: Count,
  hold: Nullable(OrderHold),
  attempts: Count,
  created_at: Timestamp,
  version: Type.Integer(),
  shipping_price: Price("local_delivery"),
  currency: PriceCurrency("local_delivery"),
  price_hidden: PriceHidden,
};

/** One row of a list. */
export const OrderSummary = Type.Object(summary, { $id: "OrderSummary" });

/** Everything about one order. */
export const OrderDetail = Type.Object(
  {
    ...summary,
    delivery_kind: Type.String(),
    pickup: Nullable(Place),
    dropoff: Nullable(Place),
    parcels: Type.Array(Parcel),
    requirements: Type.Object({
      skills: Type.Optional(Type.Array(Type.String())),
      vehicle_type: Type.Optional(Type.String()),
      pod: Type.Optional(Type.Array(Words(POD_KINDS))),
    }),
    service_time_s: Count,
    priority: Type.Integer(),
    volume_cm3: Count,
    pallets: Count,
    delivery_instruction: Type.String(),
    note: Type.Optional(Type.String({ description: "Internal: never shown to customers." })),
    cod_minor: Minor,
    insured_value_minor: Minor,
    payment: Type.String(),
    return_reason: Nullable(
      Type.Object({ code: Type.String(), version: Type.Integer(), note: Type.String() }),
    ),
    assignment_id: Nullable(Id),
    contractor_account_id: Nullable(Id),
    partial: Type.Boolean(),
    cancel_requested: Type.Boolean(),
    replaces_order_id: Nullable(Id),
    replaced_by_order_id: Nullable(Id),
    batch_id: Nullable(Type.Integer()),
    source: Type.String(),
    updated_at: Timestamp,
    delivered_at: Nullable(Timestamp),
    can_cancel: Type.Boolean(),
    can_hold: Type.Boolean(),
    can_release: Type.Boolean(),
    can_reroute: Type.Boolean(),
    can_plan: Type.Boolean(),
    can_instruct: Type.Boolean({ description: "The driver's instruction can be changed." }),
    can_assign: Type.Boolean({ description: "It can be handed to a contractor, or to another." }),
    can_unassign: Type.Boolean({ description: "It can be taken, or handed, back from its contractor." }),
  },
  { $id: "OrderDetail" },
);

/** The stop the driver visits: the drop-off of D and P2P, the pickup of P. */
export function stopPlace(order: Pick<OrderRow, "type" | "pickup" | "dropoff">) {
  return order.type === "P" ? (order.pickup ?? order.dropoff) : (order.dropoff ?? order.pickup);
}

export function oneLine(place: Place | null | undefined): string {
  if (!place) return "";
  return [place.line1, place.line2, place.postal_code, place.city].filter((part) => part).join(", ");
}

export function summaryOf(order: OrderRow) {
  const place = stopPlace(order);
  return {
    ...order,
    order_status_id: ORDER_STATUS_IDS[order.status],
    name: place?.name ?? "",
    address: oneLine(place),
    shipping_price: order.price_minor,
  };
}

/**
 * An order in full. `can_…` is what its state allows, whoever asks: role, permission and modules come before.
 * `on_released_route` is whether its driver has been told of it already.
 */
export function detailOf(
  order: OrderRow,
  parcels: readonly ParcelRow[],
  { is_customer, on_released_route }: { is_customer: boolean; on_released_route: boolean },
) {
  const { pin_hash: _kept, ...requirements } = order.requirements;
  return {
    ...summaryOf(order),
    note: is_customer ? undefined : order.note,
    requirements,
    parcels: [...parcels],
    can_cancel: order.tender_state !== "held" && cancelCommand(order.status, parcels) !== null,
    can_hold: !on_released_route && next(order.status, "hold") !== null,
    can_release: next(order.status, "release") !== null,
    can_reroute: refusalToReroute(order, parcels) === null,
    can_plan: next(order.status, "plan") !== null && order.route_id === null,
    can_instruct: !isTerminal(order.status),
    ...whatHandsMay(order),
  };
}
