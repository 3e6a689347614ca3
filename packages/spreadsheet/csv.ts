/** Rows as CSV that is safe to open in a spreadsheet. Pure. */

export type SheetValue = string | number | null;

export interface SheetOfValues {
  heads: readonly string[];
  rows: readonly (readonly SheetValue[])[];
}

/**
 * A spreadsheet runs a cell that starts like a formula, whoever wrote it: an apostrophe before it makes it text. Numbers
 * stay numbers.
 */
export function escapeFormula(text: string): string {
  return /^[\s]*[=+\-@\t\r]/.test(text) ? `'${text}` : text;
}

/** The text before it was made safe. */
export const unescapeFormula = (text: string): string => text.replace(/^'(?=\s*[=+\-@])/, "");

function toCsvCell(value: SheetValue): string {
  if (value === null) return "";
  if (typeof value === "number") return String(value);
  const text = escapeFormula(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

export const toCsvLine = (cells: readonly SheetValue[]): string => `${cells.map(toCsvCell).join(",")}\r\n`;

/** RFC 4180, with the mark by which Excel knows UTF-8. */
export function toCsv({ heads, rows }: SheetOfValues): string {
  return `\uFEFF${[heads, ...rows].map(toCsvLine).join("")}`;
}
