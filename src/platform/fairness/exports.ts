/**
 * Answers of thousands of rows. Making one takes seconds of the thread that serves every request, so a business makes one
 * at a time, in pieces of a few milliseconds, and requests are served between them.
 */
import { setTimeout as wait } from "node:timers/promises";
import { FairQueue } from "./fair-queue.ts";
import { findPayer } from "./payer.ts";

/** Rows that are read and formatted at once: some milliseconds. */
export const EXPORT_PIECE = 100;
const PAUSE_MS = 3;

// One per process: the limited resource is its main thread.
export const exportQueue = new FairQueue({
  places: 2,
  places_of_one: 1,
  waiting_max: 200,
  keeps_free: false,
  wait_max_ms: 30_000,
});

/** Makes an export when it is the turn of its business. Rejects with `QueueBusy`. */
export function takeExportTurn<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  return exportQueue.run(findPayer(), work, signal);
}

/** Between two pieces. */
export async function giveWay(): Promise<void> {
  await wait(PAUSE_MS);
}
