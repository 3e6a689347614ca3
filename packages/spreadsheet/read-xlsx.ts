/**
 * Reads the first sheet of a workbook: Office Open XML (ECMA-376) in a ZIP archive. Every cell is text as people read it:
 * dates as 2026-11-24, times as 14:30. Runs in a browser and in Node.
 */

/** Unpacked bytes of one part at most: a small archive may hold a huge one. */
const PART_MAX = 120 * 1024 * 1024;

export class NotAWorkbook extends Error {}

interface Entry {
  at: number;
  packed: number;
  method: number;
}

/** Source: PKWARE APPNOTE 6.3, sections 4.3.7, 4.3.12 and 4.3.16. */
function listEntries(bytes: Uint8Array<ArrayBuffer>): Map<string, Entry> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let end = bytes.length - 22;
  while (end >= 0 && view.getUint32(end, true) !== 0x06054b50) end -= 1;
  if (end < 0) throw new NotAWorkbook();
  const entries = new Map<string, Entry>();
  let at = view.getUint32(end + 16, true);
  for (let left = view.getUint16(end + 10, true); left > 0; left -= 1) {
    if (view.getUint32(at, true) !== 0x02014b50) throw new NotAWorkbook();
    const [name_length, extra, comment] = [28, 30, 32].map((offset) => view.getUint16(at + offset, true));
    const name = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + (name_length ?? 0)));
    entries.set(name, {
      at: view.getUint32(at + 42, true),
      packed: view.getUint32(at + 20, true),
      method: view.getUint16(at + 10, true),
    });
    at += 46 + (name_length ?? 0) + (extra ?? 0) + (comment ?? 0);
  }
  return entries;
}

async function readEntry(bytes: Uint8Array<ArrayBuffer>, { at, packed, method }: Entry): Promise<string> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const start = at + 30 + view.getUint16(at + 26, true) + view.getUint16(at + 28, true);
  const part = bytes.subarray(start, start + packed);
  if (method === 0) return new TextDecoder().decode(part);
  if (method !== 8) throw new NotAWorkbook();
  const reader = new Blob([part]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  const decoder = new TextDecoder();
  let [text, size] = ["", 0];
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    size += value.length;
    if (size > PART_MAX) throw new NotAWorkbook();
    text += decoder.decode(value, { stream: true });
  }
}

const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

const decodeXml = (text: string) =>
  text.replaceAll(/&(?:#x([\da-f]+)|#(\d+)|(\w+));/gi, (whole, hex, decimal, name) =>
    name === undefined
      ? String.fromCodePoint(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16))
      : (ENTITIES[name] ?? whole),
  );

/** The text of all `<t>` in a piece, without phonetic readings. */
const readTexts = (xml: string) =>
  [...xml.replaceAll(/<rPh[\s>].*?<\/rPh>/gs, "").matchAll(/<t(?:\s[^>]*)?>(.*?)<\/t>/gs)]
    .map(([, text]) => decodeXml(text ?? ""))
    .join("");

const attribute = (tag: string, name: string) => new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1];

/** B7 is 1. */
const readColumn = (reference: string) =>
  [...(/^[A-Z]+/.exec(reference)?.[0] ?? "A")].reduce(
    (sum, letter) => sum * 26 + letter.charCodeAt(0) - 64,
    0,
  ) - 1;

/** Numbers of the formats of dates and times that need no definition. */
const DATE_FORMATS = new Set([14, 15, 16, 17, 18, 19, 20, 21, 22, 45, 46, 47]);

/** Which styles of cells show a number as a date or time. */
function readDateStyles(styles: string): boolean[] {
  const own = new Map(
    [...styles.matchAll(/<numFmt\s[^>]*>/g)].map(([tag]) => [
      Number(attribute(tag, "numFmtId")),
      decodeXml(attribute(tag, "formatCode") ?? "").replaceAll(/"[^"]*"|\[[^\]]*\]|\\./g, ""),
    ]),
  );
  const formats = /<cellXfs[^>]*>(.*?)<\/cellXfs>/s.exec(styles)?.[1] ?? "";
  return [...formats.matchAll(/<xf\s[^>]*>/g)].map(([tag]) => {
    const id = Number(attribute(tag, "numFmtId") ?? 0);
    return DATE_FORMATS.has(id) || /[dyhs]/i.test(own.get(id) ?? "");
  });
}

/** Days since 30 December 1899 (or 1904), with the time of the day as a fraction. */
function toDateText(serial: number, is_1904: boolean): string {
  const minutes = Math.round(serial * 24 * 60);
  const [days, minute] = [Math.floor(minutes / 1440), minutes % 1440];
  const time = `${String(Math.floor(minute / 60)).padStart(2, "0")}:${String(minute % 60).padStart(2, "0")}`;
  if (days === 0) return time;
  const date = new Date(Date.UTC(1899, 11, 30 + days + (is_1904 ? 1462 : 0))).toISOString().slice(0, 10);
  return minute === 0 ? date : `${date} ${time}`;
}

/** Rows of the first sheet; throws `NotAWorkbook` for another file. */
export async function readXlsx(bytes: Uint8Array<ArrayBuffer>): Promise<string[][]> {
  const entries = listEntries(bytes);
  const read = async (name: string) => {
    const entry = entries.get(name);
    return entry === undefined ? "" : readEntry(bytes, entry);
  };
  const workbook = await read("xl/workbook.xml");
  const first = /<sheet\s[^>]*>/.exec(workbook)?.[0];
  if (first === undefined) throw new NotAWorkbook();
  const relation = [...(await read("xl/_rels/workbook.xml.rels")).matchAll(/<Relationship\s[^>]*>/g)]
    .map(([tag]) => tag)
    .find((tag) => attribute(tag, "Id") === attribute(first, "r:id"));
  const target = (relation && attribute(relation, "Target")) ?? "worksheets/sheet1.xml";
  const sheet = await read(target.startsWith("/") ? target.slice(1) : `xl/${target}`);
  const shared = [...(await read("xl/sharedStrings.xml")).matchAll(/<si(?:\s[^>]*)?>(.*?)<\/si>/gs)].map(
    ([, xml]) => readTexts(xml ?? ""),
  );
  const is_date = readDateStyles(await read("xl/styles.xml"));
  const is_1904 = /date1904="(?:1|true)"/.test(workbook);

  const readCell = (tag: string, content: string): string => {
    const kind = attribute(tag, "t");
    if (kind === "inlineStr") return readTexts(content);
    const value = decodeXml(/<v(?:\s[^>]*)?>(.*?)<\/v>/s.exec(content)?.[1] ?? "");
    if (kind === "s") return shared[Number(value)] ?? "";
    if (kind === "b") return value === "1" ? "true" : "false";
    if (kind === "str" || kind === "e" || kind === "d" || value === "") return value;
    if (is_date[Number(attribute(tag, "s") ?? 0)]) return toDateText(Number(value), is_1904);
    // 0.1 + 0.2 is stored as 0.30000000000000004, and shown as 0.3.
    return String(Number(Number(value).toPrecision(15)));
  };
  return [...sheet.matchAll(/<row(?:\s[^>]*)?>(.*?)<\/row>/gs)].map(([, row]) => {
    const cells: string[] = [];
    let next = 0;
    for (const [, tag = "", content = ""] of (row ?? "").matchAll(/<c((?:\s[^>]*?)?)(?:\/>|>(.*?)<\/c>)/gs)) {
      const reference = attribute(tag, "r");
      next = reference === undefined ? next : readColumn(reference);
      cells[next] = readCell(tag, content);
      next += 1;
    }
    return Array.from(cells, (cell) => cell ?? "");
  });
}
