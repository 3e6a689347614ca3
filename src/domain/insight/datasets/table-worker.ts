/** Writes workbooks in a thread. */
import { parentPort } from "node:worker_threads";
import { toXlsx } from "#spreadsheet/xlsx.ts";
import type { TableWork } from "./table.ts";

parentPort?.on("message", async ({ name, sheet }: TableWork) => {
  parentPort?.postMessage(await toXlsx(name, sheet));
});
