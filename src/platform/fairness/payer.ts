/**
 * For which business the running work is done. What is limited, as connections, threads and calls to others, is shared
 * between businesses by it, however deep in the work it is taken.
 *
 * It follows the work through every `await`. It decides only who waits, never what somebody may see.
 */
import { AsyncLocalStorage } from "node:async_hooks";

/** Null: the service itself, for work of no business such as sign-ins and readers of the event log. */
export type Payer = number | null;

// One per process: the limits that it serves are those of the process.
const current = new AsyncLocalStorage<Payer>();

/** Business 0 is no business: platform administrators and anonymous callers. */
export function payAs<T>(business_id: number, work: () => T): T {
  return current.run(business_id > 0 ? business_id : null, work);
}

/** `fallback`: where nothing says for whom, the business whose rows are read. */
export function findPayer(fallback = 0): Payer {
  return current.getStore() ?? (fallback > 0 ? fallback : null);
}
