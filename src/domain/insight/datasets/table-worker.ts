/** Reads and writes tables in a thread. */
import { parentPort } from "node:worker_threads";
import { toXlsx } from "#spreadsheet/xlsx.ts";
import { parseTable } from "./parse-table.ts";
import type { TableAnswer, TableWork } from "./table.ts";

parentPort?.on("message", async (work: TableWork) => {
  const answer: TableAnswer =
    work.kind === "read" ? await parseTable(work) : { bytes: await toXlsx(work.name, work.sheet) };
  parentPort?.postMessage(answer);
});
