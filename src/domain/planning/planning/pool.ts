/** The orders and drivers that a plan of a day may use, for the business or for one contractor. */

import { findExpiredSkills } from "#domain/fleet/skills/public.ts";
import {
  getPlanningSettings,
  getVehicleCosts,
  loadSettings,
  type VehicleCosts,
} from "#domain/identity/settings/public.ts";
import { loadParcels, ORDER_COLUMNS, type OrderRow } from "#domain/orders/orders/public.ts";
import {
  findDepotStart,
  findStartWarehouseId,
  getWorkingTime,
  OPEN_ROUTE_STATUSES,
  type PlannedAccounts,
  type PlanRefusal,
  type RouteStart,
  refusalToPlan,
  toPoint,
} from "#domain/planning/routes/public.ts";
import { loadWarehouses } from "#domain/warehouse/warehouses/public.ts";
import type { Context } from "#operation/define/context.ts";
import type { RefusalDetail } from "#operation/define/refusal.ts";
import type { BusinessSettings } from "#operation/define/settings.ts";
import type { Message } from "#operation/response/messages.ts";
import type { Db } from "#platform/db/db.ts";
import { addDays, toInstant } from "#vocabulary/calendar.ts";
import { allocateDrivers } from "./allocate-drivers.ts";
import { messages } from "./messages.ts";
import { LIMITS, type PlanOptions } from "./options.ts";
import type { Day, PlanDriver } from "./problem.ts";
import { loadRulePool, type RulePool, rulePoolCondition } from "./rule-pool.ts";

/** Whose plan it is. */
export interface Pool {
  /** Null: the business's own plan, which leaves out orders assigned to contractors. */
  contractor_id: number | null;
  /** Accounts of the contractor whose assigned orders are planned: the caller's. */
  account_ids: readonly number[];
}

/** Vehicle costs of a plan. A contractor must not learn the costs of the business, not even from the figures of a plan. */
export function getPoolCosts(pool: Pool, settings: BusinessSettings): VehicleCosts {
  return getVehicleCosts(pool.contractor_id === null ? settings : null);
}

function getPlannedAccounts({ contractor_id, account_ids }: Pool): PlannedAccounts {
  return contractor_id === null ? null : new Set(account_ids);
}

/**
 * Why this order cannot be planned from this pool; null when it can. A contractor may plan an unassigned order
 * if its rules accept it and have capacity left (each call uses up one place); otherwise the order is unknown to it.
 */
export function findPoolRefusal(
  order: OrderRow | undefined,
  pool: Pool,
  rule_pool: RulePool | null,
): PlanRefusal | "rule_capacity_reached" | null {
  const is_unassigned = order !== undefined && order.contractor_account_id === null;
  if (rule_pool === null || !is_unassigned) return refusalToPlan(order, getPlannedAccounts(pool));
  const refusal = refusalToPlan(order, null);
  if (refusal !== null) return refusal;
  const acceptance = rule_pool.counter.countIfAccepted(order);
  return acceptance === "taken" ? null : acceptance === "no_room" ? "rule_capacity_reached" : "unknown_order";
}

/** The request cannot be planned; `errors` name its members. */
export class PlanInputError extends Error {
  override name = "PlanInputError";
  readonly code:
    | "no_depot"
    | "unknown_warehouse"
    | "unknown_driver"
    | "too_many_orders"
    | "too_many_to_balance"
    | "too_many_road_addresses"
    | "bad_lock"
    | "bad_start";
  readonly text: Message;
  readonly errors: RefusalDetail[];

  constructor(code: PlanInputError["code"], text: Message, errors: RefusalDetail[] = []) {
    super(text.en);
    this.code = code;
    this.text = text;
    this.errors = errors;
  }
}

/** Scheduled dates of orders. */
interface DateRange {
  from: string;
  to: string;
  is_to_excluded?: true;
}

/** The dates of the open orders that a plan includes: its own date, and earlier dates where requested. */
export function getPlannedDates(date: string, include_earlier: boolean): DateRange {
  return { from: include_earlier ? "-infinity" : date, to: date };
}

/** Orders of a plan, counted by their date. */
export interface OrderCounts {
  of_date: number;
  earlier: number;
  /** Only orders that were requested by id. */
  later: number;
}

export function countByDate(orders: readonly Pick<OrderRow, "scheduled_date">[], date: string): OrderCounts {
  const counts = { of_date: 0, earlier: 0, later: 0 };
  for (const { scheduled_date } of orders)
    counts[scheduled_date === date ? "of_date" : scheduled_date < date ? "earlier" : "later"] += 1;
  return counts;
}

/** Why an active driver of the pool is not planned. A driver requested by id is refused instead, except for the last two. */
export const LEFT_OUT_REASONS = ["no_vehicle", "vehicle_not_active", "has_route", "other_warehouse"] as const;

export interface DriverLeftOut {
  driver_id: number;
  driver_name: string;
  reason: (typeof LEFT_OUT_REASONS)[number];
}

export interface LoadedDay extends Day {
  /** Orders that were requested by id and cannot be planned, with the reason. */
  unplannable: { order_id: number; reason: string }[];
  known_route_ids: number[];
  order_counts: OrderCounts;
  drivers_left_out: DriverLeftOut[];
}

/**
 * Read a day without locks. Orders: those of the date, with `include_earlier` also those left over from earlier dates, none of
 * them on a route, held by a carrier or assigned to others; or the requested ones. A contractor has its own active assignments and
 * the unassigned orders that its rules accept. Drivers: active ones without a route that day; or the requested ones. Throws `PlanInputError`.
 */
export async function loadDay(
  context: Pick<Context, "db" | "business_id" | "business_settings" | "now"> & {
    settings: { road_factor: number };
  },
  pool: Pool,
  date: string,
  options: PlanOptions,
): Promise<LoadedDay> {
  const { db, business_id, now, settings: installation } = context;
  const rule_pool =
    pool.contractor_id === null ? null : await loadRulePool(db, business_id, pool.contractor_id, date);
  const business = await loadSettings(context);
  const settings = getPlanningSettings(business.settings, installation);
  const { start_at } = options;
  const working_time = getWorkingTime(date, settings, business.time_zone, { now, start_at });
  checkStart(start_at, date, business.time_zone, now);
  const warehouse_ids = options.warehouse_ids ?? null;
  const warehouses_by_id = await loadWarehouses({ db, business_id }, warehouse_ids ?? []);
  const unknown = (warehouse_ids ?? []).flatMap((id, at): RefusalDetail[] =>
    warehouses_by_id.has(id)
      ? []
      : [{ field: `warehouse_ids/${at}`, message: messages.no_warehouse, code: "unknown" }],
  );
  if (unknown.length > 0) throw new PlanInputError("unknown_warehouse", messages.unknown_warehouse, unknown);
  const [pool_orders, { drivers: loaded_drivers, left_out, expired_skills }] = await Promise.all([
    options.order_ids === undefined
      ? loadOpenOrders(
          db,
          business_id,
          pool,
          rule_pool,
          getPlannedDates(date, options.include_earlier === true),
          warehouse_ids,
        )
      : readOrdersById(db, business_id, pool, rule_pool, options.order_ids),
    loadDrivers(db, business_id, pool, date, {
      driver_ids: options.driver_ids,
      without_vehicle: business.settings.plan_without_vehicle,
    }),
  ]);
  const depot = findDepotStart(business.settings);
  if (depot === null) throw new PlanInputError("no_depot", messages.no_depot);
  const rows = new Map(pool_orders.map((order) => [order.id, order]));
  const unplannable: LoadedDay["unplannable"] = [];
  const orders: OrderRow[] = [];
  for (const id of options.order_ids ?? rows.keys()) {
    const order = rows.get(id);
    const reason = findPoolRefusal(order, pool, rule_pool);
    // An address without coordinates is reported in the plan, like every other reason found during planning.
    if (order !== undefined && (reason === null || reason === "no_location")) orders.push(order);
    else if (options.order_ids !== undefined)
      unplannable.push({ order_id: id, reason: reason ?? "unknown_order" });
  }
  if (orders.length > LIMITS.orders) {
    throw new PlanInputError(
      "too_many_orders",
      options.include_earlier === true
        ? messages.too_many_open_earlier.with({ most: LIMITS.orders, date })
        : messages.too_many_open.with({ most: LIMITS.orders, date }),
      [{ field: "order_ids", message: messages.orders_at_once.with({ orders: LIMITS.orders }) }],
    );
  }
  if (orders.length > LIMITS.balanced_orders && (options.balance ?? "none") !== "none") {
    throw new PlanInputError(
      "too_many_to_balance",
      messages.too_many_to_balance.with({ most: LIMITS.balanced_orders, orders: orders.length }),
      [{ field: "balance", message: messages.balanced_limit.with({ orders: LIMITS.balanced_orders }) }],
    );
  }
  const warehouse_id_by_order = new Map(
    orders.map((order) => [order.id, findStartWarehouseId(order) ?? depot.warehouse_id]),
  );
  const starts = await loadStarts({ db, business_id }, depot, warehouse_id_by_order);
  const warehouse_of_order = new Map(
    [...warehouse_id_by_order].map(([id, at]) => [id, starts.has(at) ? at : depot.warehouse_id]),
  );
  const warehouse_of_driver = allocateDrivers({
    orders,
    drivers: loaded_drivers,
    warehouse_ids: [...starts.keys()],
    warehouse_of_order,
    locks: options.locks ?? [],
    expired_skills,
  });
  const drivers = loaded_drivers.filter(({ id }) => warehouse_of_driver.has(id));
  const drivers_elsewhere = loaded_drivers.filter(({ id }) => !warehouse_of_driver.has(id));
  checkLocks(options, orders, drivers, { warehouse_of_order, warehouse_of_driver });
  const begun_peer_order_ids = orders
    .filter((order) => order.type === "P2P" && order.status !== "NEW_ORDER")
    .map((order) => order.id);
  const parcels =
    begun_peer_order_ids.length === 0 ? [] : await loadParcels(db, business_id, begun_peer_order_ids);
  return {
    date,
    time_zone: business.time_zone,
    working_time,
    settings,
    costs: getPoolCosts(pool, business.settings),
    starts: [...starts.values()],
    warehouse_of_order,
    warehouse_of_driver,
    orders,
    collected_order_ids: new Set(
      parcels.filter((parcel) => parcel.custody !== "sender").map((parcel) => parcel.order_id),
    ),
    drivers,
    expired_skills,
    drivers_left_out: [
      ...left_out,
      ...drivers_elsewhere.map(({ id, name }) => ({
        driver_id: id,
        driver_name: name,
        reason: "other_warehouse" as const,
      })),
    ],
    options,
    unplannable,
    known_route_ids: drivers.flatMap((driver) => driver.open_route_ids),
    order_counts: countByDate(orders, date),
  };
}

/** A chosen start is on the day or in the night after it, and not past. A plan that waited in the queue may start a little late. */
function checkStart(start_at: string | undefined, date: string, time_zone: string, now: Date): void {
  if (start_at === undefined) return;
  const at = new Date(start_at);
  const refuse = (text: Message, message: Message) =>
    new PlanInputError("bad_start", text, [{ field: "start_at", message }]);
  if (at < toInstant(date, "00:00", time_zone) || at > toInstant(addDays(date, 2), "00:00", time_zone))
    throw refuse(messages.start_at_on_day.with({ date }), messages.start_on_day.with({ date }));
  if (at.getTime() < now.getTime() - START_TOLERANCE_MS)
    throw refuse(messages.start_at_past, messages.is_past);
}

const START_TOLERANCE_MS = 20 * 60_000;

/** The places of the warehouses that orders leave from; the depot alone when there are no orders. */
async function loadStarts(
  context: { db: Db; business_id: number },
  depot: RouteStart,
  warehouse_id_by_order: ReadonlyMap<number, number>,
): Promise<Map<number, RouteStart>> {
  const ids = new Set(warehouse_id_by_order.values());
  const others = await loadWarehouses(
    context,
    [...ids].filter((id) => id !== depot.warehouse_id),
  );
  const starts = new Map<number, RouteStart>();
  if (ids.size === 0 || ids.has(depot.warehouse_id)) starts.set(depot.warehouse_id, depot);
  for (const { id, place } of [...others.values()].sort((one, other) => one.id - other.id))
    if (toPoint(place) !== null) starts.set(id, { warehouse_id: id, place });
  return starts.size === 0 ? new Map([[depot.warehouse_id, depot]]) : starts;
}

export async function loadOpenOrders(
  db: Db,
  business_id: number,
  pool: Pool,
  rule_pool: RulePool | null,
  { from, to, is_to_excluded }: DateRange,
  warehouse_ids: readonly number[] | null = null,
): Promise<OrderRow[]> {
  return db.rows<OrderRow>(
    `select ${ORDER_COLUMNS} from delivery_order o
      where business_id = $1 and status = any($2::text[]) and scheduled_date >= $3::date
        and scheduled_date ${is_to_excluded ? "<" : "<="} $4::date and route_id is null
        and delivery_kind = 'self' and ($6::bigint[] is null or coalesce(current_warehouse_id, origin_warehouse_id) = any($6))
        and ${rule_pool === null ? UNASSIGNED : contractorPoolSql("$7", "$8")}
      order by priority desc, scheduled_date, id limit $5`,
    [
      business_id,
      ["NEW_ORDER", "AT_WAREHOUSE", "FAILED_ATTEMPT"],
      from,
      to,
      LIMITS.orders + 1,
      warehouse_ids === null ? null : [...warehouse_ids],
      ...(rule_pool === null ? [] : [[...pool.account_ids], rule_pool.serialised_rules]),
    ],
  );
}

/** Open orders that could be planned for a date, and those left over from earlier dates; at most `LIMITS.orders` + 1 of each. */
export async function countOpenOrders(
  db: Db,
  business_id: number,
  pool: Pool,
  date: string,
): Promise<Omit<OrderCounts, "later"> & { warehouses: { warehouse_id: number | null; orders: number }[] }> {
  const rule_pool =
    pool.contractor_id === null ? null : await loadRulePool(db, business_id, pool.contractor_id, date);
  const [of_date, earlier] = await Promise.all(
    [getPlannedDates(date, false), { ...getPlannedDates(date, true), is_to_excluded: true as const }].map(
      (dates) => loadOpenOrders(db, business_id, pool, rule_pool, dates),
    ),
  );
  // Orders of the date are counted first, and use up the capacity of the rules.
  const filterPlannable = (orders: readonly OrderRow[] = []) =>
    orders.filter((order) => findPoolRefusal(order, pool, rule_pool) === null);
  const [today, before] = [filterPlannable(of_date), filterPlannable(earlier)];
  const counted = Map.groupBy(today, findStartWarehouseId);
  return {
    of_date: today.length,
    earlier: before.length,
    warehouses: [...counted]
      .map(([warehouse_id, { length }]) => ({ warehouse_id, orders: length }))
      .sort((one, other) => other.orders - one.orders),
  };
}

const UNASSIGNED = "contractor_account_id is null";

/** SQL condition: orders assigned to its accounts, and unassigned ones that its rules could accept. */
function contractorPoolSql(accounts: string, rules_parameter: string): string {
  return `(contractor_account_id = any(${accounts}::bigint[]) or (${UNASSIGNED} and ${rulePoolCondition(rules_parameter)}))`;
}

/** Orders requested by id. For a contractor, orders outside its pool are not found. */
async function readOrdersById(
  db: Db,
  business_id: number,
  pool: Pool,
  rule_pool: RulePool | null,
  ids: readonly number[],
): Promise<OrderRow[]> {
  return db.rows<OrderRow>(
    `select ${ORDER_COLUMNS} from delivery_order o where business_id = $1 and id = any($2::bigint[])
        ${rule_pool === null ? "" : `and ${contractorPoolSql("$3", "$4")}`}`,
    [
      business_id,
      [...ids],
      ...(rule_pool === null ? [] : [[...pool.account_ids], rule_pool.serialised_rules]),
    ],
  );
}

type ReadDriver = PlanDriver & { open_route_ids: number[]; status: string };

interface Drivers {
  drivers: ReadDriver[];
  left_out: DriverLeftOut[];
  /** Codes of skills that one of the drivers or their vehicles has, and that have expired by the date. */
  expired_skills: Set<string>;
}

/**
 * The active drivers of a pool. One without a vehicle is planned only if the business's settings allow it, without a capacity limit;
 * one whose vehicle is not active is never planned. Throws `PlanInputError` for requested drivers that cannot be planned.
 */
export async function loadDrivers(
  db: Db,
  business_id: number,
  pool: Pool,
  date: string,
  { driver_ids, without_vehicle }: { driver_ids?: readonly number[] | undefined; without_vehicle: boolean },
): Promise<Drivers> {
  const [rows, expired] = await Promise.all([
    db.rows<ReadDriver & { vehicle_status: string | null }>(
      `select d.id, d.name, d.status, d.skills, coalesce(a.warehouse_ids, '{}') as warehouse_ids, v.id as vehicle_id, v.status as vehicle_status, v.type as vehicle_type,
       coalesce(v.skills, '{}') as vehicle_skills, v.capacity_units, v.capacity_weight_g, v.capacity_volume_cm3, v.capacity_pallets,
       coalesce((select array_agg(r.id order by r.id) from route r
         where r.business_id = d.business_id and r.driver_id = d.id and r.date = $2::date and r.status = any($3::text[])
           and r.stops_total > 0), '{}') as open_route_ids
     from driver d left join vehicle v on v.business_id = d.business_id and v.id = d.vehicle_id
       left join account a on a.business_id = d.business_id and a.id = d.account_id
     where d.business_id = $1 and d.status = 'active' and d.contractor_id is not distinct from $4
       and ($5::bigint[] is null or d.id = any($5)) order by v.status is not distinct from 'active' desc, d.id limit $6`,
      [
        business_id,
        date,
        OPEN_ROUTE_STATUSES,
        pool.contractor_id,
        driver_ids === undefined ? null : [...driver_ids],
        LIMITS.drivers,
      ],
    ),
    findExpiredSkills(db, business_id, date),
  ]);
  const findVehicleRefusal = ({ vehicle_status }: (typeof rows)[number]): DriverLeftOut["reason"] | null => {
    if (vehicle_status === null) return without_vehicle ? null : "no_vehicle";
    if (vehicle_status !== "active") return "vehicle_not_active";
    return null;
  };
  const checked_drivers = rows.map((driver) => {
    const is_busy = driver_ids === undefined && driver.open_route_ids.length > 0;
    return { driver, reason: findVehicleRefusal(driver) ?? (is_busy ? ("has_route" as const) : null) };
  });
  const drivers = checked_drivers
    .flatMap(({ driver, reason }) => (reason === null ? [driver] : []))
    .sort((a, b) => a.id - b.id);
  const available_skills = new Set(drivers.flatMap((driver) => [...driver.skills, ...driver.vehicle_skills]));
  const expired_skills = available_skills.intersection(expired);
  const left_out = checked_drivers.flatMap(({ driver: { id, name }, reason }) =>
    reason === null ? [] : [{ driver_id: id, driver_name: name, reason }],
  );
  if (driver_ids === undefined) return { drivers, left_out, expired_skills };
  const reasons = new Map(checked_drivers.map(({ driver, reason }) => [driver.id, reason]));
  const errors = driver_ids.flatMap((id, at): RefusalDetail[] => {
    const reason = reasons.get(id);
    if (reason === null) return [];
    const field = `driver_ids/${at}`;
    return reason === undefined
      ? [{ field, message: messages.no_active_driver }]
      : [{ field, message: messages.left_out[reason], code: reason }];
  });
  if (errors.length > 0) throw new PlanInputError("unknown_driver", messages.some_drivers, errors);
  return { drivers, left_out, expired_skills };
}

function checkLocks(
  options: PlanOptions,
  orders: readonly OrderRow[],
  drivers: readonly PlanDriver[],
  { warehouse_of_order, warehouse_of_driver }: Pick<Day, "warehouse_of_order" | "warehouse_of_driver">,
): void {
  const orders_by_id = new Map(orders.map((order) => [order.id, order]));
  const driver_ids = new Set(drivers.map((driver) => driver.id));
  const seen_ids = new Set<number>();
  const errors = (options.locks ?? []).flatMap(({ order_id, driver_id, position }, at): RefusalDetail[] => {
    const is_repeated = seen_ids.has(order_id);
    seen_ids.add(order_id);
    if (is_repeated) return [{ field: `locks/${at}/order_id`, message: messages.locked_twice }];
    if (!orders_by_id.has(order_id))
      return [{ field: `locks/${at}/order_id`, message: messages.no_order_of_plan }];
    if (!driver_ids.has(driver_id))
      return [{ field: `locks/${at}/driver_id`, message: messages.no_driver_of_plan }];
    if (warehouse_of_order.get(order_id) !== warehouse_of_driver.get(driver_id))
      return [{ field: `locks/${at}/driver_id`, message: messages.other_start_warehouse }];
    if (position !== undefined && orders_by_id.get(order_id)?.type === "P2P") {
      return [{ field: `locks/${at}/position`, message: messages.not_for_peer_to_peer }];
    }
    return [];
  });
  if (errors.length > 0) throw new PlanInputError("bad_lock", messages.some_locks, errors);
}
