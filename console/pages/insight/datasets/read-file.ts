/** What a file is and what its columns are called, before it is sent. The service reads it again. */
import { NotAWorkbook, readXlsx } from "../../../../packages/spreadsheet/read-xlsx.ts";
import { toKey } from "./keys.ts";
import type { DatasetColumn } from "./queries.ts";

export interface Heads {
  type:
    | "text/csv"
    | "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
    | "application/geo+json";
  names: string[];
  /** The name with the first value below it. */
  sample: (name: string) => string;
}

const XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
/** As the service calls it. */
const GEOMETRY = "geometry";

function describe(type: Heads["type"], [head = [], first = []]: string[][]): Heads | null {
  const names = [...new Set(head.map((name) => name.trim()).filter(Boolean))];
  const sample = (name: string) => {
    const value = first[head.findIndex((one) => one.trim() === name)]?.trim() ?? "";
    return value === "" ? name : `${name}: ${value.slice(0, 40)}`;
  };
  return names.length === 0 ? null : { type, names, sample };
}

export async function readHeads(file: File): Promise<Heads | null> {
  const start = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  if (start[0] === 0x50 && start[1] === 0x4b) {
    try {
      return describe(XLSX, await readXlsx(new Uint8Array(await file.arrayBuffer())));
    } catch (error) {
      if (error instanceof NotAWorkbook || error instanceof RangeError || error instanceof TypeError)
        return null;
      throw error;
    }
  }
  const text = (await file.slice(0, 200_000).text()).replace(/^\ufeff/, "");
  if (/^\s*\{/.test(text)) return readFeatures(await file.text());
  const [line = "", next = ""] = text.split(/\r\n|\r|\n/);
  const marks = [",", ";", "\t", "|"];
  const mark = marks.reduce((best, one) => (line.split(one).length > line.split(best).length ? one : best));
  return describe("text/csv", [splitLine(line, mark), splitLine(next, mark)]);
}

function splitLine(line: string, mark: string): string[] {
  const cells =
    line.match(
      new RegExp(
        `("(?:[^"]|"")*"|[^${mark === "|" ? "\\|" : mark}]*)(?:${mark === "|" ? "\\|" : mark}|$)`,
        "g",
      ),
    ) ?? [];
  return cells.map((cell) =>
    cell
      .replace(new RegExp(`${mark === "|" ? "\\|" : mark}$`), "")
      .replaceAll(/^"|"$/g, "")
      .replaceAll('""', '"'),
  );
}

function readFeatures(text: string): Heads | null {
  try {
    const { features = [] } = JSON.parse(text) as {
      features?: { properties?: Record<string, unknown> | null }[];
    };
    const names = [
      ...new Set(features.slice(0, 200).flatMap(({ properties }) => Object.keys(properties ?? {}))),
    ];
    const first = names.map((name) => String(features[0]?.properties?.[name] ?? ""));
    return describe("application/geo+json", [
      [GEOMETRY, ...names],
      ["", ...first],
    ]);
  } catch {
    return null;
  }
}

const LAT = /^(lat|latitude|y)$/i;
const LNG = /^(lng|lon|long|longitude|x)$/i;

/** Columns of the file that are called like those of the dataset; two for a position. */
export function guessMapping(
  columns: readonly DatasetColumn[],
  names: readonly string[],
): Record<string, string[]> {
  const lat = names.find((name) => LAT.test(name));
  const lng = names.find((name) => LNG.test(name));
  return Object.fromEntries(
    columns.flatMap(({ key, name, type }) => {
      const found = names.find((one) => toKey(one) === key || one.toLowerCase() === name.toLowerCase());
      if (found !== undefined) return [[key, [found]]];
      if (type !== "geo") return [];
      if (names.includes(GEOMETRY)) return [[key, [GEOMETRY]]];
      return lat !== undefined && lng !== undefined ? [[key, [lat, lng]]] : [];
    }),
  );
}

export async function toContent(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const is_text = bytes[0] !== 0x50 || bytes[1] !== 0x4b;
  return (is_text ? encodeText(bytes) : bytes).toBase64();
}

/** UTF-8, also from what older spreadsheets write. */
function encodeText(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return bytes;
  } catch {
    return new TextEncoder().encode(new TextDecoder("windows-1252").decode(bytes));
  }
}
