/** States of shipping orders: one table of what each decision makes of which. Pure. */

export const STATUSES = [
  "PENDING",
  "CONFIRMED",
  "RECEIVING",
  "RECEIVED",
  "REPRICED",
  "PROCESSING",
  "SHIPPED",
  "DELIVERED",
  "EXCEPTION",
  "CANCELLED",
] as const;
export type Status = (typeof STATUSES)[number];

export type Decision =
  | "quote"
  | "confirm"
  | "cancel"
  | "receive_some"
  | "receive_all"
  | "measure"
  | "reprice"
  | "process"
  | "ship"
  | "complete"
  | "call_off"
  | "report_exception";

interface Move {
  from: readonly Status[];
  trigger: Decision;
  to: Status | "same";
}

const UNDER_WAY: readonly Status[] = [
  "CONFIRMED",
  "RECEIVING",
  "RECEIVED",
  "REPRICED",
  "PROCESSING",
  "SHIPPED",
];

export const MOVES: readonly Move[] = [
  { from: ["PENDING"], trigger: "quote", to: "same" },
  { from: ["PENDING"], trigger: "confirm", to: "CONFIRMED" },
  { from: ["PENDING", "CONFIRMED"], trigger: "cancel", to: "CANCELLED" },
  // Of goods that have arrived, staff alone say what becomes of them.
  {
    from: ["RECEIVING", "RECEIVED", "REPRICED", "PROCESSING"],
    trigger: "call_off",
    to: "CANCELLED",
  },
  { from: ["CONFIRMED", "RECEIVING"], trigger: "receive_some", to: "RECEIVING" },
  { from: ["CONFIRMED", "RECEIVING"], trigger: "receive_all", to: "RECEIVED" },
  { from: ["RECEIVING", "RECEIVED", "REPRICED"], trigger: "measure", to: "same" },
  { from: ["RECEIVED", "REPRICED"], trigger: "reprice", to: "REPRICED" },
  { from: ["RECEIVED", "REPRICED"], trigger: "process", to: "PROCESSING" },
  { from: ["PROCESSING"], trigger: "ship", to: "SHIPPED" },
  { from: ["SHIPPED"], trigger: "complete", to: "DELIVERED" },
  { from: UNDER_WAY, trigger: "report_exception", to: "EXCEPTION" },
];

/** The status after a decision; null where it is not possible. An exception ends with the status that it interrupted. */
export function getNextStatus(status: Status, decision: Decision): Status | null {
  const move = MOVES.find(({ from, trigger }) => trigger === decision && from.includes(status));
  if (move === undefined) return null;
  return move.to === "same" ? status : move.to;
}

/** Staff cancel until the goods are with the carrier, also out of an exception. */
export function canCallOff(status: Status, status_before_exception: Status | null): boolean {
  const of = status === "EXCEPTION" ? (status_before_exception ?? status) : status;
  return getNextStatus(of, "call_off") !== null || getNextStatus(of, "cancel") !== null;
}

export function isEnded(status: Status): boolean {
  return status === "DELIVERED" || status === "CANCELLED";
}

/** Whether the customer can pay: while the order is not ended, and something is left to pay. */
export function canPay(status: Status, bill: { is_priced: boolean; remaining_minor: number }): boolean {
  return status !== "CANCELLED" && bill.is_priced && bill.remaining_minor > 0;
}

/** The decision of a receipt, by how many of all packages have arrived. */
export function chooseReceipt(arrived: number, all: number): "receive_some" | "receive_all" {
  return arrived < all ? "receive_some" : "receive_all";
}

interface Measurable {
  contents: string;
  packaging: string | null;
  weight_g: number | null;
  length_mm: number | null;
  width_mm: number | null;
  height_mm: number | null;
  measured_weight_g: number | null;
  measured_length_mm: number | null;
  measured_width_mm: number | null;
  measured_height_mm: number | null;
}

/** A package that was measured, and is not what was declared. */
export function hasOtherMeasures(row: Measurable): boolean {
  const pairs = [
    [row.weight_g, row.measured_weight_g],
    [row.length_mm, row.measured_length_mm],
    [row.width_mm, row.measured_width_mm],
    [row.height_mm, row.measured_height_mm],
  ] as const;
  return pairs.some(([declared, measured]) => measured !== null && measured !== declared);
}

/** A package for pricing: as it was measured, or as it was declared until then. */
export function toMeasuredPiece({ contents, packaging, ...row }: Measurable) {
  return {
    contents,
    packaging,
    weight_g: row.measured_weight_g ?? row.weight_g,
    length_mm: row.measured_length_mm ?? row.length_mm,
    width_mm: row.measured_width_mm ?? row.width_mm,
    height_mm: row.measured_height_mm ?? row.height_mm,
  };
}
