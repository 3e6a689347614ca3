import { number } from "../../../parts/format.ts";

/** Hundredths of a percent. */
export const percent = (bp: number): string =>
  number(bp / 10_000, { style: "percent", maximumFractionDigits: 2 });
