/** Storage orders: what one is, its tracking, how it is found, stored and changed. */
import {
  defineBilling,
  defineServiceOrder,
  getOwner,
  getReach,
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
import { computeStatus, type Decision, getNextStatus, type Status } from "../rules.ts";
import { listPackages, StoredPackage } from "./stored-package.ts";

export interface StorageOrderRow extends Row<"storage_order"> {
  status: Status;
  pickup: Place | null;
  dropoff: Place | null;
  supplies: { code: string; quantity: number }[];
  form: Record<string, unknown>;
  /** What a package costs a day, tax included, where staff price the order; null: by the price list. */
  day_price_minor: number | null;
  /** Days until this one are charged. */
  charged_until: string | null;
}

const StorageOrder = defineServiceOrder<
  "storage_order",
  StorageOrderRow,
  Decision,
  "cancel" | "pay" | "refund" | "ship_out" | "stock"
>(defineRecord("storage_order"), {
  codes: {
    PENDING: "otep:core:created",
    CONFIRMED: "otep:storage:booked",
    PARTLY_RECEIVED: "otep:storage:checked_in",
    STORED: "otep:storage:put_away",
    PARTLY_OUT: "otep:storage:accessed",
    CLOSED: "otep:storage:checked_out",
    CANCELLED: "otep:core:cancelled",
  },
  getNextStatus,
  lock: lockStorageOrder,
  texts: { unknown: messages.unknown_order, not_possible: messages.not_possible },
});

export const {
  change: changeOrder,
  getLocked: getLockedOrder,
  getAllowedNextStatus,
  moveRefusals,
} = StorageOrder;

export const StorageBill = defineBilling<StorageOrderRow>(StorageOrder, messages);

/** Gives a locked order the status that its packages have made of it. */
export async function followPackages(
  context: Context<never>,
  order: StorageOrderRow,
  change: Omit<Parameters<typeof changeOrder>[2], "status">,
): Promise<StorageOrderRow> {
  const status = computeStatus(order.status, await listPackages(context, order.id));
  const closed_at = status === "CLOSED" ? (order.closed_at ?? context.now.toISOString()) : null;
  return changeOrder(context, order, { ...change, status, columns: { ...change.columns, closed_at } });
}

export async function insertStorageOrder(
  context: Context<never>,
  order: NewServiceOrder & { pieces: readonly Piece[]; warehouse_id: number | null },
): Promise<number> {
  const { customer_id, pieces, warehouse_id } = order;
  const { pickup, pickup_timeframe } = order.request;
  const { id } = await StorageOrder.insert(
    context,
    order,
    {
      status: "PENDING",
      pickup: pickup ?? null,
      pickup_timeframe: pickup_timeframe ?? null,
      warehouse_id,
    },
    async ({ id: storage_order_id }) => {
      await StoredPackage.insertMany(
        context,
        pieces.map((piece, index) => ({
          ...piece,
          customer_id,
          storage_order_id,
          seq: index + 1,
          status: "EXPECTED",
        })),
      );
      return { packages: pieces.length };
    },
  );
  return id;
}

type Reader = Pick<Context<never>, "db" | "business_id" | "actor">;

/** An order with what lists show of its service, customer, packages and bill. */
export interface ListedOrder extends StorageOrderRow, Listed {
  received_count: number;
  stored_count: number;
  family: "storage_services";
  grace_days: number;
  /** Since when something is left to pay of a confirmed order: a local date of the business. */
  unpaid_date: string | null;
  today: string;
}

const GRACE_DAYS = "coalesce((v.definition->'storage'->>'grace_days')::int, 0)";
const UNPAID_DATE = `case when o.status not in ('PENDING', 'CANCELLED')
    then (greatest(b.unpaid_since, case when b.unpaid_since is not null then o.confirmed_at end) at time zone t.time_zone)::date end`;

const JOINS = `join business t on t.id = o.business_id ${JOIN_SERVICE} ${JOIN_VERSION} ${JOIN_CUSTOMER} ${joinBill("storage_order")}`;

const selectOrders = (
  now: "$2" | "$now",
) => `select o.*, ${LISTED}, p.package_count, p.received_count, p.stored_count,
    ${GRACE_DAYS} as grace_days, ${UNPAID_DATE} as unpaid_date, (${now}::timestamptz at time zone t.time_zone)::date as today
  from storage_order o ${JOINS}
  cross join lateral (
    select count(*)::int as package_count, count(received_at)::int as received_count,
       (count(*) filter (where p.status in ('RECEIVED', 'HELD')))::int as stored_count
      from stored_package p where p.business_id = o.business_id and p.storage_order_id = o.id) p`;

/** As `computeBilling`. */
export const BILLING = `case when ${UNPAID_DATE} is null then 'current'
  when ($now::timestamptz at time zone t.time_zone)::date > ${UNPAID_DATE} + ${GRACE_DAYS} then 'overdue' else 'grace' end`;

/** An order without a warehouse is for all of them. */
const isVisible = (owner: "$3" | "$owner", reach: "$4" | "$reach") =>
  `(${owner}::bigint is null or o.customer_id = ${owner})
    and (${reach}::bigint[] is null or o.warehouse_id is null or o.warehouse_id = any(${reach}))`;

const VISIBLE = isVisible("$3", "$4");

function findStorageOrder(
  context: Reader & Pick<Context<never>, "now">,
  id: number,
): Promise<ListedOrder | undefined> {
  const { db, business_id, now } = context;
  return db.row<ListedOrder>(`${selectOrders("$2")} where o.business_id = $1 and ${VISIBLE} and o.id = $5`, [
    business_id,
    now,
    getOwner(context),
    getReach(context),
    id,
  ]);
}

export const getStorageOrderRow = defineGet(findStorageOrder, messages.unknown_order);

/** The order that the caller may see, locked: every decision about it, its packages and its bill waits for this lock. */
export function lockStorageOrder(context: Reader, id: number): Promise<StorageOrderRow | undefined> {
  const { db, business_id } = context;
  return db.row<StorageOrderRow>(
    `select o.* from storage_order o where o.business_id = $1 and o.id = $2 and ${VISIBLE} for update`,
    [business_id, id, getOwner(context), getReach(context)],
  );
}

/** For what packages do, by any cause: in the order of their ids. */
export function lockStorageOrders(
  { db, business_id }: Pick<Reader, "db" | "business_id">,
  ids: readonly number[],
): Promise<StorageOrderRow[]> {
  return db.rows<StorageOrderRow>(
    "select * from storage_order where business_id = $1 and id = any($2::bigint[]) order by id for update",
    [business_id, [...ids]],
  );
}

/** Those that the caller may see, newest first. */
export const STORAGE_ORDER_LIST = {
  from: `storage_order o ${JOINS}`,
  select: selectOrders("$now"),
  where: isVisible("$owner", "$reach"),
  order: byId("o.id"),
  values: (context: Reader & Pick<Context<never>, "now">) => ({
    now: context.now,
    owner: getOwner(context),
    reach: getReach(context),
  }),
};
