/** Schemas of orders on the wire. Members are the columns; `can_…` members tell which actions the state allows. */
import Type from "typebox";
import type { Actor } from "#operation/caller/actor.ts";
import {
  CalendarDate,
  Count,
  Id,
  Minor,
  Nullable,
  OrderId,
  StringEnum,
  Timestamp,
} from "#vocabulary/basics.ts";
import { formatAddressLine, Place } from "#vocabulary/place.ts";
import { Price, PriceCurrency, PriceHidden } from "#vocabulary/price.ts";
import { Ref } from "#vocabulary/ref.ts";
import { allowedAssignmentActions } from "./lifecycle/assignment-rules.ts";
import { CHANGEABLE_MEMBERS, LOCK_REASONS, listLockedMembers } from "./lifecycle/locked-members.ts";
import {
  CANNOT_PLAN_REASONS,
  chooseCancelCommand,
  findCannotPlanReason,
  refusalToReroute,
} from "./lifecycle/rules.ts";
import { getNextStatus, isTerminal, ORDER_STATUS_IDS, ORDER_STATUSES } from "./lifecycle/status.ts";
import type { OrderRow } from "./records/order.ts";
import type { ParcelRow } from "./records/parcel.ts";
import { canSeeAssignment } from "./visibility.ts";

export const ORDER_TYPES = ["D", "P", "P2P"] as const;
export const POD_KINDS = ["photo", "signature", "pin", "scan", "id_check"] as const;

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

const Parcel = Type.Object(
  {
    id: Ref("parcel"),
    tracking_number: Type.String(),
    label_code: Type.String(),
    weight_g: Count,
    length_mm: Nullable(Count),
    width_mm: Nullable(Count),
    height_mm: Nullable(Count),
    contents: Type.String(),
    custody: Type.String({
      description:
        "Who has the parcel: sender, driver, warehouse, vehicle, locker, recipient, provider, missing, disposed.",
    }),
    custody_since: Timestamp,
  },
  { $id: "Parcel" },
);

/** A place of an order with some members replaced. */
export const PlaceChange = Type.Partial(Place, {
  $id: "PlaceChange",
  description:
    "Members that are named replace those of the place; empty text removes one. Another address without lat and lng is located again.",
});

export const RecipientPreferences = Type.Object(
  {
    note: Nullable(Type.String({ description: "A note to the driver." })),
    leave: Nullable(
      Type.Object({
        at: StringEnum(["safe_place", "neighbour"]),
        details: Type.String({ description: "Which place, or which neighbour." }),
      }),
    ),
  },
  { $id: "RecipientPreferences" },
);

const OrderHold = Type.Object(
  { reason: Type.String(), by: Nullable(Ref("account")), at: Timestamp },
  { $id: "OrderHold" },
);

const summary = {
  id: Ref("order", OrderId),
  tracking_number: Type.String(),
  ref: Nullable(Type.String()),
  external_tracking: Nullable(Type.String()),
  type: StringEnum(ORDER_TYPES, { description: "D delivery, P pickup, P2P peer to peer." }),
  family: Type.String(),
  service: Type.String(),
  status: StringEnum(ORDER_STATUSES),
  order_status_id: Type.Integer({ description: "Published id of the status." }),
  status_since: Timestamp,
  scheduled_date: CalendarDate,
  customer_id: Nullable(Ref("customer")),
  route_id: Nullable(Ref("route")),
  origin_warehouse_id: Nullable(
    Ref("warehouse", { ...Id, description: "The warehouse where its goods start." }),
  ),
  current_warehouse_id: Nullable(
    Ref("warehouse", {
      ...Id,
      description: "The warehouse where its goods are now; null when in none.",
    }),
  ),
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
  note: Type.Optional(
    Type.String({ description: "Internal: never shown to customers. In lists of orders and in detail." }),
  ),
  created_at: Timestamp,
  version: Type.Integer(),
  shipping_price: Price("local_delivery"),
  currency: PriceCurrency("local_delivery"),
  price_hidden: PriceHidden,
};

/** What a model sees of a row. */
export const ORDER_SUMMARY_COMPACT = [
  "order_id from id",
  "tracking_number",
  "ref",
  "type",
  "status",
  "status_since",
  "scheduled_date",
  "customer_id",
  "route_id",
  "name",
  "address",
  "window_start",
  "window_end",
  "hold",
  "attempts",
  "shipping_price",
  "price_hidden",
];

/** One row of a list. */
export const OrderSummary = Type.Object(summary, {
  $id: "OrderSummary",
  "x-compact": ORDER_SUMMARY_COMPACT,
});

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
      pod: Type.Optional(Type.Array(StringEnum(POD_KINDS))),
    }),
    service_time_s: Count,
    priority: Type.Integer(),
    volume_cm3: Count,
    pallets: Count,
    delivery_instruction: Type.String(),
    recipient_preferences: Nullable(RecipientPreferences),
    cod_minor: Minor,
    insured_value_minor: Minor,
    payment: Type.String(),
    return_reason: Nullable(
      Type.Object({ code: Type.String(), version: Type.Integer(), note: Type.String() }),
    ),
    assignment_id: Nullable(Ref("assignment")),
    contractor_account_id: Nullable(Ref("broker")),
    partial: Type.Boolean(),
    cancel_requested: Type.Boolean(),
    replaces_order_id: Nullable(Ref("order")),
    replaced_by_order_id: Nullable(Ref("order")),
    batch_id: Nullable(Type.Integer()),
    source: Type.String(),
    updated_at: Timestamp,
    delivered_at: Nullable(Timestamp),
    can_cancel: Type.Boolean(),
    can_hold: Type.Boolean(),
    can_release: Type.Boolean(),
    can_reroute: Type.Boolean(),
    can_plan: Type.Boolean(),
    cannot_plan_reason: Nullable(
      StringEnum(CANNOT_PLAN_REASONS, {
        description: "Null when it can be planned; no_location: the address has no coordinates.",
      }),
    ),
    locked_members: Type.Array(
      Type.Object({ member: StringEnum(CHANGEABLE_MEMBERS), reason: StringEnum(LOCK_REASONS) }),
      {
        description:
          "What cannot be changed now. pickup and dropoff are the address and position of a place, contact who is there, window when.",
      },
    ),
    can_instruct: Type.Boolean({ description: "The driver's instruction can be changed." }),
    can_assign: Type.Boolean({ description: "It can be assigned to a contractor, or to another one." }),
    can_unassign: Type.Boolean({ description: "Its assignment can be revoked or released." }),
  },
  { $id: "OrderDetail", "x-compact": ["order_id from id", "-address", "-city", "..."] },
);

/** The stop the driver visits: the drop-off of D and P2P, the pickup of P. */
export function getStopPlace(order: Pick<OrderRow, "type" | "pickup" | "dropoff">) {
  return order.type === "P" ? (order.pickup ?? order.dropoff) : (order.dropoff ?? order.pickup);
}

/** Without the note, which not every caller may see. */
export function toOrderSummary(order: OrderRow) {
  const place = getStopPlace(order);
  return {
    ...order,
    note: undefined,
    order_status_id: ORDER_STATUS_IDS[order.status],
    name: place?.name ?? "",
    address: formatAddressLine(place),
    shipping_price: order.price_minor,
  };
}

/** The note of an order, for those who may read it. */
export const getVisibleNote = (actor: Actor, { note }: Pick<OrderRow, "note">) =>
  actor.role === "customer" ? undefined : note;

/**
 * An order in full. `can_…` is what its state allows, for any caller: role, permission and modules are checked
 * separately; only the note and the assignment depend on the caller. `on_released_route` is whether its driver sees it
 * already.
 */
export function toOrderDetail(
  order: OrderRow,
  parcels: readonly ParcelRow[],
  { actor, on_released_route }: { actor: Actor; on_released_route: boolean },
) {
  const { pin_hash: _pin_hash, ...requirements } = order.requirements;
  const cannot_plan_reason = findCannotPlanReason(order);
  return {
    ...toOrderSummary(order),
    ...(canSeeAssignment(actor, order) ? {} : { assignment_id: null, contractor_account_id: null }),
    note: getVisibleNote(actor, order),
    requirements,
    parcels: [...parcels],
    can_cancel: order.tender_state !== "held" && chooseCancelCommand(order.status, parcels) !== null,
    can_hold: !on_released_route && getNextStatus(order.status, "hold") !== null,
    can_release: getNextStatus(order.status, "release") !== null,
    can_reroute: refusalToReroute(order, parcels) === null,
    can_plan: cannot_plan_reason === null,
    cannot_plan_reason,
    locked_members: listLockedMembers(order, { parcels, on_released_route }),
    can_instruct: !isTerminal(order.status),
    ...allowedAssignmentActions(order),
  };
}
