/** What one business's list takes while another keeps the service busy, against what it takes before. */
import { createSocket } from "node:dgram";
import { performance } from "node:perf_hooks";
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { generateToken } from "#platform/auth/secrets.ts";
import { verdict } from "./load.ts";
import { type BenchSetup, createBenchSetup, startServer } from "./setup.ts";

const SECONDS = Number(process.env["BENCH_FAIRNESS_S"] || 8);
const AUDIT_ENTRIES = 12_000;

interface Attack {
  name: string;
  loops: number;
  request: { path: string; body?: unknown };
  /** Begins what the attack needs besides its calls; returns how to end it. */
  prepare?: () => Promise<() => Promise<void>>;
}

export async function benchFairness(): Promise<boolean> {
  const silent = await startSilentNameServer();
  const setup = await createBenchSetup(20_000);
  const server = await startServer(setup, { name_server: silent.address });
  const attacker = await addAdministrator(setup, setup.businesses[1] ?? 0);
  await setup.system.execute(
    `insert into audit (business_id, at, operation, effect, outcome, actor_kind, surface, request_id, subjects)
     select $1, now() - n * interval '1 second', 'orderCreate', 'write', 'done', 'user', 'rest', 'r' || n,
       jsonb_build_array(jsonb_build_object('type', 'order', 'id', n, 'kind', 'order.created'))
       from generate_series(1, $2::int) n`,
    [setup.businesses[1], AUDIT_ENTRIES],
  );
  const attacks: Attack[] = [
    {
      name: "12 × packing 10,000 pieces",
      loops: 12,
      request: {
        path: "/api/v1/packing-plans/quick",
        body: {
          items: [{ quantity: 10_000, length_mm: 100, width_mm: 80, height_mm: 60, weight_g: 10 }],
          custom_sizes: [{ inner_length_mm: 1200, inner_width_mm: 800, inner_height_mm: 1000 }],
        },
      },
    },
    { name: "40 × audit export", loops: 40, request: { path: "/api/v1/audit/export" } },
    {
      name: "12 × a locked table",
      loops: 12,
      request: { path: "/api/v1/wms/articles" },
      async prepare() {
        const client = new pg.Client(setup.config);
        await client.connect();
        await client.query("begin; lock table article in access exclusive mode");
        return async () => {
          await client.query("rollback");
          await client.end();
        };
      },
    },
    {
      name: "10 × webhook test of a name that nobody resolves",
      loops: 10,
      request: { path: "/api/v1/webhooks/test", body: { url: "https://hooks.silent.example/" } },
    },
  ];
  const chosen_attack = process.env["BENCH_FAIRNESS_ATTACK"];
  let holds = true;
  try {
    const list = () => call(server.service, setup.token, { path: "/api/v1/client/orders" });
    await measure(list, 2);
    for (const attack of attacks) {
      if (chosen_attack !== undefined && !attack.name.includes(chosen_attack)) continue;
      const before = await measure(list, SECONDS);
      const end = await attack.prepare?.();
      const controller = new AbortController();
      const counts = new Map<number, number>();
      const loops = Array.from({ length: attack.loops }, async () => {
        while (!controller.signal.aborted) {
          const status = await call(server.service, attacker, attack.request, controller.signal).catch(
            () => 0,
          );
          counts.set(status, (counts.get(status) ?? 0) + 1);
          // A program that is told to wait would wait longer.
          if (status !== 200) await wait(100);
        }
      });
      await wait(1000);
      const during = await measure(list, SECONDS);
      controller.abort();
      await end?.();
      await Promise.all(loops);
      console.log(
        `  ${attack.name}: before p50 ${before.p50.toFixed(1)} p99 ${before.p99.toFixed(1)}, during p50 ${during.p50.toFixed(1)} p99 ${during.p99.toFixed(1)} ms, ` +
          `${during.failed} of ${during.count} failed; answers to the other: ${JSON.stringify(Object.fromEntries(counts))}`,
      );
      holds = verdict(`p99 of a list under ${attack.name}`, during.p99 / before.p99, 2, "at most") && holds;
      holds = verdict("  lists that failed", during.failed, 0, "at most") && holds;
      await wait(1000);
    }
    return holds;
  } finally {
    await server.stop();
    await setup.stop();
    silent.close();
  }
}

async function addAdministrator({ system }: BenchSetup, business_id: number): Promise<string> {
  const { token, token_hash } = generateToken();
  await system.execute(
    `with person as (
       insert into account (business_id, role, name, email) values ($1, 'client_admin', 'Other', 'other@bench.example') returning id)
     insert into access_token (business_id, account_id, token_hash, kind, created_at)
     select $1, id, $2, 'login', now() from person`,
    [business_id, token_hash],
  );
  return token;
}

async function call(
  base: string,
  token: string,
  { path, body }: Attack["request"],
  signal?: AbortSignal,
): Promise<number> {
  const answer = await fetch(`${base}${path}`, {
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(body === undefined ? {} : { method: "POST", body: JSON.stringify(body) }),
    ...(signal === undefined ? {} : { signal }),
  });
  await answer.arrayBuffer();
  return answer.status;
}

interface Measured {
  p50: number;
  p99: number;
  count: number;
  failed: number;
}

/** One call after the other, as a person's console makes them. */
async function measure(send: () => Promise<number>, seconds: number): Promise<Measured> {
  const taken_ms: number[] = [];
  let failed = 0;
  const until = performance.now() + seconds * 1000;
  while (performance.now() < until) {
    const started = performance.now();
    const status = await send().catch(() => 0);
    taken_ms.push(performance.now() - started);
    if (status !== 200) failed += 1;
  }
  taken_ms.sort((one, other) => one - other);
  const at = (part: number) =>
    taken_ms[Math.min(taken_ms.length - 1, Math.floor(taken_ms.length * part))] ?? 0;
  return { p50: at(0.5), p99: at(0.99), count: taken_ms.length, failed };
}

/** Answers nothing, as the name server of a hostile domain does. */
async function startSilentNameServer(): Promise<{ address: string; close(): void }> {
  const socket = createSocket("udp4");
  await new Promise<void>((resolve) => socket.bind(0, "127.0.0.1", resolve));
  return { address: `127.0.0.1:${socket.address().port}`, close: () => socket.close() };
}
