/**
 * Webhooks: deliveries a second from the event log to receivers that answer at once, against a loop that signs and posts the same
 * events with as many connections and does nothing else.
 */
import { spawn } from "node:child_process";
import { createHmac } from "node:crypto";
import { once } from "node:events";
import { mkdtemp } from "node:fs/promises";
import http from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { updateWebhookSettings } from "../src/domain/tracking/webhooks/operations/update-webhook-settings.ts";
import { deliverWebhooks } from "../src/domain/tracking/webhooks/workers/deliver-webhooks.ts";
import { startEventConsumer } from "../src/operation/records/event-consumers.ts";
import { buildConsumerContext } from "../src/operation/run/consumers.ts";
import { invoke } from "../src/operation/run/invoke.ts";
import { createLocalFiles } from "../src/platform/files/local.ts";
import { createProviders, DEFAULT_PROVIDER_SETTINGS } from "../src/providers/create-providers.ts";
import { createService } from "../src/service.ts";
import { verdict } from "./load.ts";
import { type BenchSetup, createBenchSetup } from "./setup.ts";

const ENDPOINTS = 8;
const EVENTS = 2500;
const ORDERS = 500;
const ROUNDS = 3;
const CONCURRENCY = 10 * ENDPOINTS;

async function startReceiver(): Promise<{ url: string; stop(): void }> {
  const code = `require("node:http").createServer((q, s) => { q.resume(); q.on("end", () => s.end("ok")); })
    .listen(0, "127.0.0.1", function () { process.send(this.address().port); })`;
  const child = spawn(process.execPath, ["-e", code], { stdio: ["ignore", "inherit", "inherit", "ipc"] });
  const [port] = (await once(child, "message")) as [number];
  return { url: `http://127.0.0.1:${port}`, stop: () => void child.kill("SIGKILL") };
}

/** As the service writes them, but for their hashes, which nobody reads here. */
async function seedEvents({ system, businesses }: BenchSetup, round: number): Promise<void> {
  await system.execute(
    `insert into event (business_id, subject_type, subject_id, seq, kind, occurred_at, recorded_at, actor_kind, surface, operation,
       correlation_id, payload, previous_hash, hash)
     select $1, 'order', (n % $3)::text, $4::int * $2::int + n, 'order.status_changed', now(), now(), 'user', 'rest', 'bench', 'bench',
       '{"on": "arrive", "status_before": "OUT_FOR_DELIVERY", "state": {"status": "ARRIVED", "status_since": "2026-01-01T00:00:00Z"}}', '', ''
     from generate_series(1, $2::int) n`,
    [businesses[0], EVENTS, ORDERS, round],
  );
}

async function measureBareLoop(url: string): Promise<number> {
  const agent = new http.Agent({ keepAlive: true });
  const key = Buffer.alloc(32, 1);
  let remaining_count = EVENTS * ENDPOINTS;
  const post = (id: number) =>
    new Promise<void>((resolve, reject) => {
      const body = JSON.stringify({
        id: `evt_${id}_order-status_changed`,
        type: "order.status_changed",
        timestamp: new Date().toISOString(),
        data: {
          business_id: 1,
          event_id: id,
          kind: "order.status_changed",
          subject_type: "order",
          subject_id: String(id % ORDERS),
          sequence: id,
          recorded_at: new Date().toISOString(),
          payload: {
            trigger: "arrive",
            status_before: "OUT_FOR_DELIVERY",
            state: { status: "ARRIVED", status_since: "2026-01-01T00:00:00Z" },
          },
        },
      });
      const timestamp = String(Math.floor(Date.now() / 1000));
      const signature = createHmac("sha256", key).update(`evt_${id}.${timestamp}.${body}`).digest("base64");
      const headers = {
        "content-type": "application/json",
        "content-length": Buffer.byteLength(body),
        "webhook-id": `evt_${id}`,
        "webhook-timestamp": timestamp,
        "webhook-signature": `v1,${signature}`,
      };
      http
        .request(url, { method: "POST", agent, headers }, (answer) => {
          answer.resume();
          answer.on("end", resolve);
        })
        .on("error", reject)
        .end(body);
    });
  const started = performance.now();
  await Promise.all(
    Array.from({ length: CONCURRENCY }, async () => {
      while (remaining_count > 0) {
        remaining_count -= 1;
        await post(remaining_count);
      }
    }),
  );
  agent.destroy();
  return (EVENTS * ENDPOINTS) / ((performance.now() - started) / 1000);
}

const median = (values: readonly number[]) =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;

export async function benchWebhooks(): Promise<boolean> {
  const setup = await createBenchSetup(20, 1);
  const receiver = await startReceiver();
  const { runtime, stop } = await createService({
    database: setup.config,
    files: createLocalFiles(await mkdtemp(path.join(tmpdir(), "packhorse-bench-files-"))),
    secret_key: Buffer.alloc(32, 1),
    base_url: "http://127.0.0.1",
    version: "bench",
    mqtt_prefix: "bench",
    log_level: "error",
    allowed_origins: [],
    mcp_fixtures: false,
    console_folder: null,
    work: false,
    limits: null,
    providers: createProviders({ ...DEFAULT_PROVIDER_SETTINGS, private_addresses: true }),
  });
  try {
    await invoke(runtime, {
      operation: runtime.registry.get(updateWebhookSettings.name),
      actor: await runtime.authentication.authenticateToken(setup.token, new Date()),
      input: {
        event_urls: [
          {
            event_type: "order.status_changed",
            urls: Array.from({ length: ENDPOINTS }, (_none, n) => `${receiver.url}/${n}`),
          },
        ],
      },
      request: { id: "bench", surface: "rest", address: "", language: "", user_agent: "" },
    });
    const rates: { bare: number; service: number }[] = [];
    // The first round is not counted: the planner of a new database knows nothing of its tables.
    for (let round = 0; round <= ROUNDS; round += 1) {
      const bare = await measureBareLoop(receiver.url);
      await seedEvents(setup, round);
      rates.push({ bare, service: await measureService(runtime, setup, (round + 1) * EVENTS * ENDPOINTS) });
      await runtime.pools.owner.query("vacuum analyze webhook_delivery, event");
    }
    rates.shift();
    console.table(
      rates.map(({ bare, service }) => ({
        "bare loop/s": Math.round(bare),
        "deliveries/s": Math.round(service),
      })),
    );
    return verdict(
      "deliveries from the event log / signed posts of a bare loop",
      median(rates.map(({ bare, service }) => service / bare)),
      0.7,
    );
  } finally {
    await stop();
    receiver.stop();
    await setup.stop();
  }
}

/** From the start of the reader of events until the last delivery is recorded. */
async function measureService(
  runtime: Awaited<ReturnType<typeof createService>>["runtime"],
  { system }: BenchSetup,
  expected: number,
): Promise<number> {
  const consumer = runtime.registry.consumers.get("webhooks.fan-out-events");
  if (consumer === undefined) throw new Error("There is no reader of events.");
  const context = buildConsumerContext(runtime, consumer.name);
  const started = performance.now();
  const reader = startEventConsumer(runtime, consumer.name, (events) => consumer.handle(context, events), {
    kinds: consumer.listKinds(runtime.registry),
  });
  const worker = deliverWebhooks.start({ runtime, transaction: context.transaction });
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, 50));
    const row = await system.row<{ n: number }>(
      "select count(*) as n from webhook_endpoint where next_at is not null",
    );
    if ((row?.n ?? 0) > 0) continue;
    const delivered_count = await system.row<{ n: number }>(
      "select count(*) as n from webhook_delivery where state = 'DELIVERED'",
    );
    if ((delivered_count?.n ?? 0) >= expected) break;
  }
  const seconds = (performance.now() - started) / 1000;
  await worker.stop();
  await reader.stop();
  return (EVENTS * ENDPOINTS) / seconds;
}
