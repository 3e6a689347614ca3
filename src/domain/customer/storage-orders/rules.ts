/** States of storage orders and of their packages, days that are charged, and when a balance is overdue. Pure. */
import { defineMoves, type Move } from "#domain/customer/service-orders/public.ts";
import { addDays } from "#vocabulary/calendar.ts";

export const STATUSES = [
  "PENDING",
  "CONFIRMED",
  "AWAITING_INBOUND",
  "PARTLY_RECEIVED",
  "STORED",
  "PARTLY_OUT",
  "CLOSED",
  "CANCELLED",
] as const;
export type Status = (typeof STATUSES)[number];

export const PACKAGE_STATUSES = [
  "EXPECTED",
  "RECEIVED",
  "HELD",
  "STOCKED_OUT",
  "MISSING",
  "DISPOSED",
] as const;
export type PackageStatus = (typeof PACKAGE_STATUSES)[number];

export type Decision =
  | "edit"
  | "quote"
  | "confirm"
  | "process"
  | "receive"
  | "measure"
  | "reprice"
  | "complete"
  | "release"
  | "settle";

const UNDER_WAY: readonly Status[] = ["AWAITING_INBOUND", "PARTLY_RECEIVED", "STORED", "PARTLY_OUT"];

const RECEIVING: readonly Status[] = ["CONFIRMED", ...UNDER_WAY];

/** What packages do changes the status besides, by `computeStatus`. */
const MOVES: readonly Move<Status, Decision>[] = [
  { from: ["PENDING", "CONFIRMED"], trigger: "edit", to: "same" },
  { from: ["PENDING"], trigger: "quote", to: "same" },
  { from: ["PENDING"], trigger: "confirm", to: "CONFIRMED" },
  { from: ["CONFIRMED"], trigger: "process", to: "AWAITING_INBOUND" },
  { from: RECEIVING, trigger: "receive", to: "same" },
  { from: UNDER_WAY, trigger: "measure", to: "same" },
  { from: UNDER_WAY, trigger: "reprice", to: "same" },
  { from: ["PARTLY_RECEIVED"], trigger: "complete", to: "same" },
  { from: ["PARTLY_RECEIVED", "STORED", "PARTLY_OUT"], trigger: "release", to: "same" },
  // What is left of a pending order is charged when it is confirmed.
  { from: [...RECEIVING, "CLOSED"], trigger: "settle", to: "same" },
];

/** The status after a decision; null where it is not possible. */
export const getNextStatus = defineMoves(MOVES);

/** While nothing is received, and no collection is under way. */
export function canCancel(status: Status, { is_collected }: { is_collected: boolean }): boolean {
  if (status === "PENDING" || status === "CONFIRMED") return true;
  return status === "AWAITING_INBOUND" && !is_collected;
}

export const isInStore = (status: PackageStatus): boolean => status === "RECEIVED" || status === "HELD";
const hasLeft = (status: PackageStatus): boolean => status !== "EXPECTED" && !isInStore(status);

/** The status that an order has by its packages; the present one while none of them was received. */
export function computeStatus(
  status: Status,
  packages: readonly { status: PackageStatus; received_at: string | null }[],
): Status {
  if (packages.every(({ received_at }) => received_at === null))
    return UNDER_WAY.includes(status) && status !== "AWAITING_INBOUND" ? "AWAITING_INBOUND" : status;
  if (packages.some((one) => one.status === "EXPECTED")) return "PARTLY_RECEIVED";
  const stored_count = packages.filter((one) => isInStore(one.status)).length;
  if (stored_count === 0) return "CLOSED";
  // What never came is no package that went out.
  const is_partly_out = packages.some((one) => hasLeft(one.status) && one.received_at !== null);
  return is_partly_out ? "PARTLY_OUT" : "STORED";
}

/** What stock says of a package; ship-outs hold and take out by `packages.ts`. */
export type PackageMove = "lose" | "dispose" | "find" | "find_held" | "undo_receipt";

const PACKAGE_MOVES: Readonly<Record<PackageMove, { from: readonly PackageStatus[]; to: PackageStatus }>> = {
  lose: { from: ["RECEIVED", "HELD"], to: "MISSING" },
  dispose: { from: ["RECEIVED", "HELD"], to: "DISPOSED" },
  find: { from: ["MISSING", "DISPOSED"], to: "RECEIVED" },
  find_held: { from: ["MISSING", "DISPOSED"], to: "HELD" },
  undo_receipt: { from: ["RECEIVED"], to: "EXPECTED" },
};

/** The status of a package after a move; null where it is not possible. */
export function getNextPackageStatus(status: PackageStatus, move: PackageMove): PackageStatus | null {
  const { from, to } = PACKAGE_MOVES[move];
  return from.includes(status) ? to : null;
}

export interface Term {
  /** The first day of storage. */
  stored_from: string | null;
  /** The day on which it left. */
  stored_until: string | null;
}

/** Calendar days from one date to another. */
function countDays(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);
}

/**
 * Which day of its storage a date is for a package: the day of its receipt is the first. 0 where the package was not in
 * store when the date ended.
 */
export function countStorageDay({ stored_from, stored_until }: Term, date: string): number {
  if (stored_from === null || stored_from > date) return 0;
  return stored_until !== null && stored_until <= date ? 0 : countDays(stored_from, date) + 1;
}

/** The packages that a date is charged for, by which day of their storage it is: those after their free days. */
export function groupByStorageDay<Package extends Term>(
  packages: readonly Package[],
  date: string,
  free_days: number,
): Map<number, Package[]> {
  const charged = packages.filter((one) => countStorageDay(one, date) > free_days);
  return Map.groupBy(charged, (one) => countStorageDay(one, date));
}

/** The dates that have ended and are not charged yet, oldest first, from the first on which something was stored. */
export function listUnchargedDates(
  packages: readonly Term[],
  { charged_until, today }: { charged_until: string | null; today: string },
): string[] {
  const first = packages.flatMap(({ stored_from }) => stored_from ?? []).sort()[0];
  if (first === undefined) return [];
  const after = charged_until === null ? first : addDays(charged_until, 1);
  const start = after > first ? after : first;
  const count = countDays(start, today);
  return Array.from({ length: Math.max(0, count) }, (_, index) => addDays(start, index));
}

/** The first date, today or later, that costs something as things are; null when nothing is in store. */
export function findNextChargedDate(
  packages: readonly Term[],
  free_days: number,
  today: string,
): string | null {
  const dates = packages.flatMap(({ stored_from, stored_until }) =>
    stored_from === null || stored_until !== null ? [] : addDays(stored_from, free_days),
  );
  const first = dates.sort()[0];
  if (first === undefined) return null;
  return first > today ? first : today;
}

export const BILLINGS = ["current", "grace", "overdue"] as const;
export type Billing = (typeof BILLINGS)[number];

/** The last of the grace days; null while nothing is left to pay. */
export function computeDueDate(unpaid_since: string | null, grace_days: number): string | null {
  return unpaid_since === null ? null : addDays(unpaid_since, grace_days);
}

/** `unpaid_since`: the date since when something is left to pay; null while nothing is. */
export function computeBilling(unpaid_since: string | null, grace_days: number, today: string): Billing {
  const due_date = computeDueDate(unpaid_since, grace_days);
  if (due_date === null) return "current";
  return today > due_date ? "overdue" : "grace";
}
