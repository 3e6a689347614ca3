/** Ship-outs as they are sent: to their customers, and to the business with what it can do. */
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
  CanBePaid,
  CanSettle,
  canBePaid,
  customerMembers,
  isPriceHidden,
  loadServiceOrderDetail,
} from "#domain/customer/service-orders/public.ts";
import type { ServiceVersion } from "#domain/customer/services/public.ts";
import type { Context } from "#operation/define/context.ts";
import { CalendarDate, Count, Id, Nullable, Timestamp } from "#vocabulary/basics.ts";
import { Place } from "#vocabulary/place.ts";
import { Ref } from "#vocabulary/ref.ts";
import type { ListedShipout } from "./records/shipout.ts";
import { loadShipoutPackages } from "./records/shipout-package.ts";
import { type Decision, getNextStatus, STATUSES } from "./rules.ts";

const summary = {
  ...buildIdentityMembers("shipout", STATUSES),
  destination: Type.String({ description: "City and country." }),
  scheduled_date: Nullable(CalendarDate),
  package_count: Count,
  created_at: Timestamp,
  shipped_at: Nullable(Timestamp),
  delivered_at: Nullable(Timestamp),
  version: Count,
  ...billSummaryMembers,
  can_be_paid: CanBePaid,
  can_be_cancelled: Type.Boolean(),
};

/** One row of a customer's list. */
export const ShipoutSummary = Type.Object(summary, {
  $id: "ShipoutSummary",
  "x-compact": ["shipout_id from id", "..."],
});

/** One row of the business's list. */
export const CustomerShipoutSummary = Type.Object(
  { ...summary, ...customerMembers },
  { $id: "CustomerShipoutSummary" },
);

const Measure = Nullable(Type.Integer({ description: "Grams, millimetres: measured, or else declared." }));

const packageMembers = {
  id: Ref("stored_package", { ...Id, description: "Of the stored package." }),
  storage_order_id: Ref("storage_order"),
  code: Nullable(Type.String()),
  contents: Type.String(),
  status: Type.String({ description: "Of the stored package." }),
  weight_g: Measure,
  length_mm: Measure,
  width_mm: Measure,
  height_mm: Measure,
};

const ShipoutPackage = Type.Object(packageMembers, { $id: "ShipoutPackage" });

/** For the business: with where to pick it. */
const CustomerShipoutPackage = Type.Object(
  {
    ...packageMembers,
    bin: Nullable(Type.Object({ id: Ref("bin"), code: Type.String() }, { $id: "ShipoutPackageBin" })),
  },
  { $id: "CustomerShipoutPackage" },
);

const detail = {
  ...summary,
  ...billMembers,
  dropoff: Nullable(Place),
  warehouse: Nullable(
    Type.Object(
      { id: Ref("warehouse"), code: Type.String(), name: Type.String() },
      { $id: "ShipoutWarehouse" },
    ),
  ),
  ...askedMembers,
  carrier: Nullable(Type.String()),
  carrier_number: Nullable(Type.String()),
};

/** Everything about one ship-out, for its customer. */
export const Shipout = Type.Object(
  { ...detail, packages: Type.Array(ShipoutPackage) },
  { $id: "Shipout", "x-compact": ["shipout_id from id", "..."] },
);

export const ShipoutAnswer = Type.Object({
  result: Type.Boolean(),
  version: Type.Integer(),
  shipout: Shipout,
});

/** For the business: with what can be decided now. */
const CustomerShipout = Type.Object(
  {
    ...detail,
    ...customerMembers,
    packages: Type.Array(CustomerShipoutPackage),
    can_quote: Type.Boolean(),
    can_process: Type.Boolean(),
    can_pack: Type.Boolean(),
    can_reprice: Type.Boolean(),
    can_ship: Type.Boolean(),
    can_complete: Type.Boolean(),
    can_refund: Type.Boolean(),
    can_settle: CanSettle,
    prices_hidden_from_customer: Type.Boolean(),
  },
  { $id: "CustomerShipout" },
);

export const customerShipoutAnswerMembers = {
  result: Type.Boolean(),
  version: Type.Integer(),
  shipout: CustomerShipout,
};

/** What every operation of the business on one ship-out returns. */
export const CustomerShipoutAnswer = Type.Object(customerShipoutAnswerMembers);

type Reader = Pick<Context<never>, "db" | "business_id" | "actor">;

export function toSummary({ actor }: Pick<Reader, "actor">, shipout: ListedShipout) {
  const bill = toBillSummary(shipout);
  const { dropoff, status } = shipout;
  return {
    ...shipout,
    ...bill,
    destination: [dropoff?.city, dropoff?.country].filter((part) => part).join(", "),
    can_be_paid: canBePaid(status, bill) && !actor.hidden_prices.has(shipout.family),
    can_be_cancelled: getNextStatus(status, "cancel") !== null,
  };
}

/** The ship-out with its packages, bill, form and warehouse. */
export async function loadDetail(context: Reader, shipout: ListedShipout) {
  const [packages, { bill, definition, warehouse }] = await Promise.all([
    loadShipoutPackages(context, shipout.id),
    loadServiceOrderDetail(context, "shipout", shipout),
  ]);
  const answer = {
    ...toSummary(context, shipout),
    ...bill,
    packages,
    form_fields: definition.form_fields,
    warehouse,
  };
  return { answer, definition };
}

export async function loadCustomerShipout(context: Reader, shipout: ListedShipout) {
  const [{ answer, definition }, is_hidden] = await Promise.all([
    loadDetail(context, shipout),
    isPriceHidden(context, shipout),
  ]);
  return { ...answer, ...listDecisions(shipout, definition, is_hidden) };
}

function listDecisions(shipout: ListedShipout, definition: ServiceVersion["definition"], is_hidden: boolean) {
  const { status, total_minor, paid_minor } = shipout;
  const can = (decision: Decision) => getNextStatus(status, decision) !== null;
  const remaining = computeRemaining(shipout);
  const is_paid_later = definition.payment === "before_shipping";
  return {
    can_quote: can("quote") && definition.pricing_method === 2 && paid_minor === 0,
    can_process: can("process") || (is_paid_later && can("process_unpaid")),
    can_pack: can("pack"),
    can_reprice: can("reprice"),
    can_ship: can("ship"),
    can_complete: can("complete"),
    can_refund: paid_minor > 0,
    can_settle: is_hidden && remaining > 0 && total_minor !== null && status !== "CANCELLED",
    prices_hidden_from_customer: is_hidden,
  };
}
