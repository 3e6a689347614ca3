import assert from "node:assert/strict";
import { test } from "node:test";
import Type from "typebox";
import { plainMessage } from "#operation/response/messages.ts";
import { testEvent } from "#tests/support/events.ts";
import { testService } from "#tests/support/service.ts";
import { until } from "#tests/support/until.ts";
import type { Context } from "../define/context.ts";
import type { Operation } from "../define/define.ts";
import type { DueHandler, DueRow } from "../define/due.ts";
import { startDueWorker } from "./due-worker.ts";
import { runDue } from "./run-due.ts";

const service = await testService();
const { runtime } = service;
service.freezeClock();
const HOUR_MS = 3_600_000;

/** A kind of this test alone. */
function handle(kind: string, run: DueHandler["run"]): void {
  (runtime.registry.due as Map<string, DueHandler>).set(kind, { is_due: true, kind, family: "test", run });
}

/** Adds one to the number of a subject, with an event. */
async function count({ db, business_id, emit }: Context<never>, { subject }: DueRow): Promise<void> {
  await db.execute(
    "insert into counter (business_id, name, value) values ($1, $2, 1) on conflict (business_id, name) do update set value = counter.value + 1",
    [business_id, subject],
  );
  emit(testEvent({ subject: { type: "test", id: subject }, kind: "test.counted" }));
}
handle("test.count", count);

const counted = async (business_id: number) =>
  Object.fromEntries(
    (
      await service.system.rows<{ name: string; value: number }>(
        "select name, value::int as value from counter where business_id = $1 and name like 's%' order by name",
        [business_id],
      )
    ).map(({ name, value }) => [name, value]),
  );
const readRows = (business_id: number) =>
  service.system.rows<{ kind: string; subject: string; attempts: number; last_error: string | null }>(
    "select kind, subject, attempts, last_error from due where business_id = $1 order by id",
    [business_id],
  );

interface Arrangement {
  kind: string;
  set?: string[];
  clear?: string[];
  in_ms?: number;
  refuses?: boolean;
}

/** An operation of this test that sets and clears due tasks, and may refuse afterwards. */
const arrange = {
  name: "testArrange",
  summary: "Arrange what becomes due",
  family: "test",
  effect: "write",
  risk: "medium",
  access: { roles: ["client_admin"], scopes: [] },
  input: Type.Object({
    kind: Type.String(),
    set: Type.Optional(Type.Array(Type.String())),
    clear: Type.Optional(Type.Array(Type.String())),
    in_ms: Type.Optional(Type.Integer()),
    refuses: Type.Optional(Type.Boolean()),
  }),
  output: Type.Object({}),
  refusals: { too_late: "conflict" },
  async run({ due, now, refuse }: Context<"too_late">, input: Arrangement) {
    const { kind, set = [], clear = [], in_ms = 0, refuses } = input;
    for (const subject of set) due.set(kind, subject, new Date(now.getTime() + in_ms), { by: "test" });
    for (const subject of clear) due.clear(kind, subject);
    if (refuses) throw refuse("too_late", { message: plainMessage({ en: "Too late." }, "business") });
    return {};
  },
} as unknown as Operation;
(runtime.registry.operations as Map<string, Operation>).set(arrange.name, arrange);

async function createBusiness() {
  const business = await service.business();
  const { actor } = await business.person("client_admin");
  return { ...business, arrange: (input: object, more = {}) => service.call(actor, arrange, input, more) };
}

test("a due task runs at its time and not before, once, with its event and an audit entry of the service", async () => {
  const business = await createBusiness();
  await business.arrange({ kind: "test.count", set: ["s1"], in_ms: HOUR_MS });
  const before = await runDue(runtime);
  assert.deepEqual(await counted(business.id), {});
  assert.ok(before.next_at !== null && before.next_at.getTime() <= service.now().getTime() + HOUR_MS);
  service.advance(HOUR_MS);
  await runDue(runtime);
  await runDue(runtime);
  assert.deepEqual(await counted(business.id), { s1: 1 });
  assert.deepEqual(await readRows(business.id), []);
  assert.deepEqual(
    (await business.readEvents("test", "s1")).map(({ kind }) => kind),
    ["test.counted"],
  );
  const entry = await service.system.row(
    "select actor_kind, actor_id, outcome, effect from audit where business_id = $1 and operation = 'test.count'",
    [business.id],
  );
  assert.deepEqual(entry, { actor_kind: "job", actor_id: null, outcome: "done", effect: "write" });
});

test("what is set again has the later time, and what is cleared, refused or only previewed never runs", async () => {
  const business = await createBusiness();
  await business.arrange({ kind: "test.count", set: ["s1", "s2"] });
  await business.arrange({ kind: "test.count", set: ["s1"], in_ms: HOUR_MS });
  await business.arrange({ kind: "test.count", clear: ["s2", "s9"] });
  await business.arrange({ kind: "test.count", set: ["s3"] }, { dry_run: true });
  await assert.rejects(business.arrange({ kind: "test.count", set: ["s4"], refuses: true }), {
    code: "too_late",
  });
  await runDue(runtime);
  assert.deepEqual(await counted(business.id), {});
  service.advance(HOUR_MS);
  await runDue(runtime);
  assert.deepEqual(await counted(business.id), { s1: 1 });
});

test("a kind that nothing handles cannot be set, and a stored one waits for a process that handles it", async () => {
  const business = await createBusiness();
  await assert.rejects(
    business.arrange({ kind: "test.unknown", set: ["s1"] }),
    /Nothing handles test.unknown/,
  );
  await service.system.execute(
    "insert into due (business_id, kind, subject, due_at, next_at) values ($1, 'test.unknown', 's1', $2, $2)",
    [business.id, service.now()],
  );
  await runDue(runtime);
  assert.equal((await readRows(business.id)).length, 1);
  handle("test.unknown", count);
  await runDue(runtime);
  assert.deepEqual(await counted(business.id), { s1: 1 });
});

test("three processes at once run each of 40 rows once", async () => {
  const business = await createBusiness();
  const subjects = Array.from({ length: 40 }, (_, n) => `s${n}`);
  await business.arrange({ kind: "test.count", set: subjects });
  const passes = await Promise.all([runDue(runtime), runDue(runtime), runDue(runtime)]);
  assert.deepEqual(await counted(business.id), Object.fromEntries(subjects.map((subject) => [subject, 1])));
  assert.deepEqual(await readRows(business.id), []);
  assert.equal(
    passes.reduce((sum, { done }) => sum + done, 0),
    40,
  );
});

test("one that fails changes nothing, keeps no other waiting, and is tried again later and later until it succeeds", async () => {
  const business = await createBusiness();
  let broken = true;
  let runs = 0;
  handle("test.fail", async (context, due) => {
    runs += 1;
    await count(context, due);
    if (broken) throw new Error("The scale is broken.");
  });
  await business.arrange({ kind: "test.fail", set: ["s1"] });
  await business.arrange({ kind: "test.count", set: ["s2"] });
  assert.partialDeepStrictEqual(await runDue(runtime), { done: 1, failed: 1 });
  assert.deepEqual(await counted(business.id), { s2: 1 });
  assert.deepEqual(await readRows(business.id), [
    { kind: "test.fail", subject: "s1", attempts: 1, last_error: "The scale is broken." },
  ]);
  await runDue(runtime);
  assert.equal(runs, 1);
  service.advance(5_000);
  await runDue(runtime);
  service.advance(5_000);
  await runDue(runtime);
  assert.equal(runs, 2);
  service.advance(5_000);
  broken = false;
  await runDue(runtime);
  assert.deepEqual(
    [runs, await counted(business.id), await readRows(business.id)],
    [3, { s1: 1, s2: 1 }, []],
  );
});

test("a value that cannot be stored ends a due task as failed after three runs, and anything else is tried again", async () => {
  const business = await createBusiness();
  const select = (expression: string) => async (context: Context<never>) =>
    void (await context.db.execute(`select ${expression}`));
  const cases: [name: string, run: DueHandler["run"], ends: boolean][] = [
    ["an integer that overflows", select("2147483647 + base from (values (1)) v(base)"), true],
    ["a bigint that overflows", select("9223372036854775807 + base from (values (1)) v(base)"), true],
    ["a text that is no number", select("t::int from (values ('many')) v(t)"), true],
    ["a date that does not exist", select("t::date from (values ('2026-02-30')) v(t)"), true],
    ["a division by zero", select("1 / base from (values (0)) v(base)"), true],
    [
      "a broken check",
      async ({ db, business_id }) =>
        void (await db.execute("update business set status = 'odd' where id = $1", [business_id])),
      true,
    ],
    [
      "a statement that took too long",
      async () => {
        throw Object.assign(new Error("canceling statement"), { code: "57014" });
      },
      false,
    ],
    [
      "a lock that others hold",
      async () => {
        throw Object.assign(new Error("lock timeout"), { code: "55P03" });
      },
      false,
    ],
    [
      "a service that does not answer",
      async () => {
        throw Object.assign(new Error("connect"), { code: "ECONNREFUSED" });
      },
      false,
    ],
    [
      "a fault of ours",
      async () => {
        throw new TypeError("x is undefined");
      },
      false,
    ],
  ];
  for (const [index, [, run]] of cases.entries()) {
    handle(`test.ends_${index}`, run);
    await business.arrange({ kind: `test.ends_${index}`, set: ["s1"] });
  }
  for (let n = 0; n < 5; n += 1) {
    await runDue(runtime);
    service.advance(HOUR_MS);
  }
  const rows = await service.system.rows<{
    kind: string;
    attempts: number;
    ended: boolean;
    last_error: string;
  }>(
    "select kind, attempts, failed_at is not null as ended, last_error from due where business_id = $1 order by kind",
    [business.id],
  );
  assert.deepEqual(
    rows.map(({ kind, attempts, ended }) => [
      cases[Number(kind.slice("test.ends_".length))]?.[0],
      attempts,
      ended,
    ]),
    cases.map(([name, , ends]) => [name, ends ? 3 : 5, ends]),
  );
  assert.match(rows[0]?.last_error ?? "", /out of range/);
  // Set again, it is new.
  handle("test.ends_0", count);
  await business.arrange({ kind: "test.ends_0", set: ["s1"] });
  await runDue(runtime);
  assert.deepEqual(await counted(business.id), { s1: 1 });
  await service.system.execute("delete from due where business_id = $1", [business.id]);
});

test("a process that dies in the middle leaves nothing behind, and the next one runs the row", async () => {
  const business = await createBusiness();
  let dies = true;
  handle("test.die", async (context, due) => {
    await count(context, due);
    if (dies) await context.db.execute("select pg_terminate_backend(pg_backend_pid())");
  });
  await business.arrange({ kind: "test.die", set: ["s1"] });
  assert.partialDeepStrictEqual(await runDue(runtime), { failed: 1 });
  assert.deepEqual(await counted(business.id), {});
  dies = false;
  service.advance(5_000);
  await runDue(runtime);
  assert.deepEqual(await counted(business.id), { s1: 1 });
});

test("an operation that settles the subject while its handler waits for it wins, and neither deadlocks", async () => {
  const business = await createBusiness();
  const { id } = await business.customer();
  let runs = 0;
  handle("test.close", async ({ db, business_id }, { subject }) => {
    runs += 1;
    await db.execute(
      "update customer set name = name || ' closed' where business_id = $1 and id = $2 and name = 'Customer'",
      [business_id, Number(subject)],
    );
  });
  await business.arrange({ kind: "test.close", set: [String(id)] });
  const settling = await runtime.pools.system.connect();
  try {
    await settling.query("begin");
    await settling.query("update customer set name = 'Settled' where id = $1", [id]);
    const running = runDue(runtime);
    await until("a handler that waits for its subject", async () => {
      const { rowCount } = await runtime.pools.owner.query(
        "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like 'update customer%closed%'",
      );
      return rowCount;
    });
    await settling.query("delete from due where business_id = $1", [business.id]);
    await settling.query("commit");
    assert.partialDeepStrictEqual(await running, { busy: 1, failed: 0 });
  } finally {
    settling.release();
  }
  assert.equal(runs, 1);
  assert.deepEqual(await service.system.row("select name from customer where id = $1", [id]), {
    name: "Settled",
  });
});

test("a handler can set its own subject again, and runs once in a pass", async () => {
  const business = await createBusiness();
  handle("test.again", async (context, due) => {
    await count(context, due);
    context.due.set("test.again", due.subject, context.now);
  });
  await business.arrange({ kind: "test.again", set: ["s1"] });
  await runDue(runtime);
  assert.deepEqual(await counted(business.id), { s1: 1 });
  await runDue(runtime);
  assert.deepEqual(await counted(business.id), { s1: 2 });
  await business.arrange({ kind: "test.again", clear: ["s1"] });
});

test("a handler that sets its own subject again runs in one process alone", async () => {
  const business = await createBusiness();
  const gate = Promise.withResolvers<void>();
  let runs = 0;
  handle("test.next", async (context, due) => {
    runs += 1;
    if (runs === 1) await gate.promise;
    await count(context, due);
    context.due.set("test.next", due.subject, new Date(context.now.getTime() + HOUR_MS));
  });
  await business.arrange({ kind: "test.next", set: ["s1"] });
  const first = runDue(runtime);
  await until("the first run", () => runs > 0);
  await runDue(runtime);
  gate.resolve();
  await first;
  assert.equal(runs, 1);
  assert.deepEqual(await counted(business.id), { s1: 1 });
  await business.arrange({ kind: "test.next", clear: ["s1"] });
});

test("a worker that sleeps until a later time wakes when something earlier is set", async () => {
  const business = await createBusiness();
  await business.arrange({ kind: "test.count", set: ["s1"], in_ms: HOUR_MS });
  const worker = startDueWorker(runtime);
  try {
    // The first pass ends before the connection for signals is sure to listen; each further row is a signal.
    for (const subject of ["s2", "s3"]) {
      await business.arrange({ kind: "test.count", set: [subject] });
      await until(`the run of ${subject}`, async () => (await counted(business.id))[subject]);
    }
    assert.equal(worker.fault(), undefined);
  } finally {
    await worker.stop();
  }
  assert.deepEqual(await counted(business.id), { s2: 1, s3: 1 });
});
