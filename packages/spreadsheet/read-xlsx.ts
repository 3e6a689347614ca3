/**
 * Reads the first visible sheet of a workbook: Office Open XML (ECMA-376) in a ZIP archive. Every cell is text as people read
 * it: dates as 2026-11-24, times as 14:30. Runs in a browser and in Node.
 */
import { Inflate } from "fflate";
import { SaxesParser } from "saxes";
import { Budget, TABLE_LIMITS, TableFault, type TableLimits, type TableRow } from "./limits.ts";

export interface XlsxOptions {
  limits?: TableLimits;
  /** The decimal mark of the reader's country, with which a number is shown. */
  decimal?: "." | ",";
}

export interface Sheet {
  name: string;
  /** Names of hidden sheets before it, which are not read. */
  hidden: string[];
  rows: TableRow[];
}

interface Entry {
  at: number;
  packed: number;
  method: number;
}

/** Source: PKWARE APPNOTE 6.3, sections 4.3.7, 4.3.12 and 4.3.16. */
function listEntries(bytes: Uint8Array, { entries_max }: TableLimits): Map<string, Entry> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let end = bytes.length - 22;
  // A comment after the directory has 65,535 bytes at most.
  const first = Math.max(0, end - 0xffff);
  while (end >= first && view.getUint32(end, true) !== 0x06054b50) end -= 1;
  if (end < first) throw new TableFault("not_a_workbook");
  const count = view.getUint16(end + 10, true);
  if (count > entries_max) throw new TableFault("too_many_parts", entries_max);
  const entries = new Map<string, Entry>();
  const decoder = new TextDecoder();
  let at = view.getUint32(end + 16, true);
  for (let remaining_count = count; remaining_count > 0; remaining_count -= 1) {
    if (view.getUint32(at, true) !== 0x02014b50) throw new TableFault("not_a_workbook");
    const is_encrypted = (view.getUint16(at + 8, true) & 1) === 1;
    if (is_encrypted) throw new TableFault("old_workbook");
    const [name_length = 0, extra = 0, comment = 0] = [28, 30, 32].map((offset) =>
      view.getUint16(at + offset, true),
    );
    // Part names are compared in any case (ECMA-376 part 2, 6.2.2).
    entries.set(decoder.decode(bytes.subarray(at + 46, at + 46 + name_length)).toLowerCase(), {
      at: view.getUint32(at + 42, true),
      packed: view.getUint32(at + 20, true),
      method: view.getUint16(at + 10, true),
    });
    at += 46 + name_length + extra + comment;
  }
  return entries;
}

const PIECE_BYTES = 65_536;

/** Gives a part to `take` piece by piece, so that nothing is unpacked beyond the limits. */
function unpack(
  bytes: Uint8Array,
  { at, packed, method }: Entry,
  budget: Budget,
  take: (piece: Uint8Array) => void,
) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.getUint32(at, true) !== 0x04034b50) throw new TableFault("not_a_workbook");
  const start = at + 30 + view.getUint16(at + 26, true) + view.getUint16(at + 28, true);
  const part = bytes.subarray(start, start + packed);
  const count = (piece: Uint8Array) => {
    budget.unpack(piece.length);
    take(piece);
  };
  const pieces = Math.max(1, Math.ceil(part.length / PIECE_BYTES));
  const inflate = method === 8 ? new Inflate(count) : null;
  if (inflate === null && method !== 0) throw new TableFault("not_a_workbook");
  for (let piece = 0; piece < pieces; piece += 1) {
    const one = part.subarray(piece * PIECE_BYTES, (piece + 1) * PIECE_BYTES);
    if (inflate === null) count(one);
    else inflate.push(one, piece === pieces - 1);
  }
}

type Attributes = Readonly<Record<string, string>>;

export interface Handlers {
  open(name: string, attributes: Attributes): void;
  text?(text: string): void;
  close?(name: string): void;
}

/** Elements and attributes by their names without a prefix: writers choose prefixes as they like. */
export const toLocal = (name: string) => name.slice(name.indexOf(":") + 1);

export class Archive {
  readonly #bytes: Uint8Array;
  readonly #budget: Budget;
  readonly #entries: Map<string, Entry>;

  constructor(bytes: Uint8Array, budget: Budget) {
    this.#bytes = bytes;
    this.#budget = budget;
    this.#entries = listEntries(bytes, budget.limits);
  }

  /** In small letters, in the order of the archive. */
  get names(): string[] {
    return [...this.#entries.keys()];
  }

  has(name: string): boolean {
    return this.#entries.has(name.toLowerCase());
  }

  /** Nothing happens for a part that is missing. */
  parse(name: string, { open, text, close }: Handlers): void {
    const entry = this.#entries.get(name.toLowerCase());
    if (entry === undefined) return;
    const parser = new SaxesParser();
    parser.on("opentag", ({ name: tag, attributes }) => open(toLocal(tag), attributes as Attributes));
    if (text !== undefined) {
      parser.on("text", text);
      parser.on("cdata", text);
    }
    if (close !== undefined) parser.on("closetag", ({ name: tag }) => close(toLocal(tag)));
    parser.on("error", () => {
      throw new TableFault("not_a_workbook");
    });
    const decoder = new TextDecoder();
    unpack(this.#bytes, entry, this.#budget, (piece) =>
      parser.write(decoder.decode(piece, { stream: true })),
    );
    parser.write(decoder.decode());
    parser.close();
  }
}

/** An attribute by its name without a prefix. */
function find(attributes: Attributes, name: string): string | undefined {
  return (
    attributes[name] ??
    Object.entries(attributes).find(([key]) => key.includes(":") && toLocal(key) === name)?.[1]
  );
}

const toPart = (target: string) => (target.startsWith("/") ? target.slice(1) : `xl/${target}`);
const isTrue = (value: string | undefined) => value === "1" || value === "true";

function readWorkbook(archive: Archive) {
  const sheets: { name: string; relation: string; is_visible: boolean }[] = [];
  let is_1904 = false;
  archive.parse("xl/workbook.xml", {
    open(name, attributes) {
      if (name === "workbookPr") is_1904 = isTrue(attributes["date1904"]);
      if (name !== "sheet") return;
      const state = attributes["state"] ?? "visible";
      const relation = Object.entries(attributes).find(([key]) => key.endsWith(":id"))?.[1] ?? "";
      sheets.push({ name: attributes["name"] ?? "", relation, is_visible: state === "visible" });
    },
  });
  if (sheets.length === 0) throw new TableFault("not_a_workbook");
  const targets = new Map<string, string>();
  archive.parse("xl/_rels/workbook.xml.rels", {
    open(name, attributes) {
      if (name === "Relationship") targets.set(attributes["Id"] ?? "", attributes["Target"] ?? "");
    },
  });
  const getTarget = ({ relation }: { relation: string }) => targets.get(relation) ?? "worksheets/sheet1.xml";
  const isTable = (sheet: { relation: string }) => !/(?:chart|dialog|macro)sheets?\//i.test(getTarget(sheet));
  const index = sheets.findIndex((sheet) => sheet.is_visible && isTable(sheet));
  const chosen_sheet = sheets[index];
  if (chosen_sheet === undefined) throw new TableFault("no_visible_sheet");
  return {
    is_1904,
    name: chosen_sheet.name,
    hidden: sheets.slice(0, index).flatMap(({ name, is_visible }) => (is_visible ? [] : [name])),
    part: toPart(getTarget(chosen_sheet)),
    shared: toPart(
      [...targets.values()].find((one) => /sharedStrings\.xml$/i.test(one)) ?? "sharedStrings.xml",
    ),
  };
}

/** Collects the text of `<t>`, without the phonetic reading that Japanese writers add. */
class Texts {
  #is_text = false;
  #is_phonetic = false;
  text = "";

  open(name: string): void {
    if (name === "rPh") this.#is_phonetic = true;
    else if (name === "t") this.#is_text = !this.#is_phonetic;
  }

  add(text: string): void {
    if (this.#is_text) this.text += text;
  }

  close(name: string): void {
    if (name === "rPh") this.#is_phonetic = false;
    else if (name === "t") this.#is_text = false;
  }
}

/** `_x000D_` is how a workbook writes a character that XML does not have (ECMA-376 part 1, 22.9.2.19). */
const unescapeXstring = (text: string) =>
  text.includes("_x")
    ? text.replaceAll(/_x([\dA-F]{4})_/gi, (_, hex: string) => {
        const code = Number.parseInt(hex, 16);
        return code === 0 ? "" : String.fromCharCode(code);
      })
    : text;

function readSharedTexts(archive: Archive, part: string): string[] {
  const shared: string[] = [];
  let texts = new Texts();
  archive.parse(part, {
    open(name) {
      if (name === "si") texts = new Texts();
      texts.open(name);
    },
    text: (text) => texts.add(text),
    close(name) {
      texts.close(name);
      if (name === "si") shared.push(unescapeXstring(texts.text));
    },
  });
  return shared;
}

/** How a style shows a number: as a date or time, by a pattern of zeros such as a postal code, or plain. */
type Format = "date" | { zeros: string } | null;

/** Numbers of the formats of dates and times that need no definition. */
const DATE_FORMATS = new Set([14, 15, 16, 17, 18, 19, 20, 21, 22, 45, 46, 47]);

function toFormat(code: string): Format {
  const plain = code.replaceAll(/"[^"]*"|\[[^\]]*\]|\\./g, "");
  if (/[dyhs]/i.test(plain) || /^m+$/i.test(plain)) return "date";
  const zeros = code.replaceAll(/\\(.)|"([^"]*)"/g, "$1$2");
  return /^0[0 ()/-]*0$/.test(zeros) ? { zeros } : null;
}

function readFormats(archive: Archive): Format[] {
  const own_formats = new Map<number, Format>();
  const formats: Format[] = [];
  let is_cell_format = false;
  archive.parse("xl/styles.xml", {
    open(name, attributes) {
      const id = Number(attributes["numFmtId"] ?? 0);
      if (name === "numFmt") own_formats.set(id, toFormat(attributes["formatCode"] ?? ""));
      else if (name === "cellXfs") is_cell_format = true;
      else if (name === "xf" && is_cell_format)
        formats.push(DATE_FORMATS.has(id) ? "date" : (own_formats.get(id) ?? null));
    },
    close(name) {
      if (name === "cellXfs") is_cell_format = false;
    },
  });
  return formats;
}

/** The last day of a workbook, 31 December 9999. */
const SERIAL_MAX = 2_958_466;

/** Days since 30 December 1899 (or 1904), with the time of the day as a fraction; null for no day. */
function toDateText(serial: number, is_1904: boolean): string | null {
  if (!(serial >= 0 && serial < SERIAL_MAX)) return null;
  const minutes = Math.round(serial * 24 * 60);
  const [days, minute] = [Math.floor(minutes / 1440), minutes % 1440];
  const time = `${String(Math.floor(minute / 60)).padStart(2, "0")}:${String(minute % 60).padStart(2, "0")}`;
  if (days === 0 && !is_1904) return time;
  // Excel counts 29 February 1900, which was no day.
  const shift = is_1904 ? 1462 : days < 60 ? 1 : 0;
  const date = new Date(Date.UTC(1899, 11, 30 + days + shift)).toISOString().slice(0, 10);
  return minute === 0 ? date : `${date} ${time}`;
}

/** 0.1 + 0.2 is stored as 0.30000000000000004, and shown as 0.3. A whole number keeps every digit. */
function toNumberText(value: string, decimal: string): string {
  if (/^-?\d+$/.test(value)) return value;
  const number = Number(value);
  if (!Number.isFinite(number)) return value;
  if (Number.isInteger(number) && Math.abs(number) < 1e21) return BigInt(number).toString();
  return String(Number(number.toPrecision(15))).replace(".", decimal);
}

/** The digits of a number in the places of the zeros, from the right: 1310100 as `00000-000` is 01310-100. */
function fillZeros(digits: string, zeros: string): string {
  const remaining_digits = [...digits];
  const filled = [...zeros].reverse().map((mark) => (mark === "0" ? (remaining_digits.pop() ?? "0") : mark));
  return remaining_digits.join("") + filled.reverse().join("");
}

/** B7 is 1; undefined for no reference. */
function readColumn(reference: string | undefined): number | undefined {
  const letters = /^[A-Z]{1,3}/.exec(reference ?? "")?.[0];
  if (letters === undefined) return undefined;
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

class CellReader {
  readonly #shared: readonly string[];
  readonly #formats: readonly Format[];
  readonly #is_1904: boolean;
  readonly #decimal: string;
  #kind = "";
  #style = 0;
  #value = "";
  #formula = "";
  #inside = "";
  #texts = new Texts();

  constructor(options: {
    shared: readonly string[];
    formats: readonly Format[];
    is_1904: boolean;
    decimal: string;
  }) {
    this.#shared = options.shared;
    this.#formats = options.formats;
    this.#is_1904 = options.is_1904;
    this.#decimal = options.decimal;
  }

  start(attributes: Attributes): void {
    this.#kind = attributes["t"] ?? "n";
    this.#style = Number(attributes["s"] ?? 0);
    [this.#value, this.#formula, this.#inside] = ["", "", ""];
    this.#texts = new Texts();
  }

  open(name: string): void {
    if (name === "v" || name === "f") this.#inside = name;
    this.#texts.open(name);
  }

  add(text: string): void {
    if (this.#inside === "v") this.#value += text;
    else if (this.#inside === "f") this.#formula += text;
    else this.#texts.add(text);
  }

  close(name: string): void {
    if (name === this.#inside) this.#inside = "";
    this.#texts.close(name);
  }

  /** A formula that was never computed is shown as it stands, which no column takes for a value. */
  read(): string {
    const value = this.#value;
    switch (this.#kind) {
      case "inlineStr":
        return unescapeXstring(this.#texts.text);
      case "s":
        return this.#shared[Number(value)] ?? "";
      case "b":
        return value === "" ? "" : value === "1" ? "true" : "false";
      case "d":
        return value.replace(/T00:00(?::00(?:\.0+)?)?$/, "").replace("T", " ");
      case "str":
        return unescapeXstring(value);
      case "e":
        return value;
      default:
        return value === ""
          ? this.#formula === ""
            ? ""
            : `=${this.#formula}`
          : this.#readNumber(value.trim());
    }
  }

  #readNumber(value: string): string {
    const format = this.#formats[this.#style] ?? null;
    if (format === "date") return toDateText(Number(value), this.#is_1904) ?? value;
    if (format !== null && /^\d+$/.test(value)) return fillZeros(value, format.zeros);
    return toNumberText(value, this.#decimal);
  }
}

/** The largest number of a row in a workbook. */
const ROW_MAX = 1_048_576;

/** Throws `TableFault` for another file, and for one that is too large when unpacked. */
export function readXlsx(
  bytes: Uint8Array,
  { limits = TABLE_LIMITS, decimal = "." }: XlsxOptions = {},
): Sheet {
  // An old workbook, and a new one with a password, are compound files.
  if (bytes[0] === 0xd0 && bytes[1] === 0xcf && bytes[2] === 0x11) throw new TableFault("old_workbook");
  const budget = new Budget(limits);
  try {
    return readSheet(bytes, budget, decimal);
  } catch (error) {
    if (error instanceof TableFault) throw error;
    // Offsets beyond the file, packed data that ends early, and the like.
    throw new TableFault("not_a_workbook");
  }
}

function readSheet(bytes: Uint8Array, budget: Budget, decimal: string): Sheet {
  const archive = new Archive(bytes, budget);
  const { name, hidden, part, shared, is_1904 } = readWorkbook(archive);
  if (!archive.has(part)) throw new TableFault("not_a_workbook");
  const cell = new CellReader({
    shared: readSharedTexts(archive, shared),
    formats: readFormats(archive),
    is_1904,
    decimal,
  });
  let [line, column, is_cell] = [0, -1, false];
  let cells: string[] = [];
  archive.parse(part, {
    open(tag, attributes) {
      if (tag === "row") {
        const own_row = Number(find(attributes, "r"));
        line = Number.isInteger(own_row) && own_row > 0 && own_row <= ROW_MAX ? own_row : line + 1;
        [cells, column] = [[], -1];
      } else if (tag === "c") {
        column = readColumn(find(attributes, "r")) ?? column + 1;
        is_cell = true;
        cell.start(attributes);
      } else if (is_cell) cell.open(tag);
    },
    text: (text) => {
      if (is_cell) cell.add(text);
    },
    close(tag) {
      if (tag === "row") budget.add(line, cells);
      else if (tag === "c") {
        is_cell = false;
        budget.put(cells, column, cell.read());
      } else if (is_cell) cell.close(tag);
    },
  });
  return { name, hidden, rows: budget.rows };
}
