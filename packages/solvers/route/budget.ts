import type { SolveOptions } from "./problem.ts";

/** The clock is read once in this many iterations. */
const READ_CLOCK_EVERY = 16;
const PROGRESS_EVERY_MS = 250;
const CANCEL_EVERY_MS = 50;

/** The used part of a solve's limit, and whether it has been cancelled. */
export type Budget = {
  iteration: number;
  cancelled: boolean;
  /** Used part of the limit, 0 to 1. */
  used: number;
  elapsed: () => number;
  /** Counts an iteration; false when the limit is reached or the solve is cancelled. */
  spend: () => boolean;
  /** Reads the clock: is the time over, or the solve cancelled? */
  isOver: () => boolean;
};

/**
 * `report` is called at most every 250 ms of the given clock; both limits may be given, the first ends the
 * solve.
 */
export function startBudget(
  options: SolveOptions,
  started: number,
  report: (budget: Budget) => void,
): Budget {
  const { now, time_limit_ms = Infinity, iterations = Infinity, isCancelled } = options;
  let reported = started;
  let checkedAt = started;
  let untilClockRead = 0;
  const budget: Budget = {
    iteration: 0,
    cancelled: false,
    used: 0,
    elapsed: () => now() - started,
    spend() {
      if (budget.cancelled || budget.iteration >= iterations) return false;
      budget.iteration++;
      if (--untilClockRead > 0) {
        if (iterations !== Infinity) budget.used = Math.max(budget.used, budget.iteration / iterations);
        return true;
      }
      untilClockRead = READ_CLOCK_EVERY;
      const at = now();
      budget.used = Math.max(
        (at - started) / time_limit_ms,
        iterations === Infinity ? 0 : budget.iteration / iterations,
      );
      if (at - reported >= PROGRESS_EVERY_MS) {
        reported = at;
        report(budget);
      }
      if (at - checkedAt >= CANCEL_EVERY_MS) {
        checkedAt = at;
        if (isCancelled?.() === true) budget.cancelled = true;
      }
      return !budget.cancelled && at - started < time_limit_ms;
    },
    isOver() {
      if (isCancelled?.() === true) budget.cancelled = true;
      return budget.cancelled || now() - started >= time_limit_ms;
    },
  };
  return budget;
}
