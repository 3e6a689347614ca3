/** What service orders decide alike. Pure. */

/** A decision, and what it makes of which statuses; `same`: it leaves the status as it is. */
export interface Move<Status, Decision> {
  from: readonly Status[];
  trigger: Decision;
  to: Status | "same";
}

/** Reads a table of moves: the status after a decision; null where it is not possible. */
export function defineMoves<Status extends string, Decision extends string>(
  moves: readonly Move<Status, Decision>[],
): (status: Status, decision: Decision) => Status | null {
  return (status, decision) => {
    const move = moves.find(({ from, trigger }) => trigger === decision && from.includes(status));
    if (move === undefined) return null;
    return move.to === "same" ? status : move.to;
  };
}

/** Whether the customer can pay: while it is not cancelled, and something is left to pay. */
export function canBePaid(status: string, bill: { is_priced: boolean; remaining_minor: number }): boolean {
  return status !== "CANCELLED" && bill.is_priced && bill.remaining_minor > 0;
}

/** Millimetres and grams: as declared, and as measured, null until then. */
export interface Measurable {
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
