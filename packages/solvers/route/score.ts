/** The criteria of a plan, most important first: required jobs left out, vehicles, and value. */
export type Score = {
  leftOut: number;
  /** 0 unless the fewest vehicles come first. */
  vehicles: number;
  base: number;
  imbalance: number;
  prizesLost: number;
  value: number;
};

/** Two sums of priorities closer than this are the same sum in another order. */
export const WEIGHT_SLACK = 1e-9;

export function emptyScore(): Score {
  return { leftOut: 0, vehicles: 0, base: 0, imbalance: 0, prizesLost: 0, value: 0 };
}

/** Is `a` preferred to `b`, when its value may be higher by `allowance`? */
export function isBetter(a: Score, b: Score, allowance: number): boolean {
  if (a.leftOut < b.leftOut - WEIGHT_SLACK) return true;
  if (a.leftOut > b.leftOut + WEIGHT_SLACK) return false;
  if (a.vehicles !== b.vehicles) return a.vehicles < b.vehicles;
  return a.value < b.value + allowance;
}
