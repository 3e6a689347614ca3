/**
 * `npm run import -- --business <file>`: a business that `npm run export` wrote; see `import/business.ts`.
 *
 * `npm run import -- <file> [--date 2026-11-21] [--existing skip|update|again] [--url http://localhost:8080] [--email …] [--password …]`
 *
 * Imports a day of orders from CSV, a workbook (.xlsx) or JSON into a running service, through its public API. A JSON file
 * is a list of orders as `POST /api/v1/client/orderCreate` takes them, or `{deliveries: [{id, lat, lng, size}]}`. A
 * table has headings; `import/drafts.ts` has its columns. Rows whose reference an order has are not imported without a
 * choice, nor is a file in which rows have the same one. The token may come from PACKHORSE_TOKEN instead of a sign-in.
 */
import { readFile } from "node:fs/promises";
import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";
import { importBusinessFile } from "./import/business.ts";
import { COLUMNS, type DraftOfRow, parseDrafts } from "./import/drafts.ts";
import {
  CHOICES,
  describeExisting,
  describeRepeated,
  findExisting,
  findRepeated,
  updateExisting,
} from "./import/existing.ts";
import { base_url, exitWithError, Service } from "./service.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    business: { type: "string" },
    url: { type: "string", default: base_url },
    date: { type: "string" },
    existing: { type: "string" },
    email: { type: "string", default: "admin@rounds.example" },
    password: { type: "string", default: "packhorse-demo" },
  },
});
if (values.business !== undefined) {
  await importBusinessFile(values.business);
  process.exit();
}
const [file] = positionals;
if (file === undefined)
  exitWithError(
    "Usage: npm run import -- <file.csv|file.xlsx|file.json> [--date YYYY-MM-DD] [--existing skip|update|again] [--url …] [--email …] [--password …]\n" +
      "Or a business that `npm run export` wrote: npm run import -- --business <file>\n" +
      `Columns of a table, of which only line1 is needed: ${COLUMNS.join(", ")}.`,
  );

const choice = CHOICES.find((one) => one === values.existing);
if (values.existing !== undefined && choice === undefined)
  exitWithError(`--existing is one of ${CHOICES.join(", ")}.`);
const { date } = values;
const all = (await read(file)).map(
  ({ row, draft }): DraftOfRow => ({
    row,
    draft: date === undefined ? draft : { ...draft, scheduled_date: date },
  }),
);
console.log(`${all.length} orders in ${file}.`);
const repeated = choice === "again" ? new Map<string, number[]>() : findRepeated(all);
if (repeated.size > 0) exitWithError(describeRepeated(repeated));
const token = process.env["PACKHORSE_TOKEN"];
const service = new Service(values.url, token);
if (token === undefined) await service.signIn(values.email, values.password);
const existing = choice === "again" ? new Map<DraftOfRow, number>() : await findExisting(service, all);
if (existing.size > 0 && choice === undefined) exitWithError(describeExisting(existing));
if (choice === "update") await updateExisting(service, existing);
if (existing.size > 0) console.log(`${existing.size} exist: ${choice === "update" ? "updated" : "skipped"}.`);
const rows = all.filter((row) => !existing.has(row));
if (rows.length === 0) process.exit();
const { async_id } = await service.call<{ async_id: string }>(
  "POST",
  "/api/v1/client/batchOrderCreateAsync",
  {
    orders: rows.map(({ draft }) => draft),
  },
);
for (;;) {
  const job = await service.call<{
    state: string;
    items_total: number;
    items_done: number;
    items_failed: number;
    orders?: { index: number; result: boolean; errors: { field: string; message: string }[] }[];
  }>("GET", `/api/v1/client/async/${async_id}`);
  process.stdout.write(
    `\r${job.state}: ${job.items_done} of ${job.items_total} created, ${job.items_failed} refused.   `,
  );
  if (!["QUEUED", "RUNNING"].includes(job.state)) {
    console.log();
    for (const item of (job.orders ?? []).filter((one) => !one.result).slice(0, 20)) {
      console.log(
        `  row ${rows[item.index]?.row}: ${item.errors.map((fault) => `${fault.field} ${fault.message}`).join("; ")}`,
      );
    }
    process.exit(job.items_failed > 0 ? 1 : 0);
  }
  await wait(300);
}

async function read(name: string): Promise<DraftOfRow[]> {
  try {
    return parseDrafts(name, await readFile(name));
  } catch (error) {
    return exitWithError(`${name} cannot be imported. ${(error as Error).message}`);
  }
}
