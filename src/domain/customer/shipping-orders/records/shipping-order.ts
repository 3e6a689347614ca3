/** Shipping orders: what one is, its tracking, how it is found, stored and changed. */
import { defineServiceOrder, type NewServiceOrder } from "#domain/customer/service-orders/public.ts";
import type { Piece } from "#domain/customer/services/public.ts";
import type { Context } from "#operation/define/context.ts";
import { defineRecord, type Row } from "#operation/define/record.ts";
import { byId } from "#vocabulary/cursor-page.ts";
import type { Place } from "#vocabulary/place.ts";
import { messages } from "../messages.ts";
import { type Decision, getNextStatus, type Status } from "../rules.ts";
import { ShippingPackage } from "./shipping-package.ts";

export interface ShippingOrderRow extends Row<"shipping_order"> {
  status: Status;
  /** The version of the service that it was made with. */
  service_version: number;
  /** The status that an exception interrupted. */
  status_before_exception: Status | null;
  pickup: Place | null;
  dropoff: Place | null;
  supplies: { code: string; quantity: number }[];
  form: Record<string, unknown>;
  /** When staff took the price as it is although measures change it. */
  difference_waived_at: string | null;
  /** What became of goods that had arrived when it was cancelled. */
  cancelled_goods: "handed_back" | "disposed" | null;
}

type Trigger = Decision | "pay" | "refund" | "settle" | "resolve";

const ShippingOrder = defineServiceOrder<"shipping_order", ShippingOrderRow, Trigger | "report">(
  defineRecord("shipping_order"),
  {
    PENDING: "otep:core:created",
    CONFIRMED: "otep:core:confirmed",
    RECEIVING: "otep:core:received",
    RECEIVED: "otep:core:received",
    PROCESSING: "otep:core:processed",
    SHIPPED: "otep:core:departed",
    DELIVERED: "otep:core:delivered",
    EXCEPTION: "otep:core:exception",
    CANCELLED: "otep:core:cancelled",
  },
);

export const changeOrder = ShippingOrder.change;

export async function insertShippingOrder(
  context: Context<never>,
  order: NewServiceOrder & { pieces: readonly Piece[]; warehouse_id: number | null },
): Promise<number> {
  const { pieces, warehouse_id } = order;
  const { pickup, pickup_timeframe } = order.request;
  const { id } = await ShippingOrder.insert(
    context,
    order,
    {
      status: "PENDING",
      pickup: pickup ?? null,
      pickup_timeframe: pickup_timeframe ?? null,
      warehouse_id,
    },
    async ({ id: shipping_order_id }) => {
      const packages = pieces.map((piece, index) => ({ ...piece, shipping_order_id, seq: index + 1 }));
      await ShippingPackage.insertMany(context, packages);
      return { packages: pieces.length };
    },
  );
  return id;
}

/** What an operation that decides about an order declares. */
export const moveRefusals = { not_possible: "conflict" } as const;

/** The order, locked; 404 for one that the caller may not see. */
export async function getLockedOrder(context: Context<never>, id: number): Promise<ShippingOrderRow> {
  const order = await lockShippingOrder(context, id);
  if (order === undefined) throw context.refuse("not_found", { message: messages.unknown_order });
  context.expectVersion(order.version);
  return order;
}

/** The status after a decision. Refuses one that the present status does not allow. */
export function decide(
  context: Context<"not_possible">,
  order: ShippingOrderRow,
  decision: Decision,
): Status {
  const status = getNextStatus(order.status, decision);
  if (status === null) {
    throw context.refuse("not_possible", {
      message: messages.not_possible,
      values: { status: order.status },
      extra: { status: order.status },
    });
  }
  return status;
}

type Reader = Pick<Context<never>, "db" | "business_id" | "actor">;

/** An order with what lists show of its service, customer, packages and bill. */
export interface ListedOrder extends ShippingOrderRow {
  service_code: string;
  service_name: string;
  customer_name: string;
  package_count: number;
  received_count: number;
  family: "shipping_service" | "ltl_service" | "moving_services" | "storage_services";
  currency: string;
  total_minor: number | null;
  paid_minor: number;
}

/** `$1` is the business. */
const ORDERS = `select o.*, s.code as service_code, v.definition->>'name' as service_name, c.name as customer_name,
    b.family, b.currency, b.total_minor, b.paid_minor, p.package_count, p.received_count
  from shipping_order o
  join customer_service s on s.business_id = o.business_id and s.id = o.service_id
  join customer_service_version v on v.business_id = o.business_id and v.service_id = o.service_id and v.version = o.service_version
  join customer c on c.business_id = o.business_id and c.id = o.customer_id
  join customer_bill b on b.business_id = o.business_id and b.subject_type = 'shipping_order' and b.subject_id = o.id
  cross join lateral (
    select count(*)::int as package_count, count(received_at)::int as received_count from shipping_package p
     where p.business_id = o.business_id and p.shipping_order_id = o.id) p`;

/** Newest first; with what conditions name. */
export const SHIPPING_ORDER_LIST = {
  from: `shipping_order o
    join customer_service s on s.business_id = o.business_id and s.id = o.service_id
    join customer c on c.business_id = o.business_id and c.id = o.customer_id
    join customer_bill b on b.business_id = o.business_id and b.subject_type = 'shipping_order' and b.subject_id = o.id`,
  select: ORDERS,
  order: byId("o.id"),
};

/** Customers see their own orders alone; null for the business. */
export function getOwner({ actor }: Pick<Reader, "actor">): number | null {
  return actor.role === "customer" ? (actor.customer_id ?? 0) : null;
}

export function findShippingOrder(context: Reader, id: number): Promise<ListedOrder | undefined> {
  const { db, business_id } = context;
  return db.row<ListedOrder>(
    `${ORDERS} where o.business_id = $1 and o.id = $2 and ($3::bigint is null or o.customer_id = $3)`,
    [business_id, id, getOwner(context)],
  );
}

/** The order that the caller may see, locked: every decision about it, its packages and its bill waits for this lock. */
export function lockShippingOrder(context: Reader, id: number): Promise<ShippingOrderRow | undefined> {
  const { db, business_id } = context;
  return db.row<ShippingOrderRow>(
    "select * from shipping_order where business_id = $1 and id = $2 and ($3::bigint is null or customer_id = $3) for update",
    [business_id, id, getOwner(context)],
  );
}
