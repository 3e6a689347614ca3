/** Tables as workbooks. Runs in a thread, because a large file would hold up everything else. */
import { ThreadPool } from "#platform/threads/pool.ts";
import type { SheetOfValues } from "#spreadsheet/csv.ts";

export interface TableWork {
  name: string;
  sheet: SheetOfValues;
}

const pool = new ThreadPool<TableWork, Uint8Array>(new URL("./table-worker.ts", import.meta.url), {
  threads: 1,
  waiting_max: 16,
  time_max_ms: 120_000,
  keeps_threads: false,
  memory_max_mb: 2048,
});

/** Rejects with `ThreadsBusy`. */
export function writeWorkbook(name: string, sheet: SheetOfValues): Promise<Uint8Array> {
  return pool.run({ name, sheet });
}
