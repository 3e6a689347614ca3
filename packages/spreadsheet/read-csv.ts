/** Reads CSV (RFC 4180) with any usual delimiter and line end. Pure. */
import { CsvError, parse } from "csv-parse/sync";
import { Budget, TABLE_LIMITS, TableFault, type TableLimits, type TableRow } from "./limits.ts";

const DELIMITERS = [",", ";", "\t", "|"] as const;

/** A first line that only gives Excel the delimiter; it is no row of the sheet. */
const SEP_LINE = /^"?sep=(.)"?[,;\t|]*(?:\r\n|\n|\r|$)/i;

/** That of the delimiters which is most often in the headings; a delimiter in quotes is text. */
function detectDelimiter(text: string): string {
  const start = text.replace(/^[\s]*[\r\n]/, "");
  const headings = start.slice(0, start.search(/[\r\n]|$/)).replaceAll(/"[^"]*"/g, "");
  const count = (mark: string) => headings.split(mark).length;
  return DELIMITERS.reduce<string>((best, mark) => (count(mark) > count(best) ? mark : best), ",");
}

/** Rows with content; throws `TableFault`. */
export function readCsv(text: string, limits: TableLimits = TABLE_LIMITS): TableRow[] {
  const [sep_line = "", separator] = SEP_LINE.exec(text) ?? [];
  const body = text.slice(sep_line.length);
  const budget = new Budget(limits);
  let line = 0;
  try {
    parse(body, {
      delimiter: separator ?? detectDelimiter(body),
      record_delimiter: ["\r\n", "\n", "\r"],
      relax_column_count: true,
      relax_quotes: true,
      ltrim: true,
      rtrim: true,
      max_record_size: limits.characters_max,
      // Kept by the budget.
      on_record: (record: string[]) => {
        line += 1;
        const cells: string[] = [];
        for (const [column, cell] of record.entries()) budget.put(cells, column, cell);
        budget.add(line, cells);
        return null;
      },
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    if (error.code === "CSV_QUOTE_NOT_CLOSED") throw new TableFault("open_quote");
    throw new TableFault("not_csv", Number(error["lines"]) || null);
  }
  return budget.rows;
}
