/**
 * The ground of every bench: an embedded database with real durability, orders of many businesses in it, and a
 * server process that answers both the whole road and a bare route with the same SQL.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type pg from "pg";
import { newToken } from "#platform/auth/secrets.ts";
import { connect } from "#platform/db/connect.ts";
import { type Db, doorOf } from "#platform/db/db.ts";
import { startEmbeddedDatabase } from "#platform/db/embedded/supervise.ts";
import { migrate } from "#platform/db/migrate.ts";

export interface Bed {
  config: pg.ClientConfig;
  system: Db;
  /** Orders are spread over this many businesses; the first one is asked. */
  businesses: number[];
  token: string;
  stop(): Promise<void>;
}

/** A database with `orders` orders over `businesses` businesses; half of the first one's are delivered. */
export async function makeBed(
  orders: number,
  businesses = 20,
  settings: Record<string, string> = {},
): Promise<Bed> {
  const folder = await mkdtemp(path.join(tmpdir(), "packhorse-bench-"));
  const embedded = await startEmbeddedDatabase({ data_dir: folder, settings });
  const pools = connect({ config: embedded.config, onError: () => {} });
  await migrate(pools.owner);
  const system = doorOf(pools.system);
  const ids = (
    await system.rows<{ id: number }>(
      `insert into business (code, name, time_zone, currency, settings)
       select 'bench-' || n, 'Bench ' || n, 'UTC', 'EUR', '{"depot":{"line1":"Depot","lat":-15.65,"lng":-47.8}}'
       from generate_series(1, $1::int) n returning id`,
      [businesses],
    )
  ).map((row) => row.id);
  await seedOrders(pools.owner, ids, orders);
  const { token, token_hash } = newToken();
  await system.execute(
    `with person as (
       insert into account (business_id, role, name, email) values ($1, 'client_admin', 'Bench', 'bench@bench.example') returning id)
     insert into access_token (business_id, account_id, token_hash, kind, created_at)
     select $1, id, $2, 'login', now() from person`,
    [ids[0], token_hash],
  );
  return {
    config: embedded.config,
    system,
    businesses: ids,
    token,
    async stop() {
      await pools.end();
      await embedded.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Rows as the service writes them, made by PostgreSQL, a million a minute; each business has a hundred a day, so more of them are more days. */
export async function seedOrders(
  owner: pg.Pool,
  businesses: readonly number[],
  orders: number,
): Promise<void> {
  await owner.query(
    `insert into delivery_order (business_id, type, ref, tracking_number, status, status_since, scheduled_date, pickup, dropoff, lat,
       lng, city, postal_code, units, weight_g, currency, created_at, updated_at, search)
     select ($1::int[])[1 + n % $2::int], 'D', 'R' || n, 'PH' || lpad(n::text, 12, '0') || lpad((98 - (n::bigint * 100) % 97)::text, 2, '0'),
       case when n % 40 < 20 then 'DELIVERED' else 'NEW_ORDER' end, now(), current_date - (n / $2 / 100)::int,
       '{"line1":"Depot"}', jsonb_build_object('name', 'Person ' || n, 'line1', 'Street ' || n % 5000, 'city', 'Brasília'),
       -15.6 - random() / 5, -47.8 - random() / 5, 'Brasília', '70000-000', 3, 900, 'EUR', now() - (n / $2 / 100) * interval '1 day', now(),
       'ph' || lpad(n::text, 12, '0') || lpad((98 - (n::bigint * 100) % 97)::text, 2, '0') || ' r' || n || ' person ' || n || ' street ' || n % 5000
     from generate_series(1, $3::int) n`,
    [businesses, businesses.length, orders],
  );
  await owner.query(
    `insert into tracking_number (number, business_id, order_id, created_at)
     select tracking_number, business_id, id, now() from delivery_order on conflict do nothing`,
  );
  await owner.query(
    `insert into tracking_event (business_id, tracking_number, order_id, event_id, fingerprint, status_code, occurred_at, recorded_at, document)
     select o.business_id, o.tracking_number, o.id, 'e' || o.id || '-' || k.n, md5(o.id || '-' || k.n), k.code, now() - (6 - k.n) * interval '1 hour',
       now() - (6 - k.n) * interval '1 hour', jsonb_build_object('protocol_version', '1.0.0', 'event_id', 'e' || o.id || '-' || k.n,
         'subject', jsonb_build_object('id', o.tracking_number, 'scheme', 'tracking_number', 'type', 'parcel'),
         'occurred_at', to_char(now() - (6 - k.n) * interval '1 hour', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
         'recorded_at', to_char(now() - (6 - k.n) * interval '1 hour', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
         'time_type', 'actual', 'status_code', k.code, 'base', k.base,
         'source', jsonb_build_object('type', 'self_delivery', 'provider', 'packhorse'), 'fingerprint', md5(o.id || '-' || k.n))
     from delivery_order o cross join (values (1, 'otep:core:created', 'created'), (2, 'otep:core:pickup_scheduled', 'pickup_scheduled'),
       (3, 'otep:lastmile:loaded', 'processed'), (4, 'otep:core:out_for_delivery', 'out_for_delivery'),
       (5, 'otep:lastmile:delivered_in_person', 'delivered')) k(n, code, base)
     where o.business_id = $1 and o.id % 10 = 0 on conflict do nothing`,
    [businesses[0]],
  );
  await owner.query("vacuum analyze delivery_order, tracking_number, tracking_event");
}

export interface BenchServer {
  /** Address of the service, and of the bare routes. */
  service: string;
  bare: string;
  pid: number;
  stop(): Promise<void>;
}

/** The service and the bare routes in a process of their own, so that the load does not run in it. */
export async function startServer(bed: Bed): Promise<BenchServer> {
  const child: ChildProcess = spawn(process.execPath, [path.join(import.meta.dirname, "server.ts")], {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
    env: {
      ...process.env,
      BENCH_CONFIG: JSON.stringify(bed.config),
      BENCH_BUSINESS: String(bed.businesses[0]),
    },
  });
  const [ready] = (await once(child, "message")) as [{ service: string; bare: string }];
  return {
    ...ready,
    pid: child.pid ?? 0,
    async stop() {
      child.kill("SIGTERM");
      await once(child, "exit");
    },
  };
}
