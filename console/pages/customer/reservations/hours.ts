/** Hours as people type them: `09:00-12:00, 13:00-17:00`; a date and its hours, or nothing but the date where it is closed. */
import type { Bookable } from "../../../../packages/client/client.gen.ts";

type Calendar = Bookable["calendar"];
type Hours = Calendar["exceptions"][number]["hours"];

export const formatHours = (hours: Hours): string => hours.map(({ from, to }) => `${from}-${to}`).join(", ");

const RANGE = /^(\d{1,2}:\d{2})\s*[-–]\s*(\d{1,2}:\d{2})$/;

/** Undefined where it cannot be read. */
export function parseHours(typed: string): Hours | undefined {
  const parts = typed.split(/[,;]/).map((part) => part.trim());
  const ranges = parts.filter((part) => part !== "").map((part) => RANGE.exec(part));
  if (ranges.some((range) => range === null)) return undefined;
  return ranges.map((range) => ({
    from: range?.[1]?.padStart(5, "0") ?? "",
    to: range?.[2]?.padStart(5, "0") ?? "",
  }));
}

export const formatExceptions = (exceptions: Calendar["exceptions"]): string =>
  exceptions.map(({ date, hours }) => `${date} ${formatHours(hours)}`.trim()).join("\n");

export function parseExceptions(typed: string): Calendar["exceptions"] | undefined {
  const lines = typed.split("\n").map((line) => line.trim());
  const read = lines
    .filter((line) => line !== "")
    .map((line) => {
      const [, date, rest] = /^(\d{4}-\d{2}-\d{2})\s*(.*)$/.exec(line) ?? [];
      const hours = parseHours(rest ?? "");
      return date === undefined || hours === undefined ? undefined : { date, hours };
    });
  return read.some((one) => one === undefined) ? undefined : (read as Calendar["exceptions"]);
}
