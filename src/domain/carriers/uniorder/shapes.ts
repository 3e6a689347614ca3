/** Unified orders as they are sent. */
import Type, { type Static } from "typebox";
import { findLabel } from "#domain/carriers/shipping/public.ts";
import { findOrder, isTerminal, loadParcels } from "#domain/orders/orders/public.ts";
import type { Context } from "#operation/define/context.ts";
import { Nullable, StringEnum, Timestamp } from "#vocabulary/basics.ts";
import { Price, PriceCurrency, PriceHidden } from "#vocabulary/price.ts";
import { Ref } from "#vocabulary/ref.ts";
import type { UnifiedOrderRow } from "./records/unified-order.ts";
import { toDeliveryState, toLabelState, UNIFIED_STATES } from "./rules.ts";

export const UnifiedOrder = Type.Object(
  {
    id: Ref("unified_order"),
    kind: StringEnum(["self", "label"]),
    state: StringEnum(UNIFIED_STATES),
    underlying_state: Type.String({ description: "Of the order or label that it is a view of." }),
    ref: Nullable(Type.String()),
    rate_id: Ref("rate", Type.String()),
    provider: Type.String({ description: "`self`, or the code of the carrier account." }),
    carrier: Type.String(),
    service: Type.String(),
    tracking_numbers: Type.Array(Type.String()),
    label_available: Type.Boolean(),
    family: StringEnum(["local_delivery", "label_service"]),
    shipping_price: Price("by:family"),
    currency: PriceCurrency("by:family"),
    price_hidden: PriceHidden,
    failure: Nullable(Type.String({ description: "Why the label was not bought, in the carrier's words." })),
    customer_id: Nullable(Ref("customer")),
    order_id: Nullable(Ref("order")),
    label_order_id: Nullable(Ref("label_order")),
    created_at: Timestamp,
  },
  { $id: "UnifiedOrder", "x-compact": ["uniorder_id from id", "..."] },
);

export const unifiedAnswerMembers = {
  result: Type.Boolean(),
  pending: Type.Boolean({ description: "The carrier has not said yet how it ended; read it again." }),
  uniorder: UnifiedOrder,
};

type Reader = Pick<Context<never>, "db" | "business_id" | "actor" | "business" | "refuse">;

export async function answerUnified(context: Reader, row: UnifiedOrderRow) {
  const uniorder = await (row.kind === "label" ? toLabelView(context, row) : toDeliveryView(context, row));
  const pending = row.kind === "label" && (uniorder.state === "CREATED" || uniorder.state === "CANCELLING");
  return { result: true, pending, uniorder };
}

const pickSharedMembers = ({
  id,
  kind,
  ref,
  rate_id,
  customer_id,
  order_id,
  label_order_id,
  created_at,
}: UnifiedOrderRow) => ({
  id,
  kind,
  ref,
  rate_id,
  customer_id,
  order_id,
  label_order_id,
  created_at,
});

async function toLabelView(context: Reader, row: UnifiedOrderRow): Promise<Static<typeof UnifiedOrder>> {
  const { db, business_id } = context;
  const [label, packages] = await Promise.all([
    findLabel(context, row.label_order_id ?? 0),
    db.rows<{ tracking_number: string }>(
      `select tracking_number from label_package where business_id = $1 and label_order_id = $2 and tracking_number is not null
        order by seq`,
      [business_id, row.label_order_id],
    ),
  ]);
  if (label === undefined) throw new Error(`The label of the unified order ${row.id} was gone.`);
  const state = toLabelState(label.state, label.cancel_requested_at !== null);
  return {
    ...pickSharedMembers(row),
    state,
    underlying_state: label.state,
    provider: label.carrier_account,
    carrier: label.carrier,
    service: label.service,
    tracking_numbers: packages.map(({ tracking_number }) => tracking_number),
    label_available: label.purchased_at !== null && state !== "CANCELLED",
    family: "label_service",
    shipping_price: label.price_minor,
    currency: label.currency,
    failure: label.failure_text,
  };
}

async function toDeliveryView(context: Reader, row: UnifiedOrderRow): Promise<Static<typeof UnifiedOrder>> {
  const { db, business_id, business } = context;
  const order_id = row.order_id ?? 0;
  const [order, parcels] = await Promise.all([
    findOrder(db, business_id, order_id),
    loadParcels(db, business_id, [order_id]),
  ]);
  if (order === undefined) throw new Error(`The delivery of the unified order ${row.id} was gone.`);
  return {
    ...pickSharedMembers(row),
    state: toDeliveryState(order.status, isTerminal(order.status), order.cancel_requested),
    underlying_state: order.status,
    provider: "self",
    carrier: business.name,
    service: order.service,
    tracking_numbers: parcels.map(({ tracking_number }) => tracking_number),
    label_available: order.status !== "CANCELLED",
    family: "local_delivery",
    shipping_price: order.price_minor,
    currency: order.currency,
    failure: null,
  };
}
