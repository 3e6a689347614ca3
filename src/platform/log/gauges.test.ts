import assert from "node:assert/strict";
import { after, test } from "node:test";
import { connect } from "#platform/db/connect.ts";
import { systemDb } from "#platform/db/db.ts";
import { openQueue } from "#platform/jobs/queue.ts";
import { openTestDatabase } from "#tests/support/database.ts";
import { until } from "#tests/support/until.ts";
import { registerGauges } from "./gauges.ts";
import { createMetrics } from "./metrics.ts";

const database = await openTestDatabase();
const pools = connect({ config: database.config, service_connections: 7, onError: () => {} });
after(() => database.drop());

test("pools, queues, event consumers, clock and process have metrics; shared ones are omitted while the database is unreachable", async () => {
  const system = systemDb(pools.system);
  const queue = openQueue({
    owner: pools.owner,
    specs: [{ name: "test.wait", retries: 1, expires_s: 60 }],
    run: null,
    onError: () => {},
  });
  await until("a queue", () => queue.isRunning());
  const execute = (text: string, values: unknown[]) => pools.service.query(text, values);
  await queue.send({ name: "test.wait", data: {} }, execute);
  await queue.send({ name: "test.wait", data: {}, start_after_s: 3600 }, execute);
  const [{ position } = { position: "" }] = await system.rows<{ position: string }>(
    "select pg_current_snapshot()::text as position",
  );
  await system.execute(
    `insert into event (business_id, subject_type, subject_id, seq, kind, occurred_at, recorded_at, actor_kind, surface, operation,
       correlation_id, payload, previous_hash, hash)
     values (1, 'order', '1', 1, 'order.created', now(), now() - interval '1 hour', 'user', 'rest', 'test', 'c', '{}', '', 'h')`,
  );
  const [{ after_it } = { after_it: "" }] = await system.rows<{ after_it: string }>(
    "select pg_current_snapshot()::text as after_it",
  );
  await system.execute(
    "insert into event_reader (name, position) values ('behind', $1), ('fresh', $2), ('new', '1:1:')",
    [position, after_it],
  );
  await system.execute(
    `insert into due (kind, subject, due_at, next_at, attempts) values
       ('test.late', '1', now() - interval '1 hour', now() - interval '1 hour', 0),
       ('test.late', '2', now() - interval '1 minute', now() + interval '1 hour', 3),
       ('test.early', '1', now() + interval '1 hour', now() + interval '1 hour', 0)`,
  );

  const { registry } = createMetrics();
  registerGauges(registry, { pools, skew: () => 0.5 });
  const text = await registry.metrics();
  const value = (name: string) =>
    Number(
      text
        .split("\n")
        .find((line) => line.startsWith(`${name} `))
        ?.split(" ")[1],
    );
  assert.equal(value('packhorse_database_connections_max{pool="service"}'), 7);
  assert.equal(value('packhorse_database_waiting{pool="system"}'), 0);
  assert(value('packhorse_database_connections{pool="system",state="idle"}') > 0);
  assert.equal(value('packhorse_jobs_waiting{queue="test.wait"}'), 1);
  assert(value('packhorse_jobs_oldest_seconds{queue="test.wait"}') >= 0);
  assert(value('packhorse_event_reader_lag_seconds{reader="behind"}') >= 3600);
  assert(value('packhorse_event_reader_lag_seconds{reader="new"}') >= 3600);
  assert.equal(value('packhorse_event_reader_lag_seconds{reader="fresh"}'), 0);
  assert.equal(value('packhorse_due_waiting{kind="test.late"}'), 1);
  assert.equal(value('packhorse_due_failing{kind="test.late"}'), 1);
  assert(value('packhorse_due_oldest_seconds{kind="test.late"}') >= 3600);
  assert.doesNotMatch(text, /test\.early/);
  assert.equal(value("packhorse_clock_skew_seconds"), 0.5);
  assert(value("process_resident_memory_bytes") > 0);
  assert(value("nodejs_eventloop_lag_p99_seconds") >= 0);

  await queue.stop(1000);
  await pools.end();
  const away = createMetrics().registry;
  registerGauges(away, { pools, skew: () => undefined });
  const exposed = await away.metrics();
  assert.match(exposed, /^process_resident_memory_bytes \d/m);
  assert.doesNotMatch(exposed, /^packhorse_jobs_waiting\{/m);
});
