/** The process under load: the whole service on one port, bare Fastify routes with the same SQL on another. */
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import fastify from "fastify";
import pg from "pg";
import { openEmbeddedBroker, type Subscriber } from "#platform/push/embedded.ts";
import { listenOnTcp } from "#platform/push/listen.ts";
import { freePort } from "#tests/support/ports.ts";
import { createLocalFiles } from "../src/platform/files/local.ts";
import { createProviders, DEFAULT_PROVIDER_SETTINGS } from "../src/providers/create-providers.ts";
import { createService } from "../src/service.ts";

const config = JSON.parse(process.env["BENCH_CONFIG"] ?? "{}") as pg.ClientConfig;
const business_id = Number(process.env["BENCH_BUSINESS"]);

const mqtt =
  process.env["BENCH_BROKER"] === "1"
    ? { service: await freePort(), bare: await startBareBroker().then(({ port }) => port) }
    : null;

const service = await createService({
  database: config,
  files: createLocalFiles(await mkdtemp(path.join(tmpdir(), "packhorse-bench-files-"))),
  secret_key: Buffer.alloc(32, 1),
  base_url: "http://127.0.0.1",
  version: "bench",
  mqtt_prefix: "bench",
  log_level: "error",
  allowed_origins: [],
  mcp_fixtures: false,
  console_folder: null,
  work: process.env["BENCH_WORK"] === "1",
  push: mqtt === null ? null : { kind: "embedded", host: "127.0.0.1", port: mqtt.service },
  // Carriers are played by the process that measures.
  providers: createProviders({
    ...DEFAULT_PROVIDER_SETTINGS,
    private_addresses: true,
    name_servers: process.env["BENCH_NAME_SERVER"] ? [process.env["BENCH_NAME_SERVER"]] : null,
  }),
  // Without rate limits: the throughput is measured.
  limits: null,
});
const bare = fastify();
const pool = new pg.Pool({ ...config, max: 10 });

const { ORDER_COLUMNS } = await import("../src/domain/orders/orders/records/order.ts");
const LIST = `select ${ORDER_COLUMNS} from delivery_order where business_id = $1 order by id desc limit $2 offset $3`;
const COUNT = "select count(*) as n from delivery_order where business_id = $1";

async function list(uses_names: boolean) {
  const [orders, counted] = await Promise.all([
    pool.query({ ...(uses_names ? { name: "list" } : {}), text: LIST, values: [business_id, 50, 0] }),
    pool.query({ ...(uses_names ? { name: "count" } : {}), text: COUNT, values: [business_id] }),
  ]);
  return { total: Number(counted.rows[0].n), orders: orders.rows };
}
bare.get("/list", () => list(true));
bare.get("/list-unnamed", () => list(false));
bare.get("/get", async (request) => {
  const { id } = request.query as { id: string };
  const [order, parcels] = await Promise.all([
    pool.query({
      name: "get",
      text: `select ${ORDER_COLUMNS} from delivery_order where business_id = $1 and id = $2`,
      values: [business_id, id],
    }),
    pool.query({
      name: "parcels",
      text: "select * from parcel where business_id = $1 and order_id = any($2::bigint[]) order by order_id, seq",
      values: [business_id, [Number(id)]],
    }),
  ]);
  return { order: order.rows[0], parcels: parcels.rows };
});

/**
 * The broker of the service without the service, in the same process: whoever has a user name may connect, and what is
 * published on a topic goes to the client of that name.
 */
async function startBareBroker() {
  const clients = new Map<string, Subscriber<string>>();
  const broker = await openEmbeddedBroker<string>({
    admit: async ({ user_name }) => user_name,
    buildClientId: (name) => name,
    getPayer: (name) => Number(name.length),
    maySubscribe: async () => true,
    unsubscribed() {},
    async received(_client, { topic, payload }) {
      clients.get(topic)?.send({ topic, payload, qos: 1 });
      return true;
    },
    came: (client) => void clients.set(client.who, client),
    gone: (client) => void clients.delete(client.who),
    onError: (error) => console.error(error),
    onSlow() {},
  });
  return listenOnTcp("127.0.0.1", 0, (connection) => broker.accept(connection, "127.0.0.1"));
}

/**
 * The same rows as creating an order writes, one insert per table: order, parcel, number, tracking event,
 * event, audit, key.
 */
const DOCUMENT = {
  name: "Person",
  line1: "Street 1",
  city: "Brasília",
  country: "BR",
  lat: -15.7,
  lng: -47.8,
};
const TRACKED = {
  protocol_version: "1.0.0",
  event_id: "0199f2a4-5d7c-8b1e-9c3d-2f4a6b8c0d1e",
  subject: { id: "PH00000000000000", scheme: "tracking_number", type: "parcel" },
  occurred_at: "2026-11-20T03:16:57.000Z",
  recorded_at: "2026-11-20T03:16:57.000Z",
  time_type: "actual",
  status_code: "otep:core:created",
  base: "created",
  source: { type: "self_delivery", provider: "packhorse" },
  fingerprint: "f".repeat(64),
};
const ANSWER = JSON.stringify({ text: "x".repeat(2200) });
const INSERTS: [string, (n: string) => unknown[]][] = [
  [
    `insert into delivery_order (business_id, family, type, service, delivery_kind, ref, tracking_number, status, status_since,
       scheduled_date, pickup, dropoff, lat, lng, city, postal_code, service_time_s, weight_g, units, requirements, currency,
       payment, source, created_at, updated_at, version, search)
     values ($1, 'local_delivery', 'D', 'standard', 'self', $2, $3, 'NEW_ORDER', now(), current_date, $4, $4, -15.7, -47.8,
       'Brasília', '', 180, 0, 1, '{}', 'EUR', 'not_required', 'rest', now(), now(), 1, $5) returning id`,
    (n) => [business_id, n, n, JSON.stringify(DOCUMENT), `${n} ${n} person street 1, brasília`],
  ],
  [
    `insert into parcel (business_id, order_id, seq, tracking_number, label_code, custody_since)
     values ($1, (select id from delivery_order where tracking_number = $2), 1, $2, $2, now())`,
    (n) => [business_id, n],
  ],
  [
    `insert into tracking_number (number, business_id, subject_type, subject_id, created_at)
     values ($2, $1, 'order', (select id from delivery_order where tracking_number = $2), now())`,
    (n) => [business_id, n],
  ],
  [
    `insert into tracking_event (business_id, tracking_number, event_id, fingerprint, status_code, occurred_at, recorded_at, document)
     values ($1, $2, $2, $2, 'otep:core:created', now(), now(), $3)`,
    (n) => [business_id, n, JSON.stringify(TRACKED)],
  ],
  [
    `insert into event (business_id, subject_type, subject_id, seq, kind, occurred_at, recorded_at, actor_kind, surface, operation,
       correlation_id, payload, previous_hash, hash)
     values ($1, 'bare', $2, 1, 'order.created', now(), now(), 'user', 'rest', 'bare', $2, $3, '', $4)`,
    (n) => [business_id, n, JSON.stringify({ state: TRACKED }), "f".repeat(64)],
  ],
  [
    `insert into audit (business_id, at, operation, effect, outcome, actor_kind, surface, request_id, subjects, changes)
     values ($1, now(), 'bare', 'write', 'done', 'user', 'rest', $2, $3, $3)`,
    (n) => [business_id, n, JSON.stringify([{ type: "order", id: n, kind: "order.created" }])],
  ],
  [
    `insert into idempotency (business_id, actor_key, operation, key, body_hash, answer, at)
     values ($1, 'bare', 'bare', $2, '\\x00', $3, now())`,
    (n) => [business_id, n, ANSWER],
  ],
];
let serial = 0;
const run = Math.random().toString(36).slice(2);

async function create(
  client: pg.PoolClient,
  { pipelined, uses_names }: { pipelined: boolean; uses_names: boolean },
) {
  serial += 1;
  const n = `${run}-${run}-${run}-${serial}`;
  const send = (text: string, values: unknown[], name: string) =>
    client.query({ text, values, ...(uses_names ? { name } : {}) });
  if (pipelined) {
    const sending = [
      client.query("begin"),
      ...INSERTS.map(([text, values], index) => send(text, values(n), `i${index}`)),
      client.query("commit"),
    ];
    await Promise.all(sending);
  } else {
    await client.query("begin");
    for (const [index, [text, values]] of INSERTS.entries()) await send(text, values(n), `i${index}`);
    await client.query("commit");
  }
  return { result: true, tracking_number: n };
}
const pipelined = new pg.Pool({ ...config, max: 10, pipeline: true } as pg.PoolConfig);
const withClient = async (of: pg.Pool, how: { pipelined: boolean; uses_names: boolean }) => {
  const client = await of.connect();
  try {
    return await create(client, how);
  } finally {
    client.release();
  }
};
bare.post("/create", () => withClient(pool, { pipelined: false, uses_names: false }));
bare.post("/create-named", () => withClient(pool, { pipelined: false, uses_names: true }));
bare.post("/create-pipelined", () => withClient(pipelined, { pipelined: true, uses_names: true }));

/** A fixed response of any size, the baseline for responses without SQL. */
const fixed = new Map<number, string>();
bare.post("/static", (request, reply) => {
  const size = Number((request.query as { size: string }).size);
  let text = fixed.get(size);
  if (text === undefined) {
    text = JSON.stringify({ text: "x".repeat(Math.max(0, size - 11)) });
    fixed.set(size, text);
  }
  return reply.header("content-type", "application/json").send(text);
});

const port = (address: string) => address;
process.send?.({
  service: port(await service.app.listen({ port: 0, host: "127.0.0.1" })),
  bare: port(await bare.listen({ port: 0, host: "127.0.0.1" })),
  mqtt,
});
process.on("SIGTERM", async () => {
  await bare.close();
  await service.stop();
  await pool.end();
  await pipelined.end();
  process.exit(0);
});
