/**
 * `npm run import -- <file> [--date 2026-11-21] [--url http://localhost:8080] [--email …] [--password …]`
 *
 * Imports a day of orders from CSV or JSON into a running service, through its public API. A JSON file is a
 * list of orders as `POST /api/v1/client/orderCreate` takes them, or `{deliveries: [{id, lat, lng, size}]}`. A
 * CSV file has a header; `import/drafts.ts` has its columns. The token may come from PACKHORSE_TOKEN instead of
 * a sign-in.
 */
import { readFile } from "node:fs/promises";
import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";
import { COLUMNS, type Draft, parseDrafts } from "./import/drafts.ts";
import { base_url, exitWithError, Service } from "./service.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    url: { type: "string", default: base_url },
    date: { type: "string" },
    email: { type: "string", default: "admin@rounds.example" },
    password: { type: "string", default: "packhorse-demo" },
  },
});
const [file] = positionals;
if (file === undefined)
  exitWithError(
    "Usage: npm run import -- <file.csv|file.json> [--date YYYY-MM-DD] [--url …] [--email …] [--password …]\n" +
      `Columns of a CSV file, of which only line1 is needed: ${COLUMNS.join(", ")}.`,
  );

const drafts = (await read(file)).map((draft) =>
  values.date === undefined ? draft : { ...draft, scheduled_date: values.date },
);
console.log(`${drafts.length} orders in ${file}.`);
const token = process.env["PACKHORSE_TOKEN"];
const service = new Service(values.url, token);
if (token === undefined) await service.signIn(values.email, values.password);
const { async_id } = await service.call<{ async_id: string }>(
  "POST",
  "/api/v1/client/batchOrderCreateAsync",
  {
    orders: drafts,
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
        `  row ${item.index + 1}: ${item.errors.map((fault) => `${fault.field} ${fault.message}`).join("; ")}`,
      );
    }
    process.exit(job.items_failed > 0 ? 1 : 0);
  }
  await wait(300);
}

async function read(name: string): Promise<Draft[]> {
  try {
    return parseDrafts(name, await readFile(name, "utf8"));
  } catch (error) {
    return exitWithError(`${name} cannot be imported. ${(error as Error).message}`);
  }
}
