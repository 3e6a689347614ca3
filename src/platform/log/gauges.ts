/** Gauges of this process and of the resources it shares with others, read when the metrics are requested. */
import { collectDefaultMetrics, Gauge, type Registry } from "prom-client";
import type { Pools } from "#platform/db/connect.ts";
import { systemDb } from "#platform/db/db.ts";

export interface GaugeSources {
  pools: Pools;
  /** PostgreSQL's clock minus ours, seconds. */
  skew(): number | undefined;
}

/** Gauges of all processes: one database query serves all requests within this time. */
const SHARED_MS = 5000;

interface Shared {
  queues: { name: string; waiting: number; oldest_s: number }[];
  readers: { name: string; lag_s: number }[];
  due: { kind: string; waiting: number; oldest_s: number; failing: number; failed: number }[];
}

export function registerGauges(registry: Registry, { pools, skew }: GaugeSources): void {
  collectDefaultMetrics({ register: registry });
  const registers = [registry];

  new Gauge({
    name: "packhorse_database_connections",
    help: "Connections of this process to PostgreSQL.",
    labelNames: ["pool", "state"],
    registers,
    collect() {
      for (const pool of ["service", "system", "owner"] as const) {
        const { totalCount, idleCount } = pools[pool];
        this.set({ pool, state: "used" }, totalCount - idleCount);
        this.set({ pool, state: "idle" }, idleCount);
      }
    },
  });
  new Gauge({
    name: "packhorse_database_connections_max",
    help: "Most connections of this process to PostgreSQL.",
    labelNames: ["pool"],
    registers,
    collect() {
      for (const pool of ["service", "system", "owner"] as const) this.set({ pool }, pools[pool].options.max);
    },
  });
  new Gauge({
    name: "packhorse_database_waiting",
    help: "Statements and transactions of this process that wait for a connection.",
    labelNames: ["pool"],
    registers,
    collect() {
      for (const pool of ["service", "system"] as const) this.set({ pool }, pools[pool].queue.waiting);
      this.set({ pool: "owner" }, pools.owner.waitingCount);
    },
  });
  new Gauge({
    name: "packhorse_clock_skew_seconds",
    help: "PostgreSQL's clock minus that of this machine.",
    registers,
    collect() {
      const seconds = skew();
      if (seconds !== undefined) this.set(seconds);
    },
  });

  let read_at = 0;
  let reading: Promise<Shared> | undefined;
  const shared = () => {
    if (reading === undefined || performance.now() - read_at > SHARED_MS) {
      read_at = performance.now();
      reading = readShared(pools);
    }
    // While the database is unreachable these are omitted, and the others are still reported.
    return reading.catch((): Shared => ({ queues: [], readers: [], due: [] }));
  };
  new Gauge({
    name: "packhorse_jobs_waiting",
    help: "Jobs that are due and not begun, of all processes.",
    labelNames: ["queue"],
    registers,
    async collect() {
      this.reset();
      for (const { name, waiting } of (await shared()).queues) this.set({ queue: name }, waiting);
    },
  });
  new Gauge({
    name: "packhorse_jobs_oldest_seconds",
    help: "How long the first of the jobs that wait has been due, of all processes.",
    labelNames: ["queue"],
    registers,
    async collect() {
      this.reset();
      for (const { name, oldest_s } of (await shared()).queues) this.set({ queue: name }, oldest_s);
    },
  });
  const due = (name: string, help: string, value: (kind: Shared["due"][number]) => number) =>
    new Gauge({
      name,
      help,
      labelNames: ["kind"],
      registers,
      async collect() {
        this.reset();
        for (const row of (await shared()).due) this.set({ kind: row.kind }, value(row));
      },
    });
  due("packhorse_due_waiting", "Due tasks whose time has come, of all processes.", ({ waiting }) => waiting);
  due(
    "packhorse_due_oldest_seconds",
    "How long the first due task that has not been done has been due, of all processes.",
    ({ oldest_s }) => oldest_s,
  );
  due(
    "packhorse_due_failing",
    "Due tasks that failed and are tried again, of all processes.",
    ({ failing }) => failing,
  );
  due(
    "packhorse_due_failed",
    "Due tasks that ended as failed, because they compute a value that cannot be stored, of all processes.",
    ({ failed }) => failed,
  );
  new Gauge({
    name: "packhorse_event_reader_lag_seconds",
    help: "Age of the first event that a reader has not taken, of all processes; 0 when it has caught up.",
    labelNames: ["reader"],
    registers,
    async collect() {
      this.reset();
      for (const { name, lag_s } of (await shared()).readers) this.set({ reader: name }, lag_s);
    },
  });
}

async function readShared({ system }: Pools): Promise<Shared> {
  const db = systemDb(system);
  const [queues, readers, due] = await Promise.all([
    db.rows<Shared["queues"][number]>(
      `select q.name, count(j.id) as waiting, coalesce(extract(epoch from now() - min(j.start_after)), 0)::float8 as oldest_s
         from pgboss.queue q left join pgboss.job j on j.name = q.name and j.state < 'active' and j.start_after <= now()
        where q.name not like '\\_\\_pgboss%' group by q.name`,
    ),
    // A consumer in the middle of a window has processed the events before `last_id` in it.
    db.rows<Shared["readers"][number]>(
      `select r.name, coalesce(greatest(extract(epoch from now() - first.recorded_at), 0), 0)::float8 as lag_s
         from event_reader r left join lateral (
           select e.recorded_at from event e
            where e.xid >= pg_snapshot_xmin(r.position::pg_snapshot)
              and not pg_visible_in_snapshot(e.xid, r.position::pg_snapshot)
              and (r.until is null or e.id > r.last_id)
            order by e.xid limit 1) first on true`,
    ),
    db.rows<Shared["due"][number]>(
      `select kind, count(*) filter (where next_at <= now()) as waiting, count(*) filter (where attempts > 0 and failed_at is null) as failing,
         count(failed_at) as failed,
         greatest(extract(epoch from now() - min(due_at) filter (where failed_at is null)), 0)::float8 as oldest_s
         from due where next_at <= now() or attempts > 0 group by kind`,
    ),
  ]);
  return { queues, readers, due };
}
