/** Shipping orders as they are sent: to their customers, and to the business with what it can do. */
import Type from "typebox";
import {
  billMembers,
  billSummaryMembers,
  computeRemaining,
  loadBillDetail,
  toBillSummary,
} from "#domain/customer/bills/public.ts";
import {
  ChosenSupply,
  FormAnswers,
  FormFields,
  loadServiceVersion,
} from "#domain/customer/services/public.ts";
import { loadWarehouses } from "#domain/warehouse/warehouses/public.ts";
import type { Context } from "#operation/define/context.ts";
import { CalendarDate, Count, Id, Nullable, StringEnum, Timestamp } from "#vocabulary/basics.ts";
import { Place } from "#vocabulary/place.ts";
import { findDifference } from "./difference.ts";
import type { ListedOrder } from "./records/shipping-order.ts";
import { listPackages, type ShippingPackageRow } from "./records/shipping-package.ts";
import { canCallOff, canPay, getNextStatus, isEnded, STATUSES } from "./rules.ts";

export const ServiceCode = Type.String({ minLength: 1, maxLength: 40, description: "Code of the service." });

const summary = {
  id: Id,
  service_code: Type.String(),
  service_name: Type.String(),
  status: StringEnum(STATUSES),
  status_since: Timestamp,
  tracking_number: Type.String(),
  ref: Nullable(Type.String()),
  destination: Type.String({ description: "City and country." }),
  scheduled_date: Nullable(CalendarDate),
  package_count: Count,
  received_count: Count,
  created_at: Timestamp,
  version: Count,
  ...billSummaryMembers,
  can_be_paid: Type.Boolean({ description: "The customer can pay what is left from its wallet." }),
  can_cancel: Type.Boolean(),
};

/** One row of a customer's list. */
export const ShippingOrderSummary = Type.Object(summary, {
  $id: "ShippingOrderSummary",
  "x-compact": ["shipping_order_id from id", "..."],
});

const business = {
  customer_id: Id,
  customer_name: Type.String(),
  service_id: Id,
  service_version: { ...Count, description: "The version of the service that it was ordered with." },
};

/** One row of the business's list. */
export const CustomerOrderSummary = Type.Object({ ...summary, ...business }, { $id: "CustomerOrderSummary" });

const Measure = Nullable(Type.Integer({ description: "Grams, millimetres." }));

const ShippingPackage = Type.Object(
  {
    id: Id,
    seq: Count,
    contents: Type.String(),
    packaging: Nullable(Type.String()),
    weight_g: Measure,
    length_mm: Measure,
    width_mm: Measure,
    height_mm: Measure,
    received_at: Nullable(Timestamp),
    damaged: Type.Boolean(),
    measured_weight_g: Measure,
    measured_length_mm: Measure,
    measured_width_mm: Measure,
    measured_height_mm: Measure,
    measured_at: Nullable(Timestamp),
  },
  { $id: "ShippingPackage" },
);

const detail = {
  ...summary,
  ...billMembers,
  pickup: Nullable(Place),
  dropoff: Nullable(Place),
  warehouse: Nullable(
    Type.Object(
      { id: Id, code: Type.String(), name: Type.String(), place: Place },
      { $id: "OrderWarehouse" },
    ),
  ),
  pickup_timeframe: Nullable(Type.String({ description: "Name and times." })),
  supplies: Type.Array(ChosenSupply),
  surcharges: Type.Array(Type.String(), { description: "Codes of those that the customer chose." }),
  form: FormAnswers,
  form_fields: FormFields,
  note: Type.String(),
  exception: Nullable(Type.String({ description: "What happened, while the status is EXCEPTION." })),
  carrier: Nullable(Type.String()),
  carrier_number: Nullable(Type.String()),
  shipped_at: Nullable(Timestamp),
  delivered_at: Nullable(Timestamp),
  packages: Type.Array(ShippingPackage),
};

/** Everything about one order, for its customer. */
export const ShippingOrder = Type.Object(detail, {
  $id: "ShippingOrder",
  "x-compact": ["shipping_order_id from id", "..."],
});

/** For the business: with what can be decided now. */
const CustomerOrder = Type.Object(
  {
    ...detail,
    ...business,
    can_quote: Type.Boolean(),
    can_confirm: Type.Boolean(),
    can_receive: Type.Boolean(),
    can_measure: Type.Boolean(),
    can_reprice: Type.Boolean(),
    can_process: Type.Boolean(),
    can_ship: Type.Boolean(),
    can_complete: Type.Boolean(),
    can_report_exception: Type.Boolean(),
    can_resolve: Type.Boolean(),
    can_refund: Type.Boolean(),
    price_differs: Type.Boolean({
      description: "The measures change the price: reprice or waive it before the order goes on.",
    }),
    difference_minor: Nullable(
      Type.Integer({
        description: "By the measures, less the present price; null where it cannot be computed.",
      }),
    ),
    can_settle: Type.Boolean({ description: "What is left can be charged to the settlement account." }),
    prices_hidden_from_customer: Type.Boolean(),
  },
  { $id: "CustomerOrder" },
);

export const customerOrderAnswerMembers = {
  result: Type.Boolean(),
  version: Type.Integer(),
  order: CustomerOrder,
};

/** What every operation of the business on one order returns. */
export const CustomerOrderAnswer = Type.Object(customerOrderAnswerMembers);

type Reader = Pick<Context<never>, "db" | "business_id" | "actor">;

export function toSummary({ actor }: Pick<Reader, "actor">, order: ListedOrder) {
  const bill = toBillSummary(order);
  const place = order.dropoff ?? order.pickup;
  return {
    ...order,
    ...bill,
    destination: [place?.city, place?.country].filter((part) => part).join(", "),
    can_be_paid: canPay(order.status, bill) && !actor.hidden_prices.has(order.family),
    can_cancel:
      actor.role === "customer"
        ? getNextStatus(order.status, "cancel") !== null
        : canCallOff(order.status, order.status_before_exception),
  };
}

/** The order with its packages, bill, form and warehouse. */
export async function loadDetail(context: Reader, order: ListedOrder) {
  const [packages, bill, service, warehouses] = await Promise.all([
    listPackages(context, order.id),
    loadBillDetail(context, { type: "shipping_order", id: order.id }),
    loadServiceVersion(context, order.service_id, order.service_version),
    loadWarehouses(context, order.warehouse_id === null ? [] : [order.warehouse_id]),
  ]);
  const { form_fields, pickup_timeframes, pricing_method } = service.definition;
  const timeframe = pickup_timeframes.find(({ code }) => code === order.pickup_timeframe);
  const answer = {
    ...toSummary(context, order),
    ...bill,
    packages,
    form_fields,
    warehouse: warehouses.get(order.warehouse_id ?? 0) ?? null,
    pickup_timeframe:
      timeframe === undefined ? null : `${timeframe.name}, ${timeframe.start}-${timeframe.end}`,
  };
  return { answer, packages, pricing_method };
}

export async function loadCustomerOrder(context: Context<never>, order: ListedOrder) {
  const { db, business_id } = context;
  const [{ answer, packages, pricing_method }, customer] = await Promise.all([
    loadDetail(context, order),
    db.row<{ is_hidden: boolean }>(
      "select $3 = any(hidden_price_families) as is_hidden from customer where business_id = $1 and id = $2",
      [business_id, order.customer_id, order.family],
    ),
  ]);
  const is_hidden = customer?.is_hidden === true;
  const is_deciding = getNextStatus(order.status, "process") ?? getNextStatus(order.status, "ship");
  const difference = is_deciding === null ? null : await findDifference(context, order);
  return {
    ...answer,
    ...listDecisions(order, packages, { pricing_method, is_hidden }),
    price_differs: difference !== null,
    difference_minor: difference?.amount_minor ?? null,
  };
}

function listDecisions(
  order: ListedOrder,
  packages: readonly ShippingPackageRow[],
  { pricing_method, is_hidden }: { pricing_method: 1 | 2; is_hidden: boolean },
) {
  const { status, total_minor, paid_minor } = order;
  const can = (decision: Parameters<typeof getNextStatus>[1]) => getNextStatus(status, decision) !== null;
  const remaining = computeRemaining(order);
  return {
    can_quote: can("quote") && pricing_method === 2 && paid_minor === 0,
    can_confirm: can("confirm") && total_minor !== null,
    can_receive: can("receive_some") && packages.some(({ received_at }) => received_at === null),
    can_measure: can("measure"),
    can_reprice: can("reprice") && packages.every(({ measured_at }) => measured_at !== null),
    can_process: can("process"),
    can_ship: can("ship"),
    can_complete: can("complete"),
    can_report_exception: can("report_exception"),
    can_resolve: status === "EXCEPTION",
    can_refund: paid_minor > 0,
    can_settle: is_hidden && remaining > 0 && !isEnded(status) && status !== "PENDING",
    prices_hidden_from_customer: is_hidden,
  };
}
