/** How much a locker was used, from its days by size. Pure. */
import type { LockerUtilisationOutput } from "../../../../packages/client/client.gen.ts";

type Day = LockerUtilisationOutput["days"][number];
type Size = NonNullable<Day["size"]>;

export interface DayOfUse {
  date: string;
  /** Of the hours of all its compartments, those in which something was in; 0 to 1. */
  share: number;
}

export interface SizeOfUse {
  /** Null: what was refused because it fits into no compartment. */
  size: Size | null;
  compartments: number;
  share: number;
  reservations: number;
  refused: number;
}

const divide = (part: number, total: number) => (total > 0 ? Math.min(1, part / total) : 0);
const sum = (rows: readonly Day[], member: "occupied_h" | "reservations" | "refused") =>
  rows.reduce((total, row) => total + row[member], 0);

/** `countHours`: of a day, as far as it has passed. */
export function summarizeUse(
  days: readonly Day[],
  countHours: (date: string) => number,
): { by_day: DayOfUse[]; by_size: SizeOfUse[]; share: number } {
  const countCapacity = (rows: readonly Day[]) =>
    rows.reduce((total, { date, compartments }) => total + compartments * countHours(date), 0);
  const computeShare = (rows: readonly Day[]) => divide(sum(rows, "occupied_h"), countCapacity(rows));
  const by_day = [...Map.groupBy(days, ({ date }) => date)].map(([date, rows]) => ({
    date,
    share: computeShare(rows),
  }));
  const by_size = [...Map.groupBy(days, ({ size }) => size)].map(([size, rows]) => ({
    size,
    compartments: Math.max(...rows.map(({ compartments }) => compartments)),
    share: computeShare(rows),
    reservations: sum(rows, "reservations"),
    refused: sum(rows, "refused"),
  }));
  return {
    by_day,
    // What fits into no compartment stands last.
    by_size: by_size.toSorted((one, other) => Number(one.size === null) - Number(other.size === null)),
    share: computeShare(days),
  };
}
