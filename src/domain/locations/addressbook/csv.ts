/**
 * Reads CSV (RFC 4180), any line ending, with or without a byte order mark; the delimiter is the one of comma, semicolon
 * and tab that occurs most in the first line. Pure.
 */
import { CsvError, parse } from "csv-parse/sync";

export type CsvTable = { header: string[]; rows: string[][] };

/** The table, or an error message. Empty lines are left out. */
export function readCsv(text: string): CsvTable | string {
  try {
    const [header = [], ...rows] = parse(text, {
      bom: true,
      delimiter: detectDelimiter(text),
      record_delimiter: ["\r\n", "\n", "\r"],
      relax_column_count: true,
      relax_quotes: true,
      skip_records_with_empty_values: true,
      trim: true,
    });
    return { header: header.map((name) => name.trim()), rows };
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    if (error.code === "CSV_QUOTE_NOT_CLOSED") return "has a quoted field that is never closed";
    if (error.code === "CSV_NON_TRIMABLE_CHAR_AFTER_CLOSING_QUOTE")
      return `has text after a closing quote in line ${error["lines"]}`;
    throw error;
  }
}

function detectDelimiter(text: string): string {
  const first = text.slice(0, text.search(/[\r\n]|$/)).replaceAll(/"[^"]*"/g, "");
  const count = (mark: string) => first.split(mark).length;
  return [",", ";", "\t"].reduce((best, mark) => (count(mark) > count(best) ? mark : best));
}
