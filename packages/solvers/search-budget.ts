/** What loading and packing searches take beside their problem. */
export type SearchOptions<Progress> = {
  seed: number;
  /** One of the two limits at least; with `iterations` alone the answer repeats exactly. */
  time_limit_ms?: number;
  /** Greedy solutions tried. */
  iterations?: number;
  /** Milliseconds, monotonic. */
  now: () => number;
  /** Called at most every 250 ms. */
  onProgress?: (progress: Progress) => void;
  /** Called about every 50 ms. */
  isCancelled?: () => boolean;
};

const PROGRESS_EVERY_MS = 250;
const CANCEL_EVERY_MS = 50;

/** The used part of a solve's limit, and whether it has been cancelled. */
export type Budget = {
  iteration: number;
  cancelled: boolean;
  elapsed: () => number;
  /** Counts a greedy solution; false when the limit is reached or the solve is cancelled. */
  spend: () => boolean;
  /** Is the time up or the solve cancelled? Reads the clock. */
  isOver: () => boolean;
  /** The share of the limit that is used, 0 to 1. */
  used: () => number;
};

/** `report` is called at most every 250 ms of the given clock; of both limits the first ends the solve. */
export function startBudget<Progress>(
  options: SearchOptions<Progress>,
  report: () => void,
  started = options.now(),
): Budget {
  const { now, time_limit_ms = Infinity, iterations = Infinity, isCancelled } = options;
  let reported = started;
  let checkedAt = started;
  const budget: Budget = {
    iteration: 0,
    cancelled: false,
    elapsed: () => now() - started,
    // By the clock only where nothing else ends the solve: the same iterations give the same answer.
    used: () => (iterations === Infinity ? (now() - started) / time_limit_ms : budget.iteration / iterations),
    spend() {
      budget.iteration++;
      return !budget.isOver();
    },
    isOver() {
      if (budget.cancelled || budget.iteration >= iterations) return true;
      const at = now();
      if (at - reported >= PROGRESS_EVERY_MS) {
        reported = at;
        report();
      }
      if (at - checkedAt >= CANCEL_EVERY_MS) {
        checkedAt = at;
        if (isCancelled?.() === true) budget.cancelled = true;
      }
      return budget.cancelled || at - started >= time_limit_ms;
    },
  };
  return budget;
}
