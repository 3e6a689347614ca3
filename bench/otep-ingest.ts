/**
 * Tracking events over HTTP, signed and durable: batches of 1000 of 250 orders each, statuses that move the
 * orders among them. The baseline copies the same rows into a table of the same shape, the fastest way to store
 * rows.
 */
import { createHash, createHmac, randomUUID } from "node:crypto";
import { once } from "node:events";
import pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { encryptText } from "#platform/auth/secrets.ts";
import { readCpuTicks, verdict } from "./load.ts";
import { createBenchSetup, startServer } from "./setup.ts";

const BATCH = 1000;
const ORDERS_A_BATCH = 250;
const BATCHES = 40;
const AT_ONCE = 3;
/** Statuses of the goods, four events per order and batch; the last one changes the status of the order. */
const STEPS = [
  ["otep:carrier:origin_scan", "otep:sensor:reading", "otep:carrier:sorted", "otep:carrier:departed_hub"],
  ["otep:carrier:arrived_hub", "otep:sensor:reading", "otep:core:out_for_delivery", "otep:core:delivered"],
] as const;

export async function benchOtepIngest(): Promise<boolean> {
  const setup = await createBenchSetup(20_000, 1);
  const server = await startServer(setup);
  const secret = "otep_bench";
  const [business_id] = setup.businesses;
  await setup.system.execute(
    `insert into partner (business_id, key_id, code, name, source_types, subject_patterns, formats, secret, created_at, updated_at)
     values ($1, 'pk_bench', 'bench', 'Bench', '{carrier}', '{*}', '{otep}', $2, now(), now())`,
    [business_id, encryptText(Buffer.alloc(32, 1), secret)],
  );
  const numbers = (
    await setup.system.rows<{ n: string }>(
      "select tracking_number as n from delivery_order where business_id = $1 and status = 'NEW_ORDER' order by id limit 10000",
      [business_id],
    )
  ).map((row) => row.n);
  const bodies = Array.from({ length: BATCHES }, (_body, batch) => buildBody(numbers, batch));
  try {
    let ours = 0;
    let bare = 0;
    // A round to warm up, then both sides in turn, each batch of ours once.
    const [warm, ...rounds] = [bodies.slice(0, 6), bodies.slice(6, 23), bodies.slice(23)];
    await sendAll(server.service, secret, warm);
    await copyAll(setup.config, await readRows(setup.system, BATCH * 6));
    for (const round of rounds) {
      const before = process.env["BENCH_CPU"] === undefined ? null : readCpuTicks(server.pid);
      const rate = await sendAll(server.service, secret, round);
      if (before !== null) {
        const after = readCpuTicks(server.pid);
        const each = (member: "server" | "database") =>
          ((after[member] - before[member]) * 10_000) / (BATCH * round.length);
        console.log(
          `CPU for 1000 events: server ${each("server").toFixed(1)} ms, database ${each("database").toFixed(1)} ms`,
        );
      }
      const copied = await copyAll(setup.config, await readRows(setup.system, BATCH * round.length));
      console.log(`ingest ${Math.round(rate)} events/s, bare COPY ${Math.round(copied)} rows/s`);
      ours = Math.max(ours, rate);
      bare = Math.max(bare, copied);
    }
    const stored_counts = await setup.system.row<{ n: number; orders: number }>(
      `select count(*) as n, (select count(distinct subject_id) from event where kind = 'order.status_changed') as orders
         from tracking_event where provider = 'bench'`,
    );
    console.log(
      `${stored_counts?.n} events stored of ${BATCHES * BATCH} sent; ${stored_counts?.orders} orders moved.`,
    );
    verdict("ingest / bare COPY of the same rows", ours / bare, 0, "at least");
    return (
      verdict("durable events/s over HTTP, in ten thousands", ours / 10_000, 1, "at least") &&
      stored_counts?.n === BATCHES * BATCH
    );
  } finally {
    await server.stop();
    await setup.stop();
  }
}

/** 250 orders, four events each; every order comes again half of the batches later. */
function buildBody(numbers: readonly string[], batch: number): string {
  const half = BATCHES / 2;
  const later = batch >= half ? 1 : 0;
  const first = (batch % half) * ORDERS_A_BATCH;
  const orders = numbers.slice(first, first + ORDERS_A_BATCH);
  const steps = STEPS[later] as (typeof STEPS)[0];
  const start = Date.now() - 3_600_000 + later * 600_000;
  const events = orders.flatMap((subject, order) =>
    steps.map((status_code, step) => ({
      event_id: randomUUID(),
      subject,
      occurred_at: new Date(start + step * 60_000 + order).toISOString(),
      status_code,
      location: {
        kind: "hub",
        address: { city: "Brasília", country: "BR" },
        geo: { lat: -15.65, lon: -47.8 },
      },
      source: { raw_code: `S${step}`, raw_text: "Scanned at the facility" },
      ...(status_code === "otep:sensor:reading"
        ? { sensor: { device_id: "t-7", property: "temperature", value: 4.5, unit: "Cel" } }
        : {}),
    })),
  );
  return JSON.stringify({ events });
}

/** Events per second over several concurrent connections. */
async function sendAll(url: string, secret: string, bodies: readonly string[]): Promise<number> {
  const waiting = [...bodies];
  const started = performance.now();
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let body = waiting.shift(); body !== undefined; body = waiting.shift()) {
        const timestamp = String(Math.floor(Date.now() / 1000));
        const digest = createHash("sha256").update(body).digest("hex");
        const signature = createHmac("sha256", secret)
          .update(`v1\n${timestamp}\nPOST\n/api/v1/otep/ingest\n${digest}`)
          .digest("hex");
        const answer = await fetch(`${url}/api/v1/otep/ingest`, {
          method: "POST",
          body,
          headers: {
            "content-type": "application/json",
            "otep-key": "pk_bench",
            "otep-timestamp": timestamp,
            "otep-signature": `v1=${signature}`,
          },
        });
        const { accepted } = (await answer.json()) as { accepted?: number };
        if (answer.status !== 200 || accepted !== BATCH)
          throw new Error(`A batch was not taken: ${answer.status}.`);
      }
    }),
  );
  return (bodies.length * BATCH) / ((performance.now() - started) / 1000);
}

type Rows = Awaited<ReturnType<typeof createBenchSetup>>["system"];

/** The newest rows as tab-separated input of COPY. */
async function readRows(system: Rows, limit: number): Promise<string[]> {
  const rows = await system.rows<Record<string, unknown>>(
    `select business_id, tracking_number, event_id, fingerprint, status_code, occurred_at, recorded_at, document, provider
       from tracking_event where provider = 'bench' order by id desc limit $1`,
    [limit],
  );
  return rows.map(
    (row) =>
      `${Object.values(row)
        .map((value) => (typeof value === "object" ? JSON.stringify(value) : String(value)))
        .map((text) => text.replaceAll("\\", "\\\\").replaceAll("\t", "\\t").replaceAll("\n", "\\n"))
        .join("\t")}\n`,
  );
}

/**
 * Rows per second, a thousand per transaction like the batches, into a table with the same columns and indexes.
 */
async function copyAll(config: pg.ClientConfig, rows: readonly string[]): Promise<number> {
  const clients = await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      const client = new pg.Client(config);
      await client.connect();
      return client;
    }),
  );
  const [first] = clients as [pg.Client];
  await first.query("drop table if exists bare_event");
  await first.query("create table bare_event (like tracking_event including all)");
  const batches: string[] = [];
  for (let at = 0; at < rows.length; at += BATCH) batches.push(rows.slice(at, at + BATCH).join(""));
  const started = performance.now();
  await Promise.all(
    clients.map(async (client) => {
      for (let batch = batches.shift(); batch !== undefined; batch = batches.shift()) {
        const stream = client.query(
          copyFrom(
            "copy bare_event (business_id, tracking_number, event_id, fingerprint, status_code, occurred_at, recorded_at, document, provider) from stdin",
          ),
        );
        stream.end(batch);
        await once(stream, "finish");
      }
    }),
  );
  const rate = rows.length / ((performance.now() - started) / 1000);
  await Promise.all(clients.map((client) => client.end()));
  return rate;
}
