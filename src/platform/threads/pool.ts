/**
 * Runs CPU-bound work in worker threads so that requests are served meanwhile: a limited number of threads and of
 * queued tasks. A thread receives a message, replies with one, and is reused or ends.
 *
 * Businesses take turns, and one alone does not fill the queue.
 */
import type { Worker } from "node:worker_threads";
import { FairQueue, QueueBusy } from "../fairness/fair-queue.ts";
import { findPayer } from "../fairness/payer.ts";
import { startWorker } from "./start-worker.ts";

export interface QueueOptions {
  /** Tasks that run at a time. */
  threads: number;
  /** Further queued tasks are refused. */
  waiting_max: number;
}

export interface PoolOptions extends QueueOptions {
  /**
   * Limit of a task's processor time, without its time in the queue. Threads give way to requests: on a busy machine a
   * task may take `STARVED_MAX` times as long.
   */
  time_max_ms: number;
  /** Reused threads respond sooner; others free their memory, and a failure cannot affect later tasks. */
  keeps_threads: boolean;
  memory_max_mb?: number;
}

/** How many times its limit a task may take by the clock while other threads have the processor. */
const STARVED_MAX = 4;

/** The task was not done because the pool is full or the task took too long. */
export class ThreadsBusy extends Error {
  override name = "ThreadsBusy";
  readonly reason: "full" | "time" | "memory";

  constructor(reason: "full" | "time" | "memory") {
    super(`The work was not done: ${reason}.`);
    this.reason = reason;
  }
}

export interface Task<Work> {
  work: Work;
  signal: AbortSignal | undefined;
}

/** A limited number of tasks runs at a time, a limited number waits, and others are refused. */
export abstract class TaskQueue<Work, Answer> {
  readonly #queue: FairQueue;

  constructor(options: QueueOptions) {
    this.#queue = new FairQueue({
      places: options.threads,
      waiting_max: options.waiting_max,
      // A task ends soon: a business that is alone may use every thread.
      keeps_free: false,
    });
  }

  protected abstract execute(task: Task<Work>): Promise<Answer>;

  /** Number of running and queued tasks. */
  get under_way(): number {
    return this.#queue.held + this.#queue.waiting;
  }

  /** Refuses `ThreadsBusy`; rejects with the reason of the signal, which removes a queued task from the queue. */
  async run(work: Work, signal?: AbortSignal): Promise<Answer> {
    const payer = findPayer();
    try {
      await this.#queue.enter(payer, signal);
    } catch (error) {
      throw error instanceof QueueBusy ? new ThreadsBusy("full") : error;
    }
    const running = this.execute({ work, signal }).finally(() => this.#queue.leave(payer));
    // The caller waits no longer than its signal; the place is taken until the thread has ended the task.
    const { promise: aborted, reject } = Promise.withResolvers<never>();
    const abort = () => reject(signal?.reason);
    if (signal?.aborted) abort();
    signal?.addEventListener("abort", abort, { once: true });
    try {
      return await Promise.race([running, aborted]);
    } finally {
      signal?.removeEventListener("abort", abort);
      running.catch(() => {});
    }
  }
}

export class ThreadPool<Work, Answer> extends TaskQueue<Work, Answer> {
  readonly #entry: URL;
  readonly #options: PoolOptions;
  readonly #idle: Worker[] = [];

  constructor(entry: URL, options: PoolOptions) {
    super(options);
    this.#entry = entry;
    this.#options = options;
  }

  protected override async execute({ work, signal }: Task<Work>): Promise<Answer> {
    const { time_max_ms, keeps_threads } = this.#options;
    const worker = this.#idle.pop() ?? this.#newThread();
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    const limit = limitProcessorTime(worker, time_max_ms, () => reject(new ThreadsBusy("time")));
    const onError = (error: Error & { code?: string }) =>
      reject(error.code === "ERR_WORKER_OUT_OF_MEMORY" ? new ThreadsBusy("memory") : error);
    const onExit = (code: number) => reject(new Error(`A thread ended with ${code}.`));
    const onAbort = () => reject(signal?.reason);
    worker.once("message", resolve).once("error", onError).once("exit", onExit);
    // A reused thread completes its task: starting a new thread would take longer than the rest of the work.
    if (!keeps_threads) signal?.addEventListener("abort", onAbort, { once: true });
    let is_sound = false;
    try {
      worker.postMessage(work);
      const answer = await promise;
      is_sound = true;
      return answer;
    } finally {
      limit.clear();
      signal?.removeEventListener("abort", onAbort);
      worker
        .removeListener("message", resolve)
        .removeListener("error", onError)
        .removeListener("exit", onExit);
      if (is_sound && keeps_threads) this.#idle.push(worker);
      else await worker.terminate();
    }
  }

  #newThread(): Worker {
    const { memory_max_mb } = this.#options;
    const worker = startWorker(
      this.#entry,
      memory_max_mb === undefined ? {} : { resourceLimits: { maxOldGenerationSizeMb: memory_max_mb } },
    );
    // A thread that ends while idle is not used again.
    const forget = () => {
      const place = this.#idle.indexOf(worker);
      if (place !== -1) this.#idle.splice(place, 1);
    };
    worker.on("error", forget).on("exit", forget);
    return worker;
  }
}

/** Milliseconds of processor time since the thread started; 0 when it has not started or has ended. */
async function readProcessorTime(worker: Worker): Promise<number> {
  return worker.cpuUsage().then(
    ({ user, system }) => (user + system) / 1000,
    () => 0,
  );
}

/** Calls `onExceeded` once the thread has used so many milliseconds from now, or at `STARVED_MAX` times that by the clock. */
function limitProcessorTime(worker: Worker, time_max_ms: number, onExceeded: () => void) {
  const before = readProcessorTime(worker);
  // Also for a thread that does not answer how much it used.
  const last = setTimeout(onExceeded, time_max_ms * STARVED_MAX);
  const checks = setInterval(async () => {
    const used = (await readProcessorTime(worker)) - (await before);
    // Half of the limit, because a thread that waits for nothing else also loses some of its time.
    if (used * 2 >= time_max_ms) onExceeded();
  }, time_max_ms);
  return {
    clear() {
      clearTimeout(last);
      clearInterval(checks);
    },
  };
}
