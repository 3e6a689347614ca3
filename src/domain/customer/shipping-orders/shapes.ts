/** Shipping orders as they are sent: to their customers, and to the business with what it can do. */
import Type from "typebox";
import {
  billMembers,
  billSummaryMembers,
  computeRemaining,
  toBillSummary,
} from "#domain/customer/bills/public.ts";
import {
  askedMembers,
  buildIdentityMembers,
  buildRouteMembers,
  CanBePaid,
  CanSettle,
  canBePaid,
  customerMembers,
  declaredMembers,
  describeTimeframe,
  isPriceHidden,
  loadServiceOrderDetail,
  measuredMembers,
} from "#domain/customer/service-orders/public.ts";
import type { Context } from "#operation/define/context.ts";
import { CalendarDate, Count, Nullable, Timestamp } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { findDifference } from "./difference.ts";
import type { ListedOrder } from "./records/shipping-order.ts";
import { listPackages, type ShippingPackageRow } from "./records/shipping-package.ts";
import { canCallOff, getNextStatus, isEnded, STATUSES } from "./rules.ts";

const summary = {
  ...buildIdentityMembers("shipping_order", STATUSES),
  destination: Type.String({ description: "City and country." }),
  scheduled_date: Nullable(CalendarDate),
  package_count: Count,
  received_count: Count,
  created_at: Timestamp,
  version: Count,
  ...billSummaryMembers,
  can_be_paid: CanBePaid,
  can_cancel: Type.Boolean(),
};

/** One row of a customer's list. */
export const ShippingOrderSummary = Type.Object(summary, {
  $id: "ShippingOrderSummary",
  "x-compact": ["shipping_order_id from id", "..."],
});

/** One row of the business's list. */
export const CustomerOrderSummary = Type.Object(
  { ...summary, ...customerMembers },
  { $id: "CustomerOrderSummary" },
);

const ShippingPackage = Type.Object(
  {
    id: Ref("shipping_package"),
    seq: Count,
    contents: Type.String(),
    packaging: Nullable(Type.String()),
    ...declaredMembers,
    received_at: Nullable(Timestamp),
    damaged: Type.Boolean(),
    ...measuredMembers,
  },
  { $id: "ShippingPackage" },
);

const detail = {
  ...summary,
  ...billMembers,
  ...buildRouteMembers("OrderWarehouse"),
  ...askedMembers,
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
    ...customerMembers,
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
    can_settle: CanSettle,
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
    can_be_paid: canBePaid(order.status, bill) && !actor.hidden_prices.has(order.family),
    can_cancel:
      actor.role === "customer"
        ? getNextStatus(order.status, "cancel") !== null
        : canCallOff(order.status, order.status_before_exception),
  };
}

/** The order with its packages, bill, form and warehouse. */
export async function loadDetail(context: Reader, order: ListedOrder) {
  const [packages, { bill, definition, warehouse }] = await Promise.all([
    listPackages(context, order.id),
    loadServiceOrderDetail(context, "shipping_order", order),
  ]);
  const { form_fields, pricing_method } = definition;
  const answer = {
    ...toSummary(context, order),
    ...bill,
    packages,
    form_fields,
    warehouse,
    pickup_timeframe: describeTimeframe(definition, order.pickup_timeframe),
  };
  return { answer, packages, pricing_method };
}

export async function loadCustomerOrder(context: Context<never>, order: ListedOrder) {
  const [{ answer, packages, pricing_method }, is_hidden] = await Promise.all([
    loadDetail(context, order),
    isPriceHidden(context, order),
  ]);
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
