/**
 * Reads files that strangers sent: whether their content is what they say, and the rows of a table. Everything that unpacks
 * or parses such bytes is done in a process of its own (`reader-process.ts`), within limits.
 */
import type { Encoding } from "#spreadsheet/decode-text.ts";
import type { TableRow } from "#spreadsheet/limits.ts";
import { ProcessPool } from "../processes/pool.ts";
import { ThreadsBusy } from "../threads/pool.ts";
import type { ContentFault, FileFault } from "./content-fault.ts";
import type { MediaType } from "./media-types.ts";

export interface TableRequest {
  bytes: Uint8Array;
  type: string;
  rows_max: number;
  encoding?: Encoding | undefined;
  decimal?: "." | ",";
  /** Of GeoJSON: geometries as they are, instead of positions of points. */
  has_geometry?: boolean;
}

export type ReaderWork =
  | { kind: "check"; bytes: Uint8Array; claimed: MediaType }
  | ({ kind: "table" } & TableRequest);

export type ReaderAnswer =
  | { kind: "checked"; fault: ContentFault | null }
  | { kind: "table"; table: PackedTable }
  | { kind: "fault"; fault: FileFault; is_too_large: boolean };

/** Rows in pieces of text, so that a large table is neither copied nor parsed at once by the process that serves requests. */
export interface PackedTable {
  headings: string[];
  /** Of the headings, in the file. */
  line: number;
  sheet: { name: string; hidden: string[] } | null;
  encoding: Encoding | null;
  rows_total: number;
  /** JSON lists of `PIECE_ROWS` rows, UTF-8. */
  pieces: Uint8Array[];
}

export const PIECE_ROWS = 500;

// A large table does not hold up the pictures of others.
const checks = new ProcessPool<ReaderWork, ReaderAnswer>(new URL("./reader-process.ts", import.meta.url), {
  threads: 1,
  waiting_max: 64,
  time_max_ms: 20_000,
  memory_max_mb: 768,
});
const tables = new ProcessPool<ReaderWork, ReaderAnswer>(new URL("./reader-process.ts", import.meta.url), {
  threads: 1,
  waiting_max: 64,
  time_max_ms: 60_000,
  memory_max_mb: 768,
});

/** Rejects with `ThreadsBusy`. */
export async function checkContent(bytes: Uint8Array, claimed: MediaType): Promise<ContentFault | null> {
  const answer = await checks.run({ kind: "check", bytes, claimed });
  if (answer.kind === "checked") return answer.fault;
  throw new Error("A process answered a table for a check.");
}

/** Rejects with `ThreadsBusy` when too many files are being read. */
export async function readUploadedTable(
  request: TableRequest,
): Promise<PackedTable | { fault: FileFault; is_too_large: boolean }> {
  try {
    const answer = await tables.run({ kind: "table", ...request });
    if (answer.kind === "table") return answer.table;
    if (answer.kind === "fault") return answer;
    throw new Error("A process answered a check for a table.");
  } catch (error) {
    if (!(error instanceof ThreadsBusy) || error.reason === "full") throw error;
    return { fault: { code: "too_slow_to_read", n: 0 }, is_too_large: true };
  }
}

/** Up to `count` rows from the one at `from`, 0 the first. */
export function sliceRows({ pieces }: PackedTable, from: number, count: number): TableRow[] {
  const first = Math.floor(from / PIECE_ROWS);
  const last = Math.floor((from + count - 1) / PIECE_ROWS);
  const rows = pieces
    .slice(first, last + 1)
    .flatMap((piece) => JSON.parse(Buffer.from(piece).toString("utf8")) as TableRow[]);
  return rows.slice(from - first * PIECE_ROWS, from - first * PIECE_ROWS + count);
}
