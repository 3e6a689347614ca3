/** Decisions about labels: states, and what may be decided in each. Pure. */
import type { PackageState } from "#providers/carriers/port.ts";

export const MANIFEST_STATES = ["pending", "created", "failed"] as const;
export const ADJUSTMENT_KINDS = ["weight", "dimensions", "address", "service", "duty", "other"] as const;
export const ADJUSTMENT_STATES = ["open", "accepted", "disputed", "withdrawn"] as const;

export const STATES = [
  "PURCHASING",
  "LABEL_PURCHASE_FAILED",
  "LABEL_READY",
  "INFO_SUBMITTED",
  "MANIFESTED",
  "VOID_PENDING",
  "VOIDED",
  "VOID_REJECTED",
  "REFUND_REQUESTED",
  "REFUNDED",
  "REFUND_REJECTED",
  "CANCELLED",
  "CLOSED",
] as const;
export type State = (typeof STATES)[number];

/** Ready, and not yet handed over. */
export const OPEN_STATES: readonly State[] = ["LABEL_READY", "INFO_SUBMITTED"];
/** Somebody has to decide what happens next. */
export const PROBLEM_STATES: readonly State[] = ["LABEL_PURCHASE_FAILED", "VOID_REJECTED"];
/** The carrier has files for labels in these. */
export const PRINTABLE_STATES: readonly State[] = [
  ...OPEN_STATES,
  "MANIFESTED",
  "VOID_REJECTED",
  "REFUND_REJECTED",
];

export const PACKAGE_STATES = [
  "bought",
  "void_pending",
  "voided",
  "void_rejected",
  "refund_requested",
  "refunded",
  "refund_rejected",
] as const satisfies readonly PackageState[];

/** What was done with a bought label, besides cancelling packages of it. */
export interface Progress {
  is_submitted: boolean;
  is_manifested: boolean;
  /** It was delivered or returned. */
  is_closed: boolean;
}

/** The state of a bought label, from what was done with it and what the carrier holds of each package. */
export function deriveState(
  { is_submitted, is_manifested, is_closed }: Progress,
  packages: readonly PackageState[],
): State {
  const has = (state: PackageState) => packages.includes(state);
  if (has("void_pending")) return "VOID_PENDING";
  if (has("refund_requested")) return "REFUND_REQUESTED";
  // A label is of use while one of its packages can be sent.
  if (has("bought")) {
    if (is_closed) return "CLOSED";
    if (is_manifested) return "MANIFESTED";
    return is_submitted ? "INFO_SUBMITTED" : "LABEL_READY";
  }
  if (has("refund_rejected")) return "REFUND_REJECTED";
  if (has("void_rejected")) return "VOID_REJECTED";
  return has("refunded") ? "REFUNDED" : "VOIDED";
}

const TRACKED: ReadonlySet<State> = new Set([...OPEN_STATES, "MANIFESTED"]);

/** The carrier is asked where its packages are. They may be on their way without a manifest. */
export const isTracked = (state: State) => TRACKED.has(state);

const RETURNED: ReadonlySet<PackageState> = new Set(["voided", "refunded"]);

/** The carrier charges nothing for it any more: its part of the price goes back to who paid it. */
export function isReturned(state: PackageState): boolean {
  return RETURNED.has(state);
}

const PENDING: ReadonlySet<PackageState> = new Set(["void_pending", "refund_requested"]);

/** The carrier has not decided yet. */
export function isPending(state: PackageState): boolean {
  return PENDING.has(state);
}

/**
 * What a package becomes when the carrier says what it holds of it. What was asked of the carrier stays asked while the
 * carrier holds it as before: the request may be on its way.
 */
export function mergePackageState(ours: PackageState, theirs: PackageState): PackageState {
  if (isReturned(ours)) return ours;
  return theirs === "bought" ? ours : theirs;
}

/** The date that lies this many working days, Monday to Friday, after another. */
export function addWorkingDays(date: string, days: number): string {
  const at = new Date(`${date}T00:00:00Z`);
  for (let days_remaining = days; days_remaining > 0; ) {
    at.setUTCDate(at.getUTCDate() + 1);
    if (at.getUTCDay() !== 0 && at.getUTCDay() !== 6) days_remaining -= 1;
  }
  return at.toISOString().slice(0, 10);
}

export type CancelWay = "void" | "refund" | "drop" | "when_bought";

/**
 * How a label is cancelled: voided before it is on a manifest, refunded after that, dropped when it was never bought, or
 * as soon as it is known whether it was bought. Null where there is nothing to cancel.
 */
export function decideCancellation(
  state: State,
  { is_manifested }: Pick<Progress, "is_manifested">,
): CancelWay | null {
  if (state === "PURCHASING") return "when_bought";
  if (state === "LABEL_PURCHASE_FAILED") return "drop";
  if (state === "VOIDED" || state === "REFUNDED" || state === "CANCELLED" || state === "CLOSED") return null;
  return is_manifested ? "refund" : "void";
}
