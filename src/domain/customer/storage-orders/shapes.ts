/** Storage orders and stored packages as they are sent: to their customers, and to the business with what it can do. */
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
import { CalendarDate, Count, Id, Nullable, StringEnum, Timestamp } from "#vocabulary/basics.ts";
import { Price, PriceDetails } from "#vocabulary/price.ts";
import { Ref } from "#vocabulary/ref.ts";
import { STORAGE_LINE } from "./charges.ts";
import { loadStoredPackages } from "./listing.ts";
import type { ListedOrder } from "./records/storage-order.ts";
import {
  BILLINGS,
  canCancel,
  computeBilling,
  computeDueDate,
  type Decision,
  getNextStatus,
  isInStore,
  PACKAGE_STATUSES,
  STATUSES,
} from "./rules.ts";

const summary = {
  ...buildIdentityMembers("storage_order", STATUSES),
  scheduled_date: Nullable(CalendarDate),
  package_count: Count,
  received_count: Count,
  stored_count: Type.Integer({ minimum: 0, description: "Packages that are in store now." }),
  created_at: Timestamp,
  version: Count,
  ...billSummaryMembers,
  billing: StringEnum(BILLINGS, {
    description:
      "`current`: nothing is left to pay, or the order is not confirmed. `grace`: something is. `overdue`: for longer than the service " +
      "allows.",
  }),
  due_date: Nullable({
    ...CalendarDate,
    description:
      "The last day on which what is left can be paid without being overdue; null while nothing is.",
  }),
  can_edit: Type.Boolean(),
  can_cancel: Type.Boolean(),
  can_be_paid: CanBePaid,
};

/** One row of a customer's list. */
export const StorageOrderSummary = Type.Object(summary, {
  $id: "StorageOrderSummary",
  "x-compact": ["storage_order_id from id", "..."],
});

/** One row of the business's list. */
export const CustomerStorageOrderSummary = Type.Object(
  { ...summary, ...customerMembers },
  { $id: "CustomerStorageOrderSummary" },
);

const StoredWarehouse = Type.Object(
  { id: Ref("warehouse"), code: Type.String(), name: Type.String() },
  { $id: "StoredPackageWarehouse" },
);

const packageMembers = {
  id: Ref("stored_package"),
  storage_order_id: Ref("storage_order"),
  seq: Count,
  status: StringEnum(PACKAGE_STATUSES),
  is_received: Type.Boolean({ description: "It has arrived, whatever became of it." }),
  code: Nullable(Type.String({ description: "On its label, once it was received." })),
  contents: Type.String(),
  packaging: Nullable(Type.String()),
  ...declaredMembers,
  ...measuredMembers,
  damaged: Type.Boolean(),
  received_at: Nullable(Timestamp),
  left_at: Nullable(Timestamp),
  free_until: Nullable({ ...CalendarDate, description: "The last day that costs nothing." }),
  warehouse: Nullable(StoredWarehouse),
  shipout_id: Nullable(
    Ref("shipout", { ...Id, description: "The ship-out that it is held by, or left with." }),
  ),
  photo_file_ids: Type.Array(Ref("file"), {
    description: "Of the package, oldest first: `/api/v1/files/{file_id}`.",
  }),
};

export const StoredPackage = Type.Object(packageMembers, {
  $id: "StoredPackage",
  "x-compact": ["stored_package_id from id", "..."],
});

/** For the business: with the bin. */
export const CustomerStoredPackage = Type.Object(
  {
    ...packageMembers,
    customer_id: Ref("customer"),
    bin: Nullable(Type.Object({ id: Ref("bin"), code: Type.String() }, { $id: "StoredPackageBin" })),
    stock_package_id: Nullable(Ref("stock_package")),
  },
  { $id: "CustomerStoredPackage" },
);

const DayCharge = Type.Object(
  {
    date: CalendarDate,
    packages: Count,
    amount_minor: Nullable(Type.Integer({ description: "Null: the price list did not cover this day." })),
  },
  { $id: "StorageDayCharge" },
);

const detail = {
  ...summary,
  ...billMembers,
  ...buildRouteMembers("StorageOrderWarehouse"),
  ...askedMembers,
  free_days: Count,
  grace_days: Count,
  charged_until: Nullable({ ...CalendarDate, description: "Days until this one are charged." }),
  storage_minor: Price("by:family", "What the days of storage have cost."),
  day_charges: PriceDetails(
    "by:family",
    Type.Array(DayCharge, { description: "The latest 62 days that cost something, newest first." }),
  ),
  confirmed_at: Nullable(Timestamp),
  closed_at: Nullable(Timestamp),
};

/** Everything about one order, for its customer. */
export const StorageOrder = Type.Object(
  { ...detail, packages: Type.Array(StoredPackage) },
  { $id: "StorageOrder", "x-compact": ["storage_order_id from id", "..."] },
);

export const StorageOrderAnswer = Type.Object({
  result: Type.Boolean(),
  version: Type.Integer(),
  order: StorageOrder,
});

/** For the business: with what can be decided now. */
const CustomerStorageOrder = Type.Object(
  {
    ...detail,
    ...customerMembers,
    packages: Type.Array(CustomerStoredPackage),
    can_quote: Type.Boolean(),
    can_confirm: Type.Boolean(),
    can_process: Type.Boolean(),
    can_receive: Type.Boolean(),
    can_measure: Type.Boolean(),
    can_reprice: Type.Boolean(),
    can_complete: Type.Boolean(),
    can_release: Type.Boolean(),
    can_refund: Type.Boolean(),
    can_settle: CanSettle,
    prices_hidden_from_customer: Type.Boolean(),
  },
  { $id: "CustomerStorageOrder" },
);

export const customerOrderAnswerMembers = {
  result: Type.Boolean(),
  version: Type.Integer(),
  order: CustomerStorageOrder,
};

/** What every operation of the business on one order returns. */
export const CustomerStorageOrderAnswer = Type.Object(customerOrderAnswerMembers);

type Reader = Pick<Context<never>, "db" | "business_id" | "actor">;

export function toSummary({ actor }: Pick<Reader, "actor">, order: ListedOrder) {
  const bill = toBillSummary(order);
  return {
    ...order,
    ...bill,
    billing: computeBilling(order.unpaid_date, order.grace_days, order.today),
    due_date: computeDueDate(order.unpaid_date, order.grace_days),
    can_edit: getNextStatus(order.status, "edit") !== null,
    can_cancel: canCancel(order.status, { is_collected: order.pickup !== null }),
    can_be_paid: canBePaid(order.status, bill) && !actor.hidden_prices.has(order.family),
  };
}

const DAYS_MAX = 62;

/** The order with its packages, bill, form and warehouse. */
export async function loadDetail(context: Reader, order: ListedOrder) {
  const { db, business_id } = context;
  const [packages, { bill, definition, warehouse }, day_charges] = await Promise.all([
    loadStoredPackages(context, order.id),
    loadServiceOrderDetail(context, "storage_order", order),
    db.rows<Type.Static<typeof DayCharge>>(
      `select date, packages, amount_minor from storage_charge where business_id = $1 and storage_order_id = $2
        order by date desc limit $3`,
      [business_id, order.id, DAYS_MAX],
    ),
  ]);
  const { form_fields, pricing_method, storage } = definition;
  const answer = {
    ...toSummary(context, order),
    ...bill,
    packages,
    form_fields,
    free_days: storage?.free_days ?? 0,
    storage_minor: bill.price_details.find(({ code }) => code === STORAGE_LINE)?.amount_minor ?? 0,
    day_charges,
    warehouse,
    pickup_timeframe: describeTimeframe(definition, order.pickup_timeframe),
  };
  return { answer, pricing_method };
}

export async function loadCustomerOrder(context: Reader, order: ListedOrder) {
  const [{ answer, pricing_method }, is_hidden] = await Promise.all([
    loadDetail(context, order),
    isPriceHidden(context, order),
  ]);
  return { ...answer, ...listDecisions(order, answer.packages, { pricing_method, is_hidden }) };
}

function listDecisions(
  { status, total_minor, paid_minor }: ListedOrder,
  packages: readonly Pick<
    Type.Static<typeof CustomerStoredPackage>,
    "status" | "received_at" | "measured_at"
  >[],
  { pricing_method, is_hidden }: { pricing_method: 1 | 2; is_hidden: boolean },
) {
  const can = (decision: Decision) => getNextStatus(status, decision) !== null;
  const remaining = computeRemaining({ total_minor, paid_minor });
  const received = packages.filter(({ received_at }) => received_at !== null);
  return {
    can_quote: can("quote") && pricing_method === 2 && paid_minor === 0,
    can_confirm: can("confirm") && total_minor !== null,
    can_process: can("process"),
    can_receive: can("receive") && received.length < packages.length,
    can_measure: can("measure") && packages.some((one) => isInStore(one.status)),
    can_reprice: can("reprice") && received.every(({ measured_at }) => measured_at !== null),
    can_complete: can("complete"),
    can_release: can("release") && packages.some((one) => one.status === "RECEIVED"),
    can_refund: paid_minor > 0,
    can_settle: is_hidden && remaining > 0 && can("settle"),
    prices_hidden_from_customer: is_hidden,
  };
}
