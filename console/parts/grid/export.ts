/** The rows of a grid as a file: CSV, or a workbook of Excel. Pure. */
import type { Column, Value } from "./columns.ts";

export interface SheetOfValues {
  heads: readonly string[];
  rows: readonly (readonly Value[])[];
}

/** The shown columns that have a value; what people only act on is left out. */
export function toSheet<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): SheetOfValues {
  const exported = columns.filter(({ value }) => value !== undefined);
  return {
    heads: exported.map(({ head }) => head),
    rows: rows.map((row) => exported.map(({ value }) => value?.(row) ?? null)),
  };
}

/**
 * A spreadsheet runs a cell that starts like a formula, whoever wrote it: an apostrophe before it makes it text. Numbers
 * stay numbers.
 */
export function escapeFormula(text: string): string {
  return /^[\s]*[=+\-@\t\r]/.test(text) ? `'${text}` : text;
}

function toCsvCell(value: Value): string {
  if (value === null) return "";
  if (typeof value === "number") return String(value);
  const text = escapeFormula(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** RFC 4180, with the mark by which Excel knows UTF-8. */
export function toCsv({ heads, rows }: SheetOfValues): string {
  const lines = [heads, ...rows].map((cells) => cells.map(toCsvCell).join(","));
  return `\uFEFF${lines.join("\r\n")}\r\n`;
}

/** `orders-2026-11-22.csv` */
export function toFileName(list: string, date: string, kind: "csv" | "xlsx"): string {
  return `${list.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-")}-${date}.${kind}`;
}
