/**
 * Reads labels in a process of its own, with limits of memory and time and without the network. One file at a time, so that the rest
 * of the processors serves requests; more wait, and beyond that are refused.
 */
import type { ReadPage } from "#label-reading/shapes.ts";
import { ProcessPool } from "#platform/processes/pool.ts";

/** `page`: from 1 on; 1 of a picture. */
export type LabelWork =
  | { kind: "count"; bytes: Uint8Array }
  | { kind: "read"; bytes: Uint8Array; type: string; page: number };

export type LabelAnswer =
  | { kind: "counted"; pages: number }
  | { kind: "read"; page: ReadPage; picture: Uint8Array }
  | { kind: "fault"; fault: "unreadable" | "too_large" };

const pool = new ProcessPool<LabelWork, LabelAnswer>(new URL("./reader-process.ts", import.meta.url), {
  threads: 1,
  waiting_max: 32,
  time_max_ms: 60_000,
  memory_max_mb: 1024,
  allows_addons: true,
});

export interface ReadFile {
  page: ReadPage;
  picture: Uint8Array;
}

/** Rejects with `ThreadsBusy`. A fault is one of the file. */
export async function readLabelPage(
  bytes: Uint8Array,
  type: string,
  page: number,
): Promise<ReadFile | { fault: "unreadable" | "too_large" }> {
  const answer = await pool.run({ kind: "read", bytes, type, page });
  if (answer.kind === "counted") throw new Error("A process answered a number of pages for a page.");
  return answer.kind === "fault" ? { fault: answer.fault } : { page: answer.page, picture: answer.picture };
}

/** Pages of a PDF; null where it cannot be opened. Rejects with `ThreadsBusy`. */
export async function countPages(bytes: Uint8Array): Promise<number | null> {
  const answer = await pool.run({ kind: "count", bytes });
  if (answer.kind === "read") throw new Error("A process answered a page for a number of pages.");
  return answer.kind === "fault" ? null : answer.pages;
}
