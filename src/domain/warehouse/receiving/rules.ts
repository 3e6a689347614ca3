/** Decisions about receipts: their states, what differs from the notice, which bin is suggested. */

export const RECEIPT_STATUSES = ["expected", "receiving", "closed", "cancelled", "rolled_back"] as const;
export type ReceiptStatus = (typeof RECEIPT_STATUSES)[number];

export const SCAN_OUTCOMES = ["received", "unknown_code", "already_received"] as const;
export type ScanOutcome = (typeof SCAN_OUTCOMES)[number];

type Decision = "receive" | "update" | "close" | "cancel" | "undo" | "roll_back";

const STATES: readonly { trigger: Decision; from: readonly ReceiptStatus[]; to: ReceiptStatus | "same" }[] = [
  { trigger: "receive", from: ["expected", "receiving"], to: "receiving" },
  { trigger: "update", from: ["expected", "receiving"], to: "same" },
  { trigger: "close", from: ["expected", "receiving"], to: "closed" },
  { trigger: "cancel", from: ["expected"], to: "cancelled" },
  { trigger: "undo", from: ["receiving"], to: "same" },
  { trigger: "roll_back", from: ["receiving", "closed"], to: "rolled_back" },
];

/** The status after a decision; null when it is not possible. */
export function getNextStatus(status: ReceiptStatus, trigger: Decision): ReceiptStatus | null {
  const state = STATES.find((one) => one.trigger === trigger && one.from.includes(status));
  return state === undefined ? null : state.to === "same" ? status : state.to;
}

export interface LineCounts {
  expected_qty: number;
  received_qty: number;
  damaged_qty: number;
}

/** How receiving `qty` more differs from the notice; null when it was announced, or there is no notice. */
export function findExcess(
  is_announced: boolean,
  line: LineCounts | undefined,
  qty: number,
): "not_announced" | "over_delivery" | null {
  if (!is_announced) return null;
  if (line === undefined || line.expected_qty === 0) return "not_announced";
  return line.received_qty + qty > line.expected_qty ? "over_delivery" : null;
}

/** How a line differs from its notice. Nothing differs of goods that came without a notice, unless they are damaged. */
export function computeDifference(is_announced: boolean, line: LineCounts) {
  const change = is_announced ? line.received_qty - line.expected_qty : 0;
  return {
    short: Math.max(-change, 0),
    over: Math.max(change, 0),
    damaged: line.damaged_qty,
  };
}

export function isDifferent(difference: ReturnType<typeof computeDifference>): boolean {
  return difference.short > 0 || difference.over > 0 || difference.damaged > 0;
}

/** Why a bin is suggested. */
export const SUGGESTION_RULES = ["same_article", "same_owner", "nearest_empty", "quarantine"] as const;
type SuggestionRule = (typeof SUGGESTION_RULES)[number];

export interface Candidate {
  bin_id: number;
  code: string;
  is_quarantine: boolean;
  holds_article: boolean;
  holds_owner: boolean;
  is_empty: boolean;
  walk_order: number | null;
  /** Pieces that it takes. */
  fits: number;
}

export interface Suggestion {
  bin_id: number;
  rule: SuggestionRule;
  fits: number;
}

/**
 * The bin that holds the same article already, else the same owner's goods, else the nearest empty one; each must take all
 * of it. Where no bin takes all, the one that takes the most. Damaged goods go to quarantine alone.
 */
export function chooseBin(
  candidates: readonly Candidate[],
  goods: { qty: number; is_damaged: boolean; has_owner: boolean; from_walk_order: number | null },
): Suggestion | null {
  const distance = ({ walk_order }: Candidate) =>
    walk_order === null ? Number.MAX_SAFE_INTEGER : Math.abs(walk_order - (goods.from_walk_order ?? 0));
  const nearest = candidates
    .filter(({ is_quarantine, fits }) => is_quarantine === goods.is_damaged && fits > 0)
    .sort((one, other) => distance(one) - distance(other) || (one.code < other.code ? -1 : 1));
  const rules: [SuggestionRule, (one: Candidate) => boolean][] = goods.is_damaged
    ? [["quarantine", () => true]]
    : [
        ["same_article", ({ holds_article }) => holds_article],
        ["same_owner", ({ holds_owner }) => goods.has_owner && holds_owner],
        ["nearest_empty", ({ is_empty }) => is_empty],
      ];
  const suited = rules.flatMap(([rule, applies]) =>
    nearest.filter(applies).map(({ bin_id, fits }): Suggestion => ({ bin_id, rule, fits })),
  );
  const full_fit = suited.find(({ fits }) => fits >= goods.qty);
  return full_fit ?? suited.toSorted((one, other) => other.fits - one.fits)[0] ?? null;
}
