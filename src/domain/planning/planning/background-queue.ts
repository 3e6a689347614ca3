/**
 * The queue of background plans, which all processes of an installation share: the queue of the job `run-plan`.
 *
 * Businesses are served round-robin. Each plan is given a round when it is requested: the first plan of a business gets the
 * current round, its next ones the following rounds. Workers take the lowest round, and the oldest request within it; so
 * per worker a business waits for at most one plan of another business, however many that one has requested. Pure.
 */
import type { OpenJob } from "#platform/jobs/open-jobs.ts";

export const PLAN_JOB = "run-plan";

/** Solver seconds of background plans that one business may have waiting and running. One plan is always accepted. */
export const BACKGROUND_SECONDS_MAX = 1200;

/** Payload of the job `run-plan`. */
export interface PlanJob {
  business_id: number;
  account_id: number | null;
  plan_run_id: number;
  /** Solver time that the plan is allowed. */
  seconds: number;
}

type Open = Pick<OpenJob, "data" | "state" | "priority" | "started_at">;

/** Workers take the highest priority first. */
export const getPriority = (round: number) => -round;

export interface RoundAssignment {
  round: number;
  /** When to retry, if the business has reached its limit; null when the plan is accepted. */
  retry_after_s: number | null;
}

export interface BackgroundQueuePosition {
  /** 1 is the next one to be started. */
  position: number;
  /** Assumes that every plan before it uses its whole time limit. */
  expected_start_at: string;
}

const getSeconds = ({ data }: Open) => Number(data["seconds"] ?? 0);
const getRound = ({ priority }: Open) => -priority;

/** The round of a plan that is requested now; `open`: the jobs of the queue in the order in which workers take them. */
export function assignRound(
  open: readonly Open[],
  business_id: number,
  seconds: number,
  now: Date,
): RoundAssignment {
  const own_jobs = open.filter(({ data }) => data["business_id"] === business_id);
  const under_way = open.length === 0 ? 0 : Math.min(...open.map(getRound));
  const round = own_jobs.length === 0 ? under_way : Math.max(...own_jobs.map(getRound)) + 1;
  const own_seconds = own_jobs.reduce((sum, job) => sum + getSeconds(job), 0);
  if (own_jobs.length === 0 || own_seconds + seconds <= BACKGROUND_SECONDS_MAX)
    return { round, retry_after_s: null };
  // When enough of its own plans have ended to make room for this one.
  let excess = own_seconds + seconds - BACKGROUND_SECONDS_MAX;
  for (const { job, ends_at_ms } of schedule(open, now)) {
    if (job.data["business_id"] === business_id) excess -= getSeconds(job);
    if (excess <= 0)
      return { round, retry_after_s: Math.max(1, Math.ceil((ends_at_ms - now.getTime()) / 1000)) };
  }
  return { round, retry_after_s: own_seconds };
}

/** The queue position of a waiting plan; undefined when it is not in the queue, or already running. */
export function findRunPosition(
  open: readonly Open[],
  plan_run_id: number,
  now: Date,
): BackgroundQueuePosition | undefined {
  const waiting = [...schedule(open, now)].filter(({ job }) => job.state !== "active");
  const index = waiting.findIndex(({ job }) => job.data["plan_run_id"] === plan_run_id);
  const queue_place = waiting[index];
  return queue_place === undefined
    ? undefined
    : { position: index + 1, expected_start_at: new Date(queue_place.starts_at_ms).toISOString() };
}

/** The queue position that a plan of this round will have when its job is enqueued. */
export function computeRoundPosition(
  open: readonly Open[],
  round: number,
  now: Date,
): BackgroundQueuePosition {
  const at = open.findIndex((job) => job.state !== "active" && getRound(job) > round);
  const end = at === -1 ? open.length : at;
  const plan_run_id = 0;
  const open_job = {
    data: { plan_run_id },
    state: "created",
    priority: getPriority(round),
    started_at: null,
  } as const;
  return findRunPosition(
    [...open.slice(0, end), open_job, ...open.slice(end)],
    plan_run_id,
    now,
  ) as BackgroundQueuePosition;
}

/**
 * The latest start and end of each plan. There are as many workers as running plans: while a plan waits, no worker is idle.
 */
function* schedule(
  open: readonly Open[],
  now: Date,
): Generator<{ job: Open; starts_at_ms: number; ends_at_ms: number }> {
  const free_at_ms: number[] = [];
  for (const job of open) {
    const is_active = job.state === "active";
    if (!is_active && free_at_ms.length === 0) free_at_ms.push(now.getTime());
    const starts_at_ms = is_active
      ? Date.parse(job.started_at ?? now.toISOString())
      : Math.min(...free_at_ms);
    const ends_at_ms = Math.max(now.getTime(), starts_at_ms + getSeconds(job) * 1000);
    if (is_active) free_at_ms.push(ends_at_ms);
    else free_at_ms[free_at_ms.indexOf(starts_at_ms)] = ends_at_ms;
    yield { job, starts_at_ms, ends_at_ms };
  }
}
