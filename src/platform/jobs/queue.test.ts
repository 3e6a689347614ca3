import assert from "node:assert/strict";
import { after, test } from "node:test";
import { connect } from "#platform/db/connect.ts";
import { withInstallationLock } from "#platform/db/installation-lock.ts";
import { openTestDatabase } from "#tests/support/database.ts";
import { until } from "#tests/support/until.ts";
import { openQueue } from "./queue.ts";

const database = await openTestDatabase();
const pools = connect({ config: database.config, onError: () => {} });
const other = connect({ config: database.config, onError: () => {} });
after(async () => {
  await pools.end();
  await other.end();
  await database.drop();
});

const specs = [{ name: "test.count", retries: 1, expires_s: 60 }];
const execute = (text: string, values: unknown[]) => pools.service.query(text, values);

/** A queue that records its runs and errors; stopped at the end of the test. */
function counting() {
  const ran: unknown[] = [];
  const errors: string[] = [];
  const queue = openQueue({
    owner: pools.owner,
    specs,
    run: async (_name, data) => void ran.push(data["n"]),
    onError: (error) => errors.push(error.message),
  });
  return { queue, ran, errors };
}

test("a queue whose start fails is retried, and runs the jobs enqueued in the meantime", async () => {
  const first = counting();
  await until("a queue", () => first.queue.isRunning());
  await first.queue.stop(1000);

  const rival = await other.owner.connect();
  await rival.query("begin");
  await rival.query("grant usage on schema pgboss to packhorse_service");
  const { queue, ran, errors } = counting();
  try {
    await until("a GRANT that waits for ours", async () => {
      const { rowCount } = await other.owner.query(
        "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like 'grant%'",
      );
      return rowCount;
    });
    assert.equal(queue.isRunning(), false);
    const sending = queue.send({ name: "test.count", data: { n: 1 } }, execute);
    await rival.query("commit");
    await sending;
    assert.match(errors.join(), /tuple concurrently updated/);
    assert.equal(queue.isRunning(), true);
    await until("a job that ran", () => ran.length);
    assert.deepEqual(ran, [1]);
  } finally {
    rival.release();
    await queue.stop(1000);
  }
});

test("queues without jobs are asked for together, and one that gets a job runs it", async () => {
  const many = Array.from({ length: 20 }, (_spec, index) => ({
    ...specs[0]!,
    name: `test.idle_${index}`,
    concurrency: 2,
  }));
  const texts: string[] = [];
  const owner: typeof pools.owner = Object.create(pools.owner, {
    query: {
      value: (text: string, values?: unknown[]) => {
        texts.push(`${text} ${JSON.stringify(values)}`);
        return pools.owner.query(text, values);
      },
    },
  });
  const ran: unknown[] = [];
  const queue = openQueue({
    owner,
    specs: many,
    run: async (name, data) => void ran.push([name, data["n"]]),
    onError: (error) => ran.push(error.message),
  });
  try {
    await until("a queue", () => queue.isRunning());
    const count = (part: string) => texts.filter((text) => text.includes(part)).length;
    await until("some polls", () => count("unnest($1::text[]) queue") >= 4);
    // Each worker has looked once, when it began.
    assert.equal(count("SKIP LOCKED"), 40);
    await queue.send({ name: "test.idle_7", data: { n: 1 } }, execute);
    await until("a job that ran", () => ran.length);
    assert.deepEqual(ran, [["test.idle_7", 1]]);
    const fetches = texts.filter((text) => text.includes("SKIP LOCKED") && !text.includes("test.idle_7"));
    assert.equal(fetches.length, 38, "workers of other queues were woken, or none was");
  } finally {
    await queue.stop(1000);
  }
});

test("a queue that waits for another process to create its tables can be stopped", async () => {
  await withInstallationLock(other.owner, async () => {
    const { queue, errors } = counting();
    await queue.stop(1000);
    assert.equal(queue.isRunning(), false);
    assert.deepEqual(errors, []);
  });
});

test("a paused queue takes no more jobs, and still enqueues for other processes", async () => {
  const resting = counting();
  await until("a queue", () => resting.queue.isRunning());
  await resting.queue.pause();
  assert.equal(resting.queue.isRunning(), false);
  await resting.queue.send({ name: "test.count", data: { n: 2 } }, execute);
  const working = counting();
  await until("a job that ran elsewhere", () => working.ran.length);
  assert.deepEqual([resting.ran, working.ran], [[], [2]]);
  await Promise.all([resting.queue.stop(1000), working.queue.stop(1000)]);
});

test("a job of a queue with unique jobs is dropped while an earlier one with its key is queued, or unfinished", async () => {
  const names = { queued: "test.queued", unfinished: "test.unfinished" } as const;
  const gate = Promise.withResolvers<void>();
  const active: string[] = [];
  const queue = openQueue({
    owner: pools.owner,
    specs: Object.entries(names).map(([unique, name]) => ({
      name,
      retries: 1,
      expires_s: 60,
      unique: unique as keyof typeof names,
    })),
    async run(name, data) {
      active.push(`${name} ${data["n"]}`);
      await gate.promise;
    },
    onError: () => {},
  });
  const send = (name: string, n: number, unique_key: string) =>
    queue.send({ name, data: { n }, unique_key, start_after_s: n === 1 ? 0 : 3600 }, execute);
  const countJobs = async (name: string) => {
    const { rows } = await other.owner.query(
      "select count(*)::int as n from pgboss.job where name = $1 and state < 'completed'",
      [name],
    );
    return rows[0].n;
  };
  try {
    for (const name of Object.values(names)) await send(name, 1, "a");
    await until("active jobs", () => active.length === 2);
    for (const name of Object.values(names)) for (const n of [2, 3]) await send(name, n, "a");
    assert.equal(await countJobs(names.queued), 2, "one is active, one is queued");
    assert.equal(await countJobs(names.unfinished), 1, "one is active");
    for (const name of Object.values(names)) await send(name, 4, "b");
    assert.equal(await countJobs(names.queued), 3, "another key");
    assert.equal(await countJobs(names.unfinished), 2, "another key");
  } finally {
    gate.resolve();
    await queue.stop(1000);
  }
});
