/** Cells as text, for the screen, the clipboard and the editor; and blocks of cells from a spreadsheet. Pure. */
import type { DatasetColumn } from "./queries.ts";

/** What the service reads again as the same value. */
export function toText(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (typeof value !== "object") return String(value);
  if ("text" in value) return String(value.text);
  const { lat, lng } = value as { lat: number; lng: number };
  return `${lat}, ${lng}`;
}

/** Tab-separated, as spreadsheets copy: cells with line ends or tabs are quoted. */
export function formatBlock(rows: readonly (readonly string[])[]): string {
  const quote = (cell: string) => (/[\t\n"]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
  return rows.map((cells) => cells.map(quote).join("\t")).join("\n");
}

export function parseBlock(text: string): string[][] {
  const rows: string[][] = [[]];
  const cell = /"((?:[^"]|"")*)"(?=\t|\n|$)|([^\t\n]*)/y;
  const normal = text.replaceAll(/\r\n?/g, "\n").replace(/\n$/, "");
  for (let at = 0; at <= normal.length; ) {
    cell.lastIndex = at;
    const [cell_text = "", quoted, plain = ""] = cell.exec(normal) ?? [];
    rows.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain);
    at += cell_text.length;
    if (at >= normal.length) break;
    if (normal[at] === "\n") rows.push([]);
    at += 1;
    if (at === normal.length) {
      rows.at(-1)?.push("");
      break;
    }
  }
  return rows;
}

const WIDTHS: Record<DatasetColumn["type"], number> = {
  text: 220,
  number: 110,
  date: 120,
  bool: 90,
  select: 150,
  geo: 190,
  address: 300,
  ref: 180,
};

export const computeWidth = ({ type, name }: DatasetColumn): number =>
  Math.max(WIDTHS[type], name.length * 8 + 48);
