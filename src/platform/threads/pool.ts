/**
 * Runs CPU-bound work in worker threads so that requests are served meanwhile: a limited number of threads and of
 * queued tasks. A thread receives a message, replies with one, and is reused or ends.
 */
import { Worker } from "node:worker_threads";

export interface PoolOptions {
  threads: number;
  /** Further queued tasks are refused. */
  waiting_max: number;
  /** Time limit of a task, without its time in the queue. */
  time_max_ms: number;
  /** Reused threads respond sooner; others free their memory, and a failure cannot affect later tasks. */
  keeps_threads: boolean;
  memory_max_mb?: number;
}

/** The task was not done because the pool is full or the task took too long. */
export class ThreadsBusy extends Error {
  override name = "ThreadsBusy";
  readonly reason: "full" | "time" | "memory";

  constructor(reason: "full" | "time" | "memory") {
    super(`The work was not done: ${reason}.`);
    this.reason = reason;
  }
}

interface Task<Work, Answer> {
  work: Work;
  signal: AbortSignal | undefined;
  resolve(answer: Answer): void;
  reject(error: unknown): void;
}

export class ThreadPool<Work, Answer> {
  readonly #entry: URL;
  readonly #options: PoolOptions;
  readonly #idle: Worker[] = [];
  readonly #waiting: Task<Work, Answer>[] = [];
  #running = 0;

  constructor(entry: URL, options: PoolOptions) {
    this.#entry = entry;
    this.#options = options;
  }

  /** Number of running and queued tasks. */
  get under_way(): number {
    return this.#running + this.#waiting.length;
  }

  /** Refuses `ThreadsBusy`; rejects with the reason of the signal, which removes a queued task from the queue. */
  async run(work: Work, signal?: AbortSignal): Promise<Answer> {
    signal?.throwIfAborted();
    if (this.under_way >= this.#options.threads + this.#options.waiting_max) throw new ThreadsBusy("full");
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    const task = { work, signal, resolve, reject };
    const dequeue = () => {
      const place = this.#waiting.indexOf(task);
      if (place !== -1) this.#waiting.splice(place, 1);
      reject(signal?.reason);
    };
    signal?.addEventListener("abort", dequeue, { once: true });
    this.#waiting.push(task);
    this.#next();
    try {
      return await promise;
    } finally {
      signal?.removeEventListener("abort", dequeue);
    }
  }

  #next(): void {
    if (this.#running >= this.#options.threads) return;
    const task = this.#waiting.shift();
    if (task === undefined) return;
    this.#running += 1;
    this.#inThread(task)
      .then(task.resolve, task.reject)
      .finally(() => {
        this.#running -= 1;
        this.#next();
      });
  }

  async #inThread({ work, signal }: Task<Work, Answer>): Promise<Answer> {
    const { time_max_ms, keeps_threads } = this.#options;
    const worker = this.#idle.pop() ?? this.#newThread();
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    const limit = setTimeout(() => reject(new ThreadsBusy("time")), time_max_ms);
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
      clearTimeout(limit);
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
    const worker = new Worker(
      this.#entry,
      memory_max_mb === undefined ? {} : { resourceLimits: { maxOldGenerationSizeMb: memory_max_mb } },
    );
    // A stopping service does not wait for a thread.
    worker.unref();
    // A thread that ends while idle is not used again.
    const forget = () => {
      const place = this.#idle.indexOf(worker);
      if (place !== -1) this.#idle.splice(place, 1);
    };
    worker.on("error", forget).on("exit", forget);
    return worker;
  }
}
