/** Comma-separated values that a spreadsheet opens as text, never as a formula. Source: RFC 4180; OWASP, "CSV Injection". */

/** A cell that starts with one of these would be evaluated by a spreadsheet. */
const FORMULA = /^[=+\-@\t\r]/;

function formatCell(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  const text = typeof value === "string" ? value : JSON.stringify(value);
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** One line for each row, each ended by CR LF. */
export function formatCsvRows<Row extends object>(
  columns: readonly (keyof Row & string)[],
  rows: readonly Row[],
): string {
  return rows.map((row) => `${columns.map((column) => formatCell(row[column])).join(",")}\r\n`).join("");
}
