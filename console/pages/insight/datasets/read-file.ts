/** What a file is and what its columns are called, before it is sent. The service reads it again. */
import { TableFault } from "../../../../packages/spreadsheet/limits.ts";
import { readGeoJson } from "../../../../packages/spreadsheet/read-geojson.ts";
import { isArchive, readTable, type Table } from "../../../../packages/spreadsheet/read-table.ts";
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
/** Enough for the headings of a text and an example of each. */
const START_BYTES = 200_000;

function describe(type: Heads["type"], { headings, rows: [first] }: Table): Heads | null {
  const names = [...new Set(headings.filter(Boolean))];
  const sample = (name: string) => {
    const value = first?.cells[headings.indexOf(name)]?.trim() ?? "";
    return value === "" ? name : `${name}: ${value.slice(0, 40)}`;
  };
  return names.length === 0 ? null : { type, names, sample };
}

export async function readHeads(file: File): Promise<Heads | null> {
  try {
    const start = new Uint8Array(await file.slice(0, START_BYTES).arrayBuffer());
    const readAll = async () => new Uint8Array(await file.arrayBuffer());
    if (isArchive(start)) return describe(XLSX, readTable(await readAll()));
    const text = new TextDecoder().decode(start.subarray(0, 100)).trimStart();
    if (text.startsWith("{")) return describe("application/geo+json", readGeoJson(await readAll()));
    return describe("text/csv", readTable(start.length < file.size ? cutLine(start) : start));
  } catch (error) {
    if (error instanceof TableFault) return null;
    throw error;
  }
}

/** Without the line that is cut off. In UTF-16 with the low byte first, a zero follows the line end. */
function cutLine(bytes: Uint8Array): Uint8Array {
  const end = bytes.lastIndexOf(0x0a);
  return end === -1 ? bytes : bytes.subarray(0, bytes[end + 1] === 0 ? end + 2 : end + 1);
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
      const name_or_nothing = names.find(
        (one) => toKey(one) === key || one.toLowerCase() === name.toLowerCase(),
      );
      if (name_or_nothing !== undefined) return [[key, [name_or_nothing]]];
      if (type !== "geo") return [];
      if (names.includes(GEOMETRY)) return [[key, [GEOMETRY]]];
      return lat !== undefined && lng !== undefined ? [[key, [lat, lng]]] : [];
    }),
  );
}

export const toContent = async (file: File): Promise<string> =>
  new Uint8Array(await file.arrayBuffer()).toBase64();
