/**
 * A thread beside the one that works, which is too busy to look after itself: ends the whole process when it has more memory
 * than it may, also outside of the engine's heap, or when a task runs on although nobody waits for it any more.
 */
import { workerData } from "node:worker_threads";

const { until, memory_max_mb } = workerData as { until: BigInt64Array; memory_max_mb: number };
const CHECKED_EVERY_MS = 20;

setInterval(() => {
  const ends_at = Number(Atomics.load(until, 0));
  const is_late = ends_at > 0 && Date.now() > ends_at;
  if (is_late || process.memoryUsage.rss() > memory_max_mb * 1024 * 1024)
    process.kill(process.pid, "SIGKILL");
}, CHECKED_EVERY_MS);
