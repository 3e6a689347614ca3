/** Labels as they are sent: to customers their own, to the business with what the carrier charges. */
import Type, { type Static } from "typebox";
import type { Context } from "#operation/define/context.ts";
import { CalendarDate, Count, Nullable, StringEnum, Timestamp } from "#vocabulary/basics.ts";
import { Place } from "#vocabulary/place.ts";
import { Price, PriceCurrency, PriceDetails, PriceHidden } from "#vocabulary/price.ts";
import { Ref } from "#vocabulary/ref.ts";
import { CUSTOMS_DOCUMENTS, listCustomsDocuments } from "./customs/rules.ts";
import type { ListedLabel } from "./records/label.ts";
import type { LabelPackageRow } from "./records/label-package.ts";
import { decideCancellation, PACKAGE_STATES, STATES } from "./rules.ts";

export const PriceLines = Type.Array(
  Type.Object(
    { code: Type.String(), label: Type.String(), amount_minor: Type.Integer() },
    { $id: "LabelPriceLine" },
  ),
);

const Failure = Type.Object(
  {
    failure: Type.String({ description: "`request_refused`, `price_changed`, `timeout`, `absent` …" }),
    code: Nullable(Type.String({ description: "The carrier's own." })),
    message: Type.String({ description: "The carrier's words." }),
  },
  { $id: "LabelFailure" },
);

const summary = {
  id: Ref("label_order"),
  ref: Nullable(Type.String()),
  state: StringEnum(STATES),
  state_since: Timestamp,
  is_pending: Type.Boolean({ description: "The carrier has not said yet how the last call ended." }),
  carrier_account: Type.String({ description: "Code of the account." }),
  carrier: Type.String(),
  service: Type.String(),
  service_name: Type.String(),
  recipient: Type.String(),
  destination: Type.String({ description: "Postal code, city and country." }),
  package_count: Count,
  tracking_number: Nullable(Type.String()),
  public_number: Nullable(
    Type.String({ description: "Found by public tracking; the carrier's own, or one of ours beside it." }),
  ),
  ship_date: CalendarDate,
  is_return: Type.Boolean(),
  shipping_price: Price("label_service"),
  returned_minor: Price("label_service", "Of the price, returned to who paid it."),
  currency: PriceCurrency("label_service"),
  price_hidden: PriceHidden,
  customer_id: Nullable(Ref("customer")),
  customer_name: Nullable(Type.String()),
  manifest_id: Nullable(Ref("label_manifest")),
  can_cancel: Type.Boolean(),
  created_at: Timestamp,
  purchased_at: Nullable(Timestamp),
  version: Type.Integer(),
};

/** One row of a list. */
export const LabelOrderSummary = Type.Object(summary, { $id: "LabelOrderSummary" });

const LabelPackage = Type.Object(
  {
    seq: Count,
    tracking_number: Nullable(Type.String()),
    state: StringEnum(PACKAGE_STATES),
    weight_g: Count,
    length_mm: Nullable(Count),
    width_mm: Nullable(Count),
    height_mm: Nullable(Count),
    reference: Type.String(),
    price_minor: Price("label_service", "Its part of the price."),
    price_hidden: PriceHidden,
  },
  { $id: "LabelPackage" },
);

export const LabelOrder = Type.Object(
  {
    ...summary,
    reference: Type.String({ description: "What the shipment is called at the carrier." }),
    ship_from: Place,
    ship_to: Place,
    packages: Type.Array(LabelPackage, { description: "As the carrier sold them; none before." }),
    price_details: PriceDetails("label_service", PriceLines),
    carrier_charge_minor: Price(
      "label_service",
      "For the business: what the carrier charged, in minor units.",
    ),
    carrier_currency: PriceCurrency("label_service"),
    label_format: StringEnum(["pdf", "png", "zpl"]),
    failure: Nullable(Failure),
    cancel_requested: Type.Boolean({ description: "It is cancelled as soon as its purchase has ended." }),
    submitted_at: Nullable(Timestamp),
    return_of_id: Nullable(Ref("label_order")),
    can_buy_again: Type.Boolean({ description: "Its purchase failed." }),
    can_submit: Type.Boolean(),
    can_return: Type.Boolean({ description: "A return label can be bought." }),
    customs_documents: Type.Array(StringEnum(CUSTOMS_DOCUMENTS), {
      description: "What can be printed of a label across a border.",
    }),
  },
  {
    $id: "LabelOrder",
    "x-compact": ["label_order_id from id", "...", "-destination", "-state_since", "-created_at"],
  },
);

/** What operations on one label return. */
export const labelAnswerMembers = {
  result: Type.Boolean(),
  pending: Type.Boolean({ description: "The carrier has not said yet how it ended; read it again." }),
  version: Type.Integer(),
  label_order: LabelOrder,
  tracking_numbers: Type.Array(Type.String(), { description: "Of the packages." }),
};

export function toLabelSummary(order: ListedLabel): Static<typeof LabelOrderSummary> {
  const { to } = order.shipment;
  return {
    id: order.id,
    ref: order.ref,
    state: order.state,
    state_since: order.state_since,
    is_pending: isPendingOrder(order),
    carrier_account: order.carrier_account,
    carrier: order.carrier,
    service: order.service,
    service_name: order.service_name,
    recipient: to.name ?? "",
    destination: [to.postal_code, to.city, to.country].filter(Boolean).join(" "),
    package_count: order.shipment.packages.length,
    tracking_number: order.tracking_number,
    public_number: order.public_number,
    ship_date: order.shipment.ship_date,
    is_return: order.shipment.is_return,
    shipping_price: order.price_minor,
    returned_minor: order.returned_minor,
    currency: order.currency,
    customer_id: order.customer_id,
    customer_name: order.customer_name,
    manifest_id: order.manifest_id,
    can_cancel: decideCancellation(order.state, { is_manifested: order.is_manifested }) !== null,
    created_at: order.created_at,
    purchased_at: order.purchased_at,
    version: order.version,
  };
}

function isPendingOrder({ state }: ListedLabel): boolean {
  return state === "PURCHASING" || state === "VOID_PENDING" || state === "REFUND_REQUESTED";
}

export function toLabelOrder(
  { actor }: Pick<Context<never>, "actor">,
  order: ListedLabel,
  packages: readonly LabelPackageRow[],
): Static<typeof LabelOrder> {
  const { failure, shipment, state } = order;
  return {
    ...toLabelSummary(order),
    reference: order.reference,
    ship_from: shipment.from,
    ship_to: shipment.to,
    packages: packages.map(({ seq, tracking_number, state: held, price_minor }) => {
      const ordered = shipment.packages[seq - 1];
      return {
        seq,
        tracking_number,
        state: held,
        weight_g: ordered?.weight_g ?? 0,
        length_mm: ordered?.length_mm ?? null,
        width_mm: ordered?.width_mm ?? null,
        height_mm: ordered?.height_mm ?? null,
        reference: ordered?.reference ?? "",
        price_minor,
      };
    }),
    price_details: order.lines,
    ...(actor.role === "customer"
      ? {}
      : {
          carrier_charge_minor: order.carrier_charge_minor ?? order.quoted_charge_minor,
          carrier_currency: order.carrier_currency,
        }),
    label_format: order.label_format,
    failure:
      failure === null ? null : { failure, code: order.failure_code, message: order.failure_text ?? "" },
    cancel_requested: order.cancel_requested_at !== null,
    submitted_at: order.submitted_at,
    return_of_id: order.return_of_id,
    can_buy_again: state === "LABEL_PURCHASE_FAILED",
    can_submit: state === "LABEL_READY",
    can_return: order.purchased_at !== null && !shipment.is_return,
    customs_documents: listCustomsDocuments(order),
  };
}
