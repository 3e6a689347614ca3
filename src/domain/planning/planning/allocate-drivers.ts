/** Decides at which warehouse each driver starts. Pure. */
import type { OrderRow } from "#domain/orders/orders/public.ts";
import { CAPACITIES } from "./options.ts";
import type { PlanDriver } from "./problem.ts";
import { listOfferedSkills, listRequiredSkills } from "./requirements.ts";

type Leaving = Pick<
  OrderRow,
  "id" | "requirements" | "service_time_s" | "units" | "weight_g" | "volume_cm3" | "pallets"
>;

interface Allocation {
  orders: readonly Leaving[];
  drivers: readonly PlanDriver[];
  /** The warehouses that orders leave from. */
  warehouse_ids: readonly number[];
  warehouse_of_order: ReadonlyMap<number, number>;
  locks: readonly { order_id: number; driver_id: number }[];
  expired_skills: ReadonlySet<string>;
}

/** A day's work of one driver, seconds: only the proportion between warehouses matters. */
const WORK_S = 8 * 3600;

/**
 * The warehouse where each driver starts, by driver; drivers who work at none of these warehouses are absent.
 *
 * With one warehouse all start there. With several: a driver who may start at one of them only, or for whom an order is
 * locked, starts there; then each requirement that no driver of a warehouse meets gets one who meets it;
 * the others go one by one to the warehouse with the most work for each driver that it has (highest averages method).
 */
export function allocateDrivers(of: Allocation): Map<number, number> {
  const { drivers, warehouse_ids, warehouse_of_order, locks } = of;
  const starts = new Map<number, number>();
  const listAllowed = (driver: PlanDriver) =>
    driver.warehouse_ids.length === 0
      ? warehouse_ids
      : warehouse_ids.filter((id) => driver.warehouse_ids.includes(id));
  const locked = new Map(
    locks.map(({ order_id, driver_id }) => [driver_id, warehouse_of_order.get(order_id)]),
  );
  const free: { driver: PlanDriver; allowed: readonly number[] }[] = [];
  for (const driver of drivers) {
    const allowed = listAllowed(driver);
    const bound = locked.get(driver.id);
    const [only] = bound !== undefined && allowed.includes(bound) ? [bound] : allowed;
    if (only === undefined) continue;
    if (allowed.length === 1 || only === bound) starts.set(driver.id, only);
    else free.push({ driver, allowed });
  }
  // Those with the least choice first; the sort keeps the order of the ids.
  free.sort((one, other) => one.allowed.length - other.allowed.length);
  const take = (at: number, warehouse_id: number) => {
    const [chosen_driver] = free.splice(at, 1);
    if (chosen_driver !== undefined) starts.set(chosen_driver.driver.id, warehouse_id);
  };
  const byWarehouse = Map.groupBy(of.orders, ({ id }) => warehouse_of_order.get(id) ?? 0);
  const canServe = (driver: PlanDriver, required: readonly string[]) => {
    const offered = new Set(listOfferedSkills(driver, of.expired_skills));
    return required.every((one) => offered.has(one));
  };
  const needs = warehouse_ids
    .flatMap((warehouse_id) =>
      listRequirements(byWarehouse.get(warehouse_id) ?? []).map((required) => ({ warehouse_id, required })),
    )
    .sort((one, other) => other.required.length - one.required.length);
  for (const { warehouse_id, required } of needs) {
    const is_met = drivers.some(
      (driver) => starts.get(driver.id) === warehouse_id && canServe(driver, required),
    );
    if (is_met) continue;
    // Skills that are not needed here stay free for the other warehouses.
    const [best] = free
      .map(({ driver, allowed }, at) => ({ driver, allowed, at }))
      .filter(({ driver, allowed }) => allowed.includes(warehouse_id) && canServe(driver, required))
      .sort((one, other) => countSkills(one.driver) - countSkills(other.driver));
    if (best !== undefined) take(best.at, warehouse_id);
  }
  const work = new Map(warehouse_ids.map((id) => [id, estimateVehicles(byWarehouse.get(id) ?? [], drivers)]));
  while (free.length > 0) {
    const counts = new Map<number, number>();
    for (const id of starts.values()) counts.set(id, (counts.get(id) ?? 0) + 1);
    const average = (id: number) => (work.get(id) ?? 0) / ((counts.get(id) ?? 0) + 1);
    const [next] = free;
    if (next === undefined) break;
    take(
      0,
      next.allowed.reduce((best, id) => (average(id) > average(best) ? id : best)),
    );
  }
  return starts;
}

const countSkills = ({ skills, vehicle_skills }: PlanDriver) => skills.length + vehicle_skills.length;

/** Each combination of required skills and vehicle type once. */
function listRequirements(orders: readonly Leaving[]): string[][] {
  const skills_by_key = new Map(
    orders.map(({ requirements }) => {
      const required = listRequiredSkills(requirements).sort();
      return [required.join("\n"), required];
    }),
  );
  return [...skills_by_key.values()];
}

/** About how many vehicles these orders fill: by their service times, and by each capacity that vehicles limit. */
function estimateVehicles(orders: readonly Leaving[], drivers: readonly PlanDriver[]): number {
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  const filled = CAPACITIES.flatMap((kind) => {
    const limits = drivers.flatMap((driver) => driver[`capacity_${kind}`] ?? []);
    const mean = sum(limits) / limits.length;
    return limits.length === 0 || mean === 0 ? [] : [sum(orders.map((order) => order[kind])) / mean];
  });
  // At least a minute for each order, so that orders without service time count too.
  const busy = sum(orders.map(({ service_time_s }) => Math.max(60, service_time_s))) / WORK_S;
  return Math.max(busy, ...filled);
}
