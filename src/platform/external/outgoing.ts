/**
 * Calls to servers of others that are under way in this process. A server that does not answer costs the business that
 * chose it its own calls, and no other.
 */
import { FairQueue } from "../fairness/fair-queue.ts";
import { findPayer } from "../fairness/payer.ts";

// One per process: sockets and memory are the limited resource.
export const outgoingQueue = new FairQueue({
  places: 256,
  places_of_one: 64,
  waiting_max: 4000,
  keeps_free: true,
});

/** Every call limits its own time, so that waiting ends too. Rejects with `QueueBusy` when too many of a business wait. */
export function callOut<T>(work: () => Promise<T>): Promise<T> {
  return outgoingQueue.run(findPayer(), work);
}
