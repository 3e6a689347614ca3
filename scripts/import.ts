/**
 * `npm run import -- <file> [--date 2026-11-21] [--url http://localhost:8080] [--email …] [--password …]`
 *
 * Puts a day of orders from CSV or JSON into a running service, through its public API. A JSON file is a list of
 * orders as `POST /api/v1/client/orderCreate` takes them, or `{deliveries: [{id, lat, lng, size}]}`. A CSV file
 * has a header; columns are named below. The token may come from PACKHORSE_TOKEN instead of a sign-in.
 */
import { readFile } from "node:fs/promises";
import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";
import { parse } from "csv-parse/sync";

interface Draft {
  ref?: string;
  scheduled_date?: string;
  units?: number;
  parcels?: { weight_g: number }[];
  delivery_instruction?: string;
  dropoff: Record<string, unknown>;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    url: { type: "string", default: "http://localhost:8080" },
    date: { type: "string" },
    email: { type: "string", default: "admin@rounds.example" },
    password: { type: "string", default: "packhorse-demo" },
  },
});
const [file] = positionals;
if (file === undefined) {
  console.error(
    "Usage: npm run import -- <file.csv|file.json> [--date YYYY-MM-DD] [--url …] [--email …] [--password …]",
  );
  process.exit(1);
}

/** Columns of a CSV file; the first three are needed. */
const COLUMNS =
  "line1, lat, lng, ref, name, phone, email, line2, city, region, postal_code, country, units, weight_g, window_start, window_end, instruction";

const drafts = draftsOf(file, await readFile(file, "utf8")).map((draft) =>
  values.date === undefined ? draft : { ...draft, scheduled_date: values.date },
);
console.log(`${drafts.length} orders in ${file}.`);
const token = process.env["PACKHORSE_TOKEN"] ?? (await signIn());
const { async_id } = await call<{ async_id: string }>("POST", "/api/v1/client/batchOrderCreateAsync", {
  orders: drafts,
});
for (;;) {
  const job = await call<{
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

function draftsOf(name: string, text: string): Draft[] {
  if (!name.toLowerCase().endsWith(".csv")) {
    const document = JSON.parse(text);
    if (Array.isArray(document)) return document;
    if (Array.isArray(document.deliveries)) {
      return document.deliveries.map((delivery: { id: string; lat: number; lng: number; size: number }) => ({
        ref: delivery.id,
        units: delivery.size,
        dropoff: { line1: `Stop ${delivery.id.slice(0, 8)}`, lat: delivery.lat, lng: delivery.lng },
      }));
    }
    throw new Error("The JSON file is neither a list of orders nor has it `deliveries`.");
  }
  const rows = parse(text, { columns: true, skip_empty_lines: true, trim: true, bom: true }) as Record<
    string,
    string
  >[];
  return rows.map((row, index) => draftOfRow(row, index));
}

function draftOfRow(row: Record<string, string>, index: number): Draft {
  if (!row["line1"]) throw new Error(`Row ${index + 1} has no line1. Columns: ${COLUMNS}.`);
  const number = (key: string) => (row[key] ? Number(row[key]) : undefined);
  const place = Object.fromEntries(
    ["name", "phone", "email", "line1", "line2", "city", "region", "postal_code", "country"].flatMap((key) =>
      row[key] ? [[key, row[key]]] : [],
    ),
  );
  const window =
    row["window_start"] && row["window_end"]
      ? { window: { start: row["window_start"], end: row["window_end"] } }
      : {};
  const weight_g = number("weight_g");
  const units = number("units");
  return {
    ...(row["ref"] ? { ref: row["ref"] } : {}),
    ...(units === undefined ? {} : { units }),
    ...(weight_g === undefined ? {} : { parcels: [{ weight_g }] }),
    ...(row["instruction"] ? { delivery_instruction: row["instruction"] } : {}),
    dropoff: { ...place, lat: number("lat"), lng: number("lng"), ...window },
  };
}

async function signIn(): Promise<string> {
  const answer = await fetch(`${values.url}/api/v1/user/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email: values.email, password: values.password }),
  });
  const body = (await answer.json()) as { access_token?: string; message?: string };
  if (body.access_token === undefined) throw new Error(`Signing in failed: ${body.message}`);
  return body.access_token;
}

async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  const answer = await fetch(values.url + path, {
    method,
    headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const document = (await answer.json()) as T & {
    message?: string;
    errors?: { field: string; message: string }[];
  };
  if (!answer.ok) {
    const faults = (document.errors ?? []).slice(0, 10).map((fault) => `\n  ${fault.field} ${fault.message}`);
    throw new Error(`${method} ${path} answered ${answer.status}: ${document.message}${faults.join("")}`);
  }
  return document;
}
