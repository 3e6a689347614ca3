/** Orders, drivers and changes for tests of planning, and the results of background plan runs. */
import assert from "node:assert/strict";
import { getPlanRun } from "#domain/planning/planning/operations/get-plan-run.ts";
import { toInstant, toLocalDate } from "#vocabulary/calendar.ts";
import { TEST_TIME_ZONE, type TestBusiness, type TestService } from "./service.ts";
import { until } from "./until.ts";

/** Moves the clock to six in the morning of the present day: a plan of today starts no earlier than now. */
export const startAtSix = (service: TestService) =>
  service.setNow(toInstant(toLocalDate(service.now(), TEST_TIME_ZONE), "06:00", TEST_TIME_ZONE));

const readRun = async (business: TestBusiness, plan_run_id: number) =>
  (await business.as("client_admin")(getPlanRun, { plan_run_id })).plan_run;

/** The run once it has ended, however it ended. */
export const finishedRun = (business: TestBusiness, plan_run_id: number) =>
  until(
    "the end of the plan run",
    () => readRun(business, plan_run_id),
    ({ state }) => state !== "QUEUED" && state !== "RUNNING",
  );

/**
 * The best plan so far of a running plan run. Its time limit must be long enough to observe it: a few seconds
 * are not on a busy machine.
 */
export async function planInProgress(business: TestBusiness, plan_run_id: number) {
  const { progress } = await until(
    "the progress of the plan run",
    () => readRun(business, plan_run_id),
    ({ progress }) => progress !== null,
  );
  assert(progress !== null);
  return progress;
}

export async function createOrders(
  business: TestBusiness,
  count: number,
  draft: Record<string, unknown> = {},
): Promise<number[]> {
  const ids: number[] = [];
  for (let index = 0; index < count; index += 1) ids.push((await business.order(draft)).id);
  return ids;
}

export async function createDrivers(
  business: TestBusiness,
  count: number,
  facts: Parameters<TestBusiness["driver"]>[0] = {},
): Promise<number[]> {
  const ids: number[] = [];
  for (let index = 0; index < count; index += 1) ids.push((await business.driver(facts)).id);
  return ids;
}

/** Changes an order concurrently, as the families that own those commands do: status, facet, version. */
export async function changeOrder(
  service: TestService,
  order_id: number,
  set: "hold" | "assign" | "move",
): Promise<void> {
  const sets = {
    hold: "status = 'HOLD', status_before_hold = 'NEW_ORDER'",
    assign: "contractor_account_id = 1",
    move: "lat = lat + 0.05",
  };
  await service.system.execute(
    `update delivery_order set ${sets[set]}, version = version + 1 where id = $1`,
    [order_id],
  );
}

/**
 * Installs a road matrix that the planner requests after reading its orders: `meanwhile` runs in between. One plan at a
 * time.
 */
export async function whilePlanning<T>(
  { runtime: { providers } }: TestService,
  plan: () => Promise<T>,
  meanwhile: () => Promise<void>,
): Promise<T> {
  providers.matrix = {
    name: "osrm",
    async matrix(points) {
      await meanwhile();
      // Every place a kilometre and a minute from every other.
      const fill = (value: number) =>
        Float32Array.from({ length: points.length ** 2 }, (_, index) =>
          index % (points.length + 1) === 0 ? 0 : value,
        );
      return { distance_m: fill(1000), duration_s: fill(60) };
    },
  };
  try {
    return await plan();
  } finally {
    providers.matrix = null;
  }
}
