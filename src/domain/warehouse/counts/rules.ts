/** Decisions about counts: when a bin is counted again, when its difference stands. Pure. */

export const COUNT_KINDS = ["zone", "bin", "article"] as const;
export const COUNT_STATUSES = ["open", "closed", "cancelled"] as const;
export const BIN_STATUSES = ["open", "difference", "agreed", "adjusted"] as const;

/** After so many rounds the last count stands, although it differs from those before. */
const ROUNDS_MAX = 3;

interface CountedLine {
  /** Names the goods. */
  key: string;
  counted_qty: number;
  /** What should have been there when it was handed in. */
  book_qty: number;
  has_moved: boolean;
}

export interface Counting {
  round: number;
  lines: readonly CountedLine[];
}

/**
 * What differs from the book, by goods. Two who count at different times are compared by this, and not by what they counted:
 * between them stock may have moved.
 */
export function listDifferences({ lines }: Counting): Map<string, number> {
  return new Map(
    lines.flatMap(({ key, counted_qty, book_qty }) =>
      counted_qty === book_qty ? [] : [[key, counted_qty - book_qty] as const],
    ),
  );
}

function isSameDifference(one: Counting, other: Counting): boolean {
  const [first, second] = [listDifferences(one), listDifferences(other)];
  return first.size === second.size && [...first].every(([key, change]) => second.get(key) === change);
}

/** How many people count a bin in a round. */
export function countNeededCounters(round: number, counters: number): number {
  return round === 1 ? counters : 1;
}

/**
 * What becomes of a bin when all of a round have handed in. Stock that moved while it was counted is counted again, and so
 * is what differs, until two counts agree or the rounds are over.
 */
export function decideRound(
  countings: readonly Counting[],
  round: number,
): "agreed" | "difference" | "recount" {
  const now = countings.filter((one) => one.round === round);
  const before = countings.filter((one) => one.round < round);
  if (now.some(({ lines }) => lines.some(({ has_moved }) => has_moved))) return "recount";
  const [first, ...others] = now;
  if (first === undefined) return "recount";
  const agree = others.every((one) => isSameDifference(one, first));
  if (agree && listDifferences(first).size === 0) return "agreed";
  const confirmed = agree && (others.length > 0 || before.some((one) => isSameDifference(one, first)));
  return confirmed || round >= ROUNDS_MAX ? "difference" : "recount";
}
