/** Files as tables of text, and tables as files. Runs in a thread, because a large file would hold up everything else. */
import { ThreadPool } from "#platform/threads/pool.ts";
import type { SheetOfValues } from "#spreadsheet/csv.ts";

export interface FileTable {
  header: string[];
  /** Cells beyond the header are left out. */
  rows: string[][];
}

export type TableWork =
  | { kind: "read"; bytes: Uint8Array; type: string; rows_max: number }
  | { kind: "xlsx"; name: string; sheet: SheetOfValues };

/** `fault` completes "The file ...". */
export type TableAnswer = { table: FileTable } | { bytes: Uint8Array } | { fault: string };

const pool = new ThreadPool<TableWork, TableAnswer>(new URL("./table-worker.ts", import.meta.url), {
  threads: 1,
  waiting_max: 16,
  time_max_ms: 120_000,
  keeps_threads: false,
  memory_max_mb: 2048,
});

/** Rejects with `ThreadsBusy`. */
export async function readTable(
  bytes: Uint8Array,
  type: string,
  rows_max: number,
): Promise<FileTable | { fault: string }> {
  const answer = await pool.run({ kind: "read", bytes, type, rows_max });
  if ("fault" in answer) return answer;
  if ("table" in answer) return answer.table;
  throw new Error("A thread answered a file for a table.");
}

/** Rejects with `ThreadsBusy`. */
export async function writeWorkbook(name: string, sheet: SheetOfValues): Promise<Uint8Array> {
  const answer = await pool.run({ kind: "xlsx", name, sheet });
  if ("bytes" in answer) return answer.bytes;
  throw new Error("A thread did not answer a workbook.");
}
