/** The rows of a grid as a file: CSV, or a workbook of Excel. Pure. */
import type { SheetOfValues } from "../../../packages/spreadsheet/csv.ts";
import type { Column } from "./columns.ts";

/** The shown columns that have a value; what people only act on is left out. */
export function toSheet<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): SheetOfValues {
  const exported = columns.filter(({ value }) => value !== undefined);
  return {
    heads: exported.map(({ head }) => head),
    rows: rows.map((row) => exported.map(({ value }) => value?.(row) ?? null)),
  };
}

/** `orders-2026-11-22.csv` */
export function toFileName(list: string, date: string, kind: "csv" | "xlsx"): string {
  return `${list.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-")}-${date}.${kind}`;
}
