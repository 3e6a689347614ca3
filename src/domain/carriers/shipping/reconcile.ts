/** When a carrier is asked again what it made of a label. */

/** A due task: ask the carrier how what is pending ended. */
export const RECONCILE = "shipping.reconcile";
/** A due task: look whether the carrier carried out a purchase after we had given it up. */
export const CHECK_LATE = "shipping.check_late";

/** Pauses between questions to a carrier: a minute, doubled up to six hours. */
export function computeNextPoll(now: Date, attempts: number): Date {
  return new Date(now.getTime() + Math.min(60_000 * 2 ** Math.min(attempts, 10), 6 * 3_600_000));
}
