/** Shipping orders: what one is, its tracking, how it is found, stored and changed. */
import {
  defineBilling,
  defineServiceOrder,
  getOwner,
  JOIN_CUSTOMER,
  JOIN_SERVICE,
  JOIN_VERSION,
  joinBill,
  LISTED,
  type Listed,
  type NewServiceOrder,
} from "#domain/customer/service-orders/public.ts";
import type { Piece } from "#domain/customer/services/public.ts";
import type { Context } from "#operation/define/context.ts";
import { defineGet } from "#operation/define/get.ts";
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

export const ShippingOrder = defineServiceOrder<
  "shipping_order",
  ShippingOrderRow,
  Decision,
  "pay" | "refund" | "resolve" | "report"
>(defineRecord("shipping_order"), {
  codes: {
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
  getNextStatus,
  lock: lockShippingOrder,
  texts: { unknown: messages.unknown_order, not_possible: messages.not_possible },
});

export const {
  change: changeOrder,
  getLocked: getLockedOrder,
  getAllowedNextStatus,
  moveRefusals,
} = ShippingOrder;

export const ShippingBill = defineBilling<ShippingOrderRow>(ShippingOrder, messages);

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

type Reader = Pick<Context<never>, "db" | "business_id" | "actor">;

/** An order with what lists show of its service, customer, packages and bill. */
export interface ListedOrder extends ShippingOrderRow, Listed {
  received_count: number;
  family: "shipping_service" | "ltl_service" | "moving_services" | "storage_services";
}

/** `$1` is the business. */
const ORDERS = `select o.*, ${LISTED}, p.package_count, p.received_count
  from shipping_order o ${JOIN_SERVICE} ${JOIN_VERSION} ${JOIN_CUSTOMER} ${joinBill("shipping_order")}
  cross join lateral (
    select count(*)::int as package_count, count(received_at)::int as received_count from shipping_package p
     where p.business_id = o.business_id and p.shipping_order_id = o.id) p`;

/** Newest first; with what conditions name. */
export const SHIPPING_ORDER_LIST = {
  from: `shipping_order o ${JOIN_SERVICE} ${JOIN_CUSTOMER} ${joinBill("shipping_order")}`,
  select: ORDERS,
  order: byId("o.id"),
};

function findShippingOrder(context: Reader, id: number): Promise<ListedOrder | undefined> {
  const { db, business_id } = context;
  return db.row<ListedOrder>(
    `${ORDERS} where o.business_id = $1 and o.id = $2 and ($3::bigint is null or o.customer_id = $3)`,
    [business_id, id, getOwner(context)],
  );
}

export const getShippingOrderRow = defineGet(findShippingOrder, messages.unknown_order);

/** The order that the caller may see, locked: every decision about it, its packages and its bill waits for this lock. */
export function lockShippingOrder(context: Reader, id: number): Promise<ShippingOrderRow | undefined> {
  const { db, business_id } = context;
  return db.row<ShippingOrderRow>(
    "select * from shipping_order where business_id = $1 and id = $2 and ($3::bigint is null or customer_id = $3) for update",
    [business_id, id, getOwner(context)],
  );
}
