/** Waits for background plan runs. */
import assert from "node:assert/strict";
import { getPlanRun } from "#domain/planning/planning/operations/get-plan-run.ts";
import type { TestBusiness } from "./service.ts";
import { until } from "./until.ts";

const runOf = async (t: TestBusiness, plan_run_id: number) =>
  (await t.as("client_admin")(getPlanRun, { plan_run_id })).plan_run;

/** The run once it has ended, however it ended. */
export const finishedRun = (t: TestBusiness, plan_run_id: number) =>
  until(
    "the end of the plan run",
    () => runOf(t, plan_run_id),
    ({ state }) => state !== "QUEUED" && state !== "RUNNING",
  );

/**
 * The best plan so far of a running plan run. Its time limit must be long enough to observe it: a few seconds
 * are not on a busy machine.
 */
export async function planInProgress(t: TestBusiness, plan_run_id: number) {
  const { progress } = await until(
    "the progress of the plan run",
    () => runOf(t, plan_run_id),
    ({ progress }) => progress !== null,
  );
  assert(progress !== null);
  return progress;
}
