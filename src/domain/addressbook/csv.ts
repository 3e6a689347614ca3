/**
 * Reading CSV (RFC 4180): quoted fields with doubled quotes and line breaks, any line ending, a byte order
 * mark; comma, semicolon or tab, whichever the first line has most of. Pure.
 */
export type CsvTable = { header: string[]; rows: string[][] };

/** Null when a quoted field is never closed. Lines without any text are left out. */
export function readCsv(text: string): CsvTable | null {
  const body = text.replace(/^\uFEFF/, "");
  const lines = linesOf(body, delimiterOf(body));
  if (lines === null) return null;
  const [header = [], ...rows] = lines.filter((line) => line.some((field) => field.trim() !== ""));
  return { header: header.map((name) => name.trim()), rows };
}

function delimiterOf(text: string): string {
  const first = text.slice(0, text.search(/[\r\n]|$/)).replaceAll(/"[^"]*"/g, "");
  const count = (mark: string) => first.split(mark).length;
  return [",", ";", "\t"].reduce((best, mark) => (count(mark) > count(best) ? mark : best));
}

function linesOf(text: string, delimiter: string): string[][] | null {
  const lines: string[][] = [];
  let line: string[] = [];
  let at = 0;
  while (at < text.length) {
    let field = "";
    if (text[at] === '"') {
      for (at += 1; ; at += 1) {
        const end = text.indexOf('"', at);
        if (end === -1) return null;
        field += text.slice(at, end);
        at = end + 1;
        if (text[at] !== '"') break;
        field += '"';
      }
    }
    let end = at;
    while (end < text.length && text[end] !== delimiter && text[end] !== "\n" && text[end] !== "\r") end += 1;
    line.push(field + text.slice(at, end));
    at = end + 1;
    if (end < text.length && text[end] === delimiter) {
      if (at >= text.length) line.push("");
      continue;
    }
    if (text[end] === "\r" && text[at] === "\n") at += 1;
    lines.push(line);
    line = [];
  }
  if (line.length > 0) lines.push(line);
  return lines;
}
