/**
 * The queue for the solver of this process. Businesses are served round-robin, one solve each; the plans of a business run
 * in the order of their requests. However many plans one business requests, another waits for at most one solve of it.
 *
 * A business may have `SECONDS_MAX` of synchronous plans queued at once; further ones are refused, those of other businesses
 * are not. An agent may have `PLANS_OF_CALLER_MAX`. Plans of background jobs do not count: the job queue has a limit of its own.
 */

/** The business has reached its limit of queued plans. */
export class TooManyPlans extends Error {
  override name = "TooManyPlans";
  readonly retry_after_s: number;

  constructor(retry_after_s: number) {
    super("Too many plans of this business are waiting for the solver.");
    this.retry_after_s = retry_after_s;
  }
}

/** Solver seconds that one business may have waiting and running in a process. One plan is always accepted. */
export const SECONDS_MAX = 120;
/** Plans that one agent may have waiting and running in a process: one that repeats itself does not fill the queue. */
export const PLANS_OF_CALLER_MAX = 2;
/** Reading the problem, starting a thread and checking the answer. */
const OVERHEAD_S = 2;

export interface SolverQueuePosition {
  /** 1 is the next one. */
  position: number;
  /** Until its turn, if every solve before it uses its whole time limit. */
  wait_s: number;
}

/** The part of the solver's time that a plan takes. */
export function computeSolverSeconds(engine: "sisr" | "savings", time_limit_s: number): number {
  return OVERHEAD_S + (engine === "savings" ? 0 : time_limit_s);
}

interface Waiting {
  plan: QueuedPlan;
  seconds: number;
  start: () => void;
}

interface Current {
  business_id: number;
  ends_at_ms: number;
}

/** A plan in the queue: it has one or more turns, and leaves when it is done, refused or cancelled. */
export interface QueuedPlan {
  readonly business_id: number;
  readonly seconds: number;
  readonly caller: string | undefined;
  /** Runs `work` when it is this plan's turn; rejects with the reason of `signal` if that is aborted while waiting. */
  turn<T>(seconds: number, signal: AbortSignal, work: () => Promise<T>): Promise<T>;
  /** Null while it has its turn, and between turns. */
  place(): SolverQueuePosition | null;
  leave(): void;
}

export class SolverQueue {
  readonly #now: () => number;
  /** Synchronous plans: a caller waits for the response. */
  readonly #admitted = new Set<QueuedPlan>();
  readonly #waiting: Waiting[] = [];
  /** When each business had its last turn, as a count of turns; cleared when nothing waits. */
  readonly #last_turn = new Map<number, number>();
  #turns = 0;
  #current: Current | null = null;

  /** `now`: milliseconds, monotonic. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /**
   * Add a plan to the queue. Throws `TooManyPlans`, but never for a background plan (`is_background`), which has already
   * waited in the job queue and also goes before the other plans of its business.
   */
  admit(business_id: number, seconds: number, is_background: boolean, caller?: string): QueuedPlan {
    const own_plans = [...this.#admitted].filter((plan) => plan.business_id === business_id);
    const taken_seconds = own_plans.reduce((sum, plan) => sum + plan.seconds, 0);
    if (!is_background && own_plans.length > 0 && taken_seconds + seconds > SECONDS_MAX)
      throw new TooManyPlans(this.#secondsUntil(business_id, taken_seconds + seconds - SECONDS_MAX));
    const of_caller = caller === undefined ? [] : own_plans.filter((plan) => plan.caller === caller);
    if (of_caller.length >= PLANS_OF_CALLER_MAX)
      throw new TooManyPlans(Math.min(...of_caller.map((plan) => plan.seconds)));
    const plan: QueuedPlan = {
      business_id,
      seconds,
      caller,
      turn: (turn_seconds, signal, work) => this.#turn(plan, turn_seconds, is_background, signal, work),
      place: () => this.#findPosition(plan),
      leave: () => void this.#admitted.delete(plan),
    };
    if (!is_background) this.#admitted.add(plan);
    return plan;
  }

  async #turn<T>(
    plan: QueuedPlan,
    seconds: number,
    is_background: boolean,
    signal: AbortSignal,
    work: () => Promise<T>,
  ): Promise<T> {
    await new Promise<void>((resolve, reject) => {
      const entry: Waiting = {
        plan,
        seconds,
        start: () => {
          signal.removeEventListener("abort", giveUp);
          resolve();
        },
      };
      const giveUp = () => {
        this.#waiting.splice(this.#waiting.indexOf(entry), 1);
        reject(signal.reason);
      };
      signal.throwIfAborted();
      signal.addEventListener("abort", giveUp, { once: true });
      const first = is_background
        ? this.#waiting.findIndex((other) => other.plan.business_id === plan.business_id)
        : -1;
      this.#waiting.splice(first === -1 ? this.#waiting.length : first, 0, entry);
      this.#next();
    });
    try {
      return await work();
    } finally {
      this.#current = null;
      this.#next();
    }
  }

  #next(): void {
    if (this.#current !== null) return;
    const [entry] = this.#inOrder();
    if (entry === undefined) {
      this.#last_turn.clear();
      return;
    }
    this.#waiting.splice(this.#waiting.indexOf(entry), 1);
    const { business_id } = entry.plan;
    this.#turns += 1;
    this.#last_turn.set(business_id, this.#turns);
    this.#current = { business_id, ends_at_ms: this.#now() + entry.seconds * 1000 };
    entry.start();
  }

  /** The waiting plans in the order of their turns: always the business whose last turn is longest ago. */
  #inOrder(): Waiting[] {
    const last = new Map(this.#last_turn);
    const rest = [...this.#waiting];
    let turns = this.#turns;
    const order: Waiting[] = [];
    while (rest.length > 0) {
      let next = rest[0] as Waiting;
      for (const entry of rest) {
        if ((last.get(entry.plan.business_id) ?? 0) < (last.get(next.plan.business_id) ?? 0)) next = entry;
      }
      rest.splice(rest.indexOf(next), 1);
      turns += 1;
      last.set(next.plan.business_id, turns);
      order.push(next);
    }
    return order;
  }

  #currentLeft_s(): number {
    return this.#current === null ? 0 : Math.max(0, this.#current.ends_at_ms - this.#now()) / 1000;
  }

  #findPosition(plan: QueuedPlan): SolverQueuePosition | null {
    let wait_s = this.#currentLeft_s();
    for (const [index, entry] of this.#inOrder().entries()) {
      if (entry.plan === plan) return { position: index + 1, wait_s: Math.ceil(wait_s) };
      wait_s += entry.seconds;
    }
    return null;
  }

  /** Seconds until the business has used `had` seconds of its queued plans. */
  #secondsUntil(business_id: number, had: number): number {
    let passed = this.#currentLeft_s();
    let own_seconds = this.#current?.business_id === business_id ? passed : 0;
    for (const entry of this.#inOrder()) {
      if (own_seconds >= had) break;
      passed += entry.seconds;
      if (entry.plan.business_id === business_id) own_seconds += entry.seconds;
    }
    return Math.max(1, Math.ceil(passed));
  }
}
