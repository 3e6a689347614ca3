/** Plan runs in the background, as somebody watches them. */
import assert from "node:assert/strict";
import { getPlanRun } from "#domain/planning/operations/get-plan-run.ts";
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

/** The best plan until now, of a run whose limit leaves time to look: on a busy machine that of seconds does not. */
export async function planInProgress(t: TestBusiness, plan_run_id: number) {
  const { progress } = await until(
    "the progress of the plan run",
    () => runOf(t, plan_run_id),
    ({ progress }) => progress !== null,
  );
  assert(progress !== null);
  return progress;
}
