/** Starts a thread for work that takes processor time, at a lower priority than requests. */
import { Worker, type WorkerOptions } from "node:worker_threads";

const LOW_PRIORITY = import.meta.resolve("./low-priority.ts");

export function startWorker(entry: URL, options: WorkerOptions = {}): Worker {
  const worker = new Worker(entry, { ...options, execArgv: ["--import", LOW_PRIORITY] });
  // A stopping service does not wait for a thread.
  worker.unref();
  return worker;
}
