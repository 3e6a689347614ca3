/** The other side of a `ProcessPool`: answers its messages, and ends the process when it takes too much. */
import { Worker } from "node:worker_threads";
import type { Reply } from "./pool.ts";

interface Limits {
  memory_max_mb: number;
}

interface WorkMessage<Work> {
  work: Work;
  time_max_ms: number;
}

/** Call once, at the entry of the process. */
export function serve<Work, Answer>(handle: (work: Work) => Answer | Promise<Answer>): void {
  // The end of the task that runs, in milliseconds since 1970; 0 while none runs.
  const until = new BigInt64Array(new SharedArrayBuffer(8));
  // Threads of libraries would keep the process when the service is gone.
  process.on("disconnect", () => process.exit());
  process.on("message", async (message: Limits | WorkMessage<Work>) => {
    if ("memory_max_mb" in message) {
      const watchdog = new Worker(new URL("./watchdog.ts", import.meta.url), {
        workerData: { until, memory_max_mb: message.memory_max_mb },
      });
      watchdog.unref();
      return;
    }
    Atomics.store(until, 0, BigInt(Date.now() + message.time_max_ms));
    let reply: Reply<Answer>;
    try {
      reply = { answer: await handle(message.work) };
    } catch (error) {
      reply = { error: (error as Error).stack ?? String(error) };
    }
    Atomics.store(until, 0, 0n);
    process.send?.(reply);
  });
}
