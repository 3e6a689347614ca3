/** Draws documents in a pool of worker threads, because a page takes tens of milliseconds of CPU time. */
import { availableParallelism } from "node:os";
import { ThreadPool } from "#platform/threads/pool.ts";
import type { Drawing, Drawn } from "./template.ts";

/** Maximum of queued drawings; of one page each, about two seconds of drawing. */
export const DRAWINGS_WAITING_MAX = 64;
/** Far more than the largest document takes. */
const TIME_MAX_MS = 30_000;

// One pool per process, because it limits the use of CPU. One core remains for requests.
const pool = new ThreadPool<Drawing, Drawn>(new URL("./worker.ts", import.meta.url), {
  threads: Math.max(1, Math.min(2, availableParallelism() - 1)),
  waiting_max: DRAWINGS_WAITING_MAX,
  time_max_ms: TIME_MAX_MS,
  // Fonts stay loaded.
  keeps_threads: true,
});

/** Refuses `ThreadsBusy` when the queue is full. A drawing is removed from the queue when its caller disconnects. */
export function drawInThread(drawing: Drawing, signal?: AbortSignal): Promise<Drawn> {
  return pool.run(drawing, signal);
}
