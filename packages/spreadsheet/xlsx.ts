/**
 * A workbook with one sheet: Office Open XML (ECMA-376) in a ZIP archive. Texts are inline strings, which no spreadsheet runs as a
 * formula. Loaded when somebody exports.
 */
import type { SheetOfValues, SheetValue } from "./csv.ts";

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const RELATIONS = "http://schemas.openxmlformats.org/package/2006/relationships";
const OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const TYPES = "application/vnd.openxmlformats-officedocument.spreadsheetml";
/** Excel's limits of a cell and of the name of a sheet, in characters. */
const TEXT_MAX = 32_767;
const NAME_MAX = 31;

function escapeXml(text: string): string {
  const valid = text.replaceAll(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, "");
  return valid
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}

/** 0 is A, 26 is AA. */
export function toColumnName(index: number): string {
  const first = index >= 26 ? toColumnName(Math.floor(index / 26) - 1) : "";
  return `${first}${String.fromCharCode(65 + (index % 26))}`;
}

function toCell(value: SheetValue, at: string, style = ""): string {
  if (value === null || value === "") return "";
  if (typeof value === "number" && Number.isFinite(value)) return `<c r="${at}"${style}><v>${value}</v></c>`;
  const text = escapeXml(String(value).slice(0, TEXT_MAX));
  return `<c r="${at}"${style} t="inlineStr"><is><t xml:space="preserve">${text}</t></is></c>`;
}

function buildSheet({ heads, rows }: SheetOfValues): string {
  const toRow = (cells: readonly SheetValue[], number: number, style?: string) =>
    `<row r="${number}">${cells.map((value, index) => toCell(value, `${toColumnName(index)}${number}`, style)).join("")}</row>`;
  const widths = heads.map((head, index) => {
    const longest = rows
      .slice(0, 200)
      .reduce((most, row) => Math.max(most, String(row[index] ?? "").length), head.length);
    return `<col min="${index + 1}" max="${index + 1}" width="${Math.min(60, longest + 2)}" customWidth="1"/>`;
  });
  return `${HEAD}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths.join("")}</cols><sheetData>${toRow(heads, 1, ' s="1"')}${rows.map((row, index) => toRow(row, index + 2)).join("")}</sheetData></worksheet>`;
}

export async function toXlsx(name: string, sheet: SheetOfValues): Promise<Uint8Array<ArrayBuffer>> {
  const title = escapeXml(name.replaceAll(/[\\/?*[\]:]/g, " ").slice(0, NAME_MAX));
  return zip({
    "[Content_Types].xml": `${HEAD}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPES}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPES}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPES}.styles+xml"/></Types>`,
    "_rels/.rels": `${HEAD}<Relationships xmlns="${RELATIONS}"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    "xl/workbook.xml": `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="${title}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `${HEAD}<Relationships xmlns="${RELATIONS}"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
    "xl/styles.xml": `${HEAD}<styleSheet xmlns="${MAIN}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="2"><xf fontId="0"/><xf fontId="1" applyFont="1"/></cellXfs></styleSheet>`,
    "xl/worksheets/sheet1.xml": buildSheet(sheet),
  });
}

const CRC = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
  return value >>> 0;
});

function computeCrc(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = (CRC[(crc ^ byte) & 255] ?? 0) ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}

async function deflate(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** 1 January 1980, the earliest date of the format: the same rows are the same file. */
const DATE = 0x21;

/** Source: PKWARE APPNOTE 6.3, sections 4.3.7, 4.3.12 and 4.3.16. */
export async function zip(files: Record<string, string>): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const directory: Uint8Array<ArrayBuffer>[] = [];
  let offset = 0;
  for (const [path, text] of Object.entries(files)) {
    const name = new TextEncoder().encode(path);
    const bytes = new TextEncoder().encode(text);
    const packed = await deflate(bytes);
    // Version 2.0, no flags, deflate, time, date, CRC, both sizes, length of the name, no extra field.
    const described = [
      2,
      20,
      2,
      0,
      2,
      8,
      2,
      0,
      2,
      DATE,
      4,
      computeCrc(bytes),
      4,
      packed.length,
      4,
      bytes.length,
      2,
      name.length,
      2,
      0,
    ];
    const local = [toBytes([4, 0x04034b50, ...described]), name, packed];
    directory.push(toBytes([4, 0x02014b50, 2, 20, ...described, 2, 0, 2, 0, 2, 0, 4, 0, 4, offset]), name);
    parts.push(...local);
    offset += local.reduce((sum, { length }) => sum + length, 0);
  }
  const size = directory.reduce((sum, { length }) => sum + length, 0);
  const count = Object.keys(files).length;
  const end = toBytes([4, 0x06054b50, 2, 0, 2, 0, 2, count, 2, count, 4, size, 4, offset, 2, 0]);
  return new Uint8Array(await new Blob([...parts, ...directory, end]).arrayBuffer());
}

/** Pairs of a length, 2 or 4 bytes, and a value, little-endian. */
function toBytes(fields: readonly number[]): Uint8Array<ArrayBuffer> {
  const view = new DataView(
    new ArrayBuffer(fields.reduce((sum, length, index) => (index % 2 ? sum : sum + length), 0)),
  );
  let at = 0;
  for (let index = 0; index < fields.length; index += 2) {
    const [length = 0, value = 0] = [fields[index], fields[index + 1]];
    if (length === 2) view.setUint16(at, value, true);
    else view.setUint32(at, value, true);
    at += length;
  }
  return new Uint8Array(view.buffer);
}
