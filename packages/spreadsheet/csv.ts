/** Rows as CSV that is safe to open in a spreadsheet. Pure. */

export type SheetValue = string | number | null;

export interface SheetOfValues {
  heads: readonly string[];
  rows: readonly (readonly SheetValue[])[];
}

/**
 * A spreadsheet runs a cell that starts like a formula, also one that a customer wrote: an apostrophe before it makes it text. Numbers
 * stay numbers.
 */
export function escapeFormula(text: string): string {
  return /^[\s]*[=+\-@\t\r]/.test(text) ? `'${text}` : text;
}

/** The text before it was made safe. */
export const unescapeFormula = (text: string): string => text.replace(/^'(?=\s*[=+\-@])/, "");

/** 1.234 is a thousand where the comma is the decimal mark; 1.2340 is the same number everywhere. */
function toPlainNumber(value: number): string {
  const text = String(value);
  return /^-?[1-9]\d{0,2}\.\d{3}$/.test(text) ? `${text}0` : text;
}

function toCsvCell(value: SheetValue): string {
  if (value === null) return "";
  if (typeof value === "number") return toPlainNumber(value);
  const text = escapeFormula(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

export const toCsvLine = (cells: readonly SheetValue[]): string => `${cells.map(toCsvCell).join(",")}\r\n`;

/** RFC 4180, with the mark by which Excel knows UTF-8. */
export function toCsv({ heads, rows }: SheetOfValues): string {
  return `\uFEFF${[heads, ...rows].map(toCsvLine).join("")}`;
}
