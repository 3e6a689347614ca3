/** Commands that were received, and their answers. */
import { findLatestTime, UNCERTAINTY_MAX_MS } from "../device-clock.ts";
import type { Ack } from "../messages.ts";
import type { Transaction } from "./device-state.ts";
import { sendAcks } from "./outbox.ts";
import { formatNow, type Run, setFlash } from "./run.ts";

/** Commands whose result is kept, so that none is carried out again; those that cannot come again are forgotten first. */
const TRANSACTIONS_MAX = 200;

/**
 * Whether there is room for another one. What goes is acknowledged and so long over that it cannot be carried out again,
 * even if the device knows the time less well after its next start.
 */
export function forgetTransactions(run: Run): boolean {
  const { transactions } = run.flash;
  if (transactions.length < TRANSACTIONS_MAX) return true;
  const latest_time = findLatestTime(run.memory.reading, run.clock) ?? 0;
  const remaining_transactions = transactions.filter(
    ({ is_acknowledged, expires_at }) =>
      !is_acknowledged || latest_time < expires_at + 2 * UNCERTAINTY_MAX_MS,
  );
  setFlash(run, { transactions: remaining_transactions });
  return remaining_transactions.length < TRANSACTIONS_MAX;
}

export function changeTransaction(run: Run, nonce: string, change: Partial<Transaction>): void {
  setFlash(run, {
    transactions: run.flash.transactions.map((one) => (one.nonce === nonce ? { ...one, ...change } : one)),
  });
}

/** Decides what is answered, and answers. `at`: the compartment whose state is told. */
export function finish(
  run: Run,
  nonce: string,
  status: Ack["status"],
  { why, at = null }: { why?: string; at?: string | null } = {},
): void {
  // A result stands: a door that is seen open later does not change it.
  if (run.flash.transactions.some((one) => one.nonce === nonce && one.ack !== null)) return;
  const compartment = at === null ? undefined : run.flash.compartments[at];
  changeTransaction(run, nonce, {
    ack: {
      status,
      ...(why !== undefined && { why }),
      ...(compartment && { result: { door: compartment.door, contents: compartment.contents } }),
      seq: run.flash.queue.next_seq - 1,
      at: formatNow(run),
    },
  });
  sendAcks(run);
}
