/** What a plan may use: the orders and drivers of a day, for the business or for one contractor. */

import { inRulePool, type RulePool, rulePoolOf } from "#domain/contractors/public.ts";
import { depotOf, ORDER_COLUMNS, type OrderRow, parcelsOf } from "#domain/orders/public.ts";
import {
  type Holders,
  OPEN_ROUTE_STATUSES,
  type PlanRefusal,
  planningBusiness,
  planningSettingsOf,
  pointOf,
  refusalToPlan,
} from "#domain/routes/public.ts";
import type { RefusalDetail } from "#operation/refusal.ts";
import type { Db } from "#platform/db/db.ts";
import { LIMITS, type PlanOptions } from "./options.ts";
import { costsOf, type Day, type PlanDriver } from "./problem.ts";

/** Whose plan it is. Null: the business's own, which leaves out what is in contractors' hands. */
export interface Pool {
  contractor_id: number | null;
  /** The contractor's people whose orders it has: whoever plans. */
  account_ids: readonly number[];
}

function holdersOfPool({ contractor_id, account_ids }: Pool): Holders {
  return contractor_id === null ? null : new Set(account_ids);
}

/**
 * Why this order cannot be planned from this pool; null when it can. To a contractor, an order in nobody's hands
 * is its own to plan where its rules take it and have room (which uses up a place), and is not there otherwise.
 */
export function refusalInPool(
  order: OrderRow | undefined,
  pool: Pool,
  by_rules: RulePool | null,
): PlanRefusal | "rule_capacity_reached" | null {
  const unheld = order !== undefined && order.contractor_account_id === null;
  if (by_rules === null || !unheld) return refusalToPlan(order, holdersOfPool(pool));
  const refusal = refusalToPlan(order, null);
  if (refusal !== null) return refusal;
  const taking = by_rules.counter.take(order);
  return taking === "taken" ? null : taking === "no_room" ? "rule_capacity_reached" : "unknown_order";
}

/** The request cannot be planned; `errors` name its members. */
export class PlanFault extends Error {
  override name = "PlanFault";
  readonly code: "no_depot" | "unknown_driver" | "too_many_orders" | "bad_lock";
  readonly errors: RefusalDetail[];

  constructor(code: PlanFault["code"], message: string, errors: RefusalDetail[] = []) {
    super(message);
    this.code = code;
    this.errors = errors;
  }
}

export interface ReadDay extends Day {
  /** Orders that were asked for by name and cannot be planned, with the reason. */
  unplannable: { order_id: number; reason: string }[];
  known_route_ids: number[];
}

/**
 * Read a day without locks. Orders: those of the date and earlier ones left over, none of them on a route, held
 * by a carrier or in other hands; or the ones named. A contractor has its own active assignments and what its
 * rules take of the unassigned. Drivers: active ones without a route that day; or the ones named. Refuses `PlanFault`.
 */
export async function readDay(
  db: Db,
  business_id: number,
  pool: Pool,
  date: string,
  options: PlanOptions,
): Promise<ReadDay> {
  const by_rules =
    pool.contractor_id === null ? null : await rulePoolOf(db, business_id, pool.contractor_id, date);
  const [business, found, drivers] = await Promise.all([
    planningBusiness(db, business_id),
    options.order_ids === undefined
      ? openOrders(db, business_id, pool, by_rules, date)
      : namedOrders(db, business_id, pool, by_rules, options.order_ids),
    readDrivers(db, business_id, pool, date, options.driver_ids),
  ]);
  const depot = depotOf(business.settings);
  if (depot === null || pointOf(depot) === null)
    throw new PlanFault("no_depot", "The business has no depot with coordinates in its settings.");
  const rows = new Map(found.map((order) => [order.id, order]));
  const unplannable: ReadDay["unplannable"] = [];
  const orders: OrderRow[] = [];
  for (const id of options.order_ids ?? rows.keys()) {
    const order = rows.get(id);
    const reason = refusalInPool(order, pool, by_rules);
    // An address without coordinates is told with the plan, like every other reason found in planning.
    if (order !== undefined && (reason === null || reason === "no_location")) orders.push(order);
    else if (options.order_ids !== undefined)
      unplannable.push({ order_id: id, reason: reason ?? "unknown_order" });
  }
  if (orders.length > LIMITS.orders) {
    throw new PlanFault(
      "too_many_orders",
      `More than ${LIMITS.orders} orders are open on ${date}; name some of them.`,
      [{ field: "order_ids", message: `at most ${LIMITS.orders} orders are planned at once` }],
    );
  }
  checkLocks(options, orders, drivers);
  const pairs = orders
    .filter((order) => order.type === "P2P" && order.status !== "NEW_ORDER")
    .map((order) => order.id);
  const parcels = pairs.length === 0 ? [] : await parcelsOf(db, business_id, pairs);
  return {
    date,
    time_zone: business.time_zone,
    settings: planningSettingsOf(business.settings),
    costs: costsOf(business.settings),
    depot,
    orders,
    collected: new Set(
      parcels.filter((parcel) => parcel.custody !== "sender").map((parcel) => parcel.order_id),
    ),
    drivers,
    options,
    unplannable,
    known_route_ids: drivers.flatMap((driver) => driver.open_route_ids),
  };
}

export async function openOrders(
  db: Db,
  business_id: number,
  pool: Pool,
  by_rules: RulePool | null,
  date: string,
): Promise<OrderRow[]> {
  return db.rows<OrderRow>(
    `select ${ORDER_COLUMNS} from delivery_order o
      where business_id = $1 and status = any($2::text[]) and scheduled_date <= $3::date and route_id is null
        and delivery_kind = 'self' and ${by_rules === null ? NOBODYS : poolOfContractor("$5", "$6")}
      order by priority desc, scheduled_date, id limit $4`,
    [
      business_id,
      ["NEW_ORDER", "AT_WAREHOUSE", "FAILED_ATTEMPT"],
      date,
      LIMITS.orders + 1,
      ...(by_rules === null ? [] : [[...pool.account_ids], by_rules.sought]),
    ],
  );
}

const NOBODYS = "contractor_account_id is null";

/** Its own, and what its rules could take of nobody's: what others hold is in neither. */
function poolOfContractor(accounts: string, sought: string): string {
  return `(contractor_account_id = any(${accounts}::int[]) or (${NOBODYS} and ${inRulePool(sought)}))`;
}

/** To a contractor, orders that are not in its pool are not there. */
async function namedOrders(
  db: Db,
  business_id: number,
  pool: Pool,
  by_rules: RulePool | null,
  ids: readonly number[],
): Promise<OrderRow[]> {
  return db.rows<OrderRow>(
    `select ${ORDER_COLUMNS} from delivery_order o where business_id = $1 and id = any($2::int[])
        ${by_rules === null ? "" : `and ${poolOfContractor("$3", "$4")}`}`,
    [business_id, [...ids], ...(by_rules === null ? [] : [[...pool.account_ids], by_rules.sought])],
  );
}

type ReadDriver = PlanDriver & { open_route_ids: number[]; status: string };

/** A driver whose vehicle is not active cannot drive it; one without a vehicle is not limited by one. */
async function readDrivers(
  db: Db,
  business_id: number,
  pool: Pool,
  date: string,
  named: readonly number[] | undefined,
): Promise<ReadDriver[]> {
  const rows = await db.rows<ReadDriver & { vehicle_status: string | null }>(
    `select d.id, d.name, d.status, d.skills, v.id as vehicle_id, v.status as vehicle_status,
       coalesce(v.skills, '{}') as vehicle_skills, v.capacity_units, v.capacity_weight_g, v.capacity_volume_cm3, v.capacity_pallets,
       coalesce((select array_agg(r.id order by r.id) from route r
         where r.business_id = d.business_id and r.driver_id = d.id and r.date = $2::date and r.status = any($3::text[])
           and r.stops_total > 0), '{}') as open_route_ids
     from driver d left join vehicle v on v.business_id = d.business_id and v.id = d.vehicle_id
     where d.business_id = $1 and d.status = 'active' and d.contractor_id is not distinct from $4
       and ($5::int[] is null or d.id = any($5)) order by d.id limit $6`,
    [
      business_id,
      date,
      OPEN_ROUTE_STATUSES,
      pool.contractor_id,
      named === undefined ? null : [...named],
      LIMITS.drivers,
    ],
  );
  const fit = rows.filter((driver) => driver.vehicle_status === null || driver.vehicle_status === "active");
  if (named === undefined) return fit.filter((driver) => driver.open_route_ids.length === 0);
  const present = new Set(fit.map((driver) => driver.id));
  const errors = named.flatMap((id, at) =>
    present.has(id)
      ? []
      : [
          {
            field: `driver_ids/${at}`,
            message: "is not an active driver here, or has a vehicle that is not active",
          },
        ],
  );
  if (errors.length > 0) throw new PlanFault("unknown_driver", "Some drivers cannot be planned.", errors);
  return fit;
}

function checkLocks(options: PlanOptions, orders: readonly OrderRow[], drivers: readonly PlanDriver[]): void {
  const known = new Map(orders.map((order) => [order.id, order]));
  const driving = new Set(drivers.map((driver) => driver.id));
  const seen = new Set<number>();
  const errors = (options.locks ?? []).flatMap(({ order_id, driver_id, position }, at): RefusalDetail[] => {
    const twice = seen.has(order_id);
    seen.add(order_id);
    if (twice) return [{ field: `locks/${at}/order_id`, message: "is locked twice" }];
    if (!known.has(order_id))
      return [{ field: `locks/${at}/order_id`, message: "is not an order of this plan" }];
    if (!driving.has(driver_id))
      return [{ field: `locks/${at}/driver_id`, message: "is not a driver of this plan" }];
    if (position !== undefined && known.get(order_id)?.type === "P2P") {
      return [{ field: `locks/${at}/position`, message: "cannot be said for a peer-to-peer order" }];
    }
    return [];
  });
  if (errors.length > 0) throw new PlanFault("bad_lock", "Some locks cannot be kept.", errors);
}
