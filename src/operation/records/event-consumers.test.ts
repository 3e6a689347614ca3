import assert from "node:assert/strict";
import { test } from "node:test";
import type pg from "pg";
import type { LoggedEvent } from "#platform/db/event-log.ts";
import { openSignals } from "#platform/db/notify.ts";
import { testEvent } from "#tests/support/events.ts";
import { catchRefusal, testService } from "#tests/support/service.ts";
import { until } from "#tests/support/until.ts";
import { type Actor, ANONYMOUS } from "../caller/actor.ts";
import type { Operation } from "../define/define.ts";
import type { Runtime } from "../define/runtime.ts";
import { startInvocation } from "../run/invocation.ts";
import { runTransaction } from "../run/transaction.ts";
import { EVENTS_CHANNEL, isSaveDue, startEventConsumer } from "./event-consumers.ts";

const service = await testService();
const { runtime } = service;

/** A second process, as far as signals and locks are concerned. */
function another(): Runtime {
  const config = runtime.pools.owner.options as pg.ClientConfig;
  return { ...runtime, signals: openSignals({ config, onError: () => {} }) };
}

async function emit(business_id: number, subject: string, kind: `test.${string}`): Promise<void> {
  const operation = { name: "test", refusals: {}, effect: "write" } as unknown as Operation;
  const request = { id: "test", surface: "job" as const, address: "", language: "", user_agent: "" };
  const actor: Actor = { ...ANONYMOUS, kind: "job", business_id };
  await runTransaction(startInvocation(runtime, { operation, actor, input: {}, request }), {
    claim: null,
    async run(db, emitted) {
      // The row lock that any write holds on its subject.
      await db.execute(
        "insert into counter (business_id, name, value) values ($1, $2, 0) on conflict (business_id, name) do update set value = counter.value + 1",
        [business_id, subject],
      );
      emitted.push(testEvent({ subject: { type: "thing", id: subject }, kind }));
    },
    audit: () => [],
  });
}

const filterByBusiness = (events: LoggedEvent[], business_id: number) =>
  events.filter((event) => event.business_id === business_id);

function assertOrdered(events: LoggedEvent[]): void {
  const last = new Map<string, number>();
  for (const { subject_id, seq } of events) {
    assert.equal(seq, (last.get(subject_id) ?? 0) + 1, `events of ${subject_id} arrive in their order`);
    last.set(subject_id, seq);
  }
}

test("with twelve concurrent writers the consumer gets every event once, and the events of a subject in order", async () => {
  const business = await service.business();
  const handled_events: LoggedEvent[] = [];
  const reader = startEventConsumer(
    runtime,
    "twelve",
    async (events) => void handled_events.push(...filterByBusiness(events, business.id)),
    {
      page: 7,
    },
  );
  const [writers, each] = [12, 25];
  await Promise.all(
    Array.from({ length: writers }, async (_, writer) => {
      for (let n = 0; n < each; n += 1) await emit(business.id, `s${(writer + n) % 5}`, "test.changed");
    }),
  );
  await until("every event at the reader", () => handled_events.length >= writers * each);
  await reader.stop();
  assert.equal(new Set(handled_events.map((event) => event.id)).size, writers * each);
  assert.equal(handled_events.length, writers * each);
  assertOrdered(handled_events);
});

test("a consumer that fails gets the same events again, then continues after them", async () => {
  const business = await service.business();
  let failures = 2;
  const handled_events: LoggedEvent[] = [];
  const reader = startEventConsumer(
    runtime,
    "failing",
    async (events) => {
      const news = filterByBusiness(events, business.id);
      if (news.length > 0 && failures > 0) {
        failures -= 1;
        throw new Error("The receiver is down.");
      }
      handled_events.push(...news);
    },
    { from: "now" },
  );
  await until(
    "the reader's cursor",
    async () => (await service.system.row("select 1 from event_reader where name = 'failing'")) !== undefined,
  );
  for (let n = 0; n < 3; n += 1) await emit(business.id, "a", "test.changed");
  await until("three events at the reader", () => handled_events.length >= 3);
  await reader.stop();
  assert.equal(failures, 0);
  assertOrdered(handled_events);
});

test("an event whose value cannot be stored is recorded as failed, and those behind it are delivered", async () => {
  const business = await service.business();
  const handled_entries: string[] = [];
  const reader = startEventConsumer(
    runtime,
    "overflowing",
    async (events) => {
      for (const { subject_id, seq } of filterByBusiness(events, business.id)) {
        if (subject_id === "b")
          await service.system.execute("select 2147483647 + base from (values (1)) v(base)");
        handled_entries.push(`${subject_id}${seq}`);
      }
    },
    { from: "now" },
  );
  await until(
    "the reader's cursor",
    async () =>
      (await service.system.row("select 1 from event_reader where name = 'overflowing'")) !== undefined,
  );
  for (const subject of ["a", "b", "a", "c"]) await emit(business.id, subject, "test.changed");
  await until("the events behind the one that fails", () => handled_entries.includes("c1"));
  await reader.stop();
  assert.deepEqual([...new Set(handled_entries)], ["a1", "a2", "c1"]);
  const failed = await service.system.rows<{ subject_id: string; error: string }>(
    `select e.subject_id, f.error from event_failure f join event e on e.id = f.event_id
      where f.business_id = $1 and f.reader = 'overflowing'`,
    [business.id],
  );
  assert.deepEqual(failed, [{ subject_id: "b", error: "integer out of range" }]);
});

test("a stopped consumer restarts from its cursor", async () => {
  const business = await service.business();
  const handled_events: LoggedEvent[] = [];
  const handle = async (events: LoggedEvent[]) =>
    void handled_events.push(...filterByBusiness(events, business.id));
  await emit(business.id, "a", "test.changed");
  const first = startEventConsumer(runtime, "resumed", handle);
  await until("the first event", () => handled_events.length === 1);
  await first.stop();
  await emit(business.id, "a", "test.changed");
  const second = startEventConsumer(runtime, "resumed", handle);
  await until("the second event", () => handled_events.length === 2);
  await second.stop();
  assertOrdered(handled_events);
});

test("a consumer passes events of kinds that it does not read, and its stored cursor follows", async () => {
  const business = await service.business();
  const isBehind = async () => {
    const row = await service.system.row<{ is_behind: boolean }>(
      `select exists (select from event e where e.business_id = $1
                        and not pg_visible_in_snapshot(e.xid, r.position::pg_snapshot)) as is_behind
         from event_reader r where r.name = 'other-kinds'`,
      [business.id],
    );
    return row?.is_behind ?? true;
  };
  await emit(business.id, "other", "test.changed");
  const kinds = ["test.never"];
  const reader = startEventConsumer(runtime, "other-kinds", async () => assert.fail("no such event"), {
    kinds,
  });
  for (const subject of ["first", "second"]) {
    await until(`a stored cursor after the ${subject} event`, isBehind, (is_behind) => !is_behind);
    await emit(business.id, "other", "test.changed");
  }
  await reader.stop();
});

test("a cursor that passed events is saved within seconds, one that passed none rarely", () => {
  const cases: [has_passed_events: boolean, unsaved_ms: number, is_due: boolean][] = [
    [true, 100, false],
    [true, 3000, true],
    [false, 3000, false],
    [false, 61_000, true],
  ];
  for (const [has_passed_events, unsaved_ms, is_due] of cases)
    assert.equal(isSaveDue(has_passed_events, unsaved_ms), is_due, `${has_passed_events}, ${unsaved_ms} ms`);
});

test("one process runs a consumer at a time; when it dies between handling and saving the cursor, the next process gets the events again", async () => {
  const business = await service.business();
  const dying = another();
  const living = another();
  const first: LoggedEvent[] = [];
  const second: LoggedEvent[] = [];
  let release = () => {};
  const stuck = new Promise<void>((resolve) => {
    release = resolve;
  });
  const one = startEventConsumer(dying, "moved", async (events) => {
    first.push(...filterByBusiness(events, business.id));
    if (first.length > 0) await stuck;
  });
  await until(
    "the reader's cursor",
    async () => (await service.system.row("select 1 from event_reader where name = 'moved'")) !== undefined,
  );
  const two = startEventConsumer(
    living,
    "moved",
    async (events) => void second.push(...filterByBusiness(events, business.id)),
  );
  await emit(business.id, "a", "test.changed");
  await until("the first event", () => first.length === 1);
  assert.equal(second.length, 0);
  await dying.signals.stop();
  await until("another process that takes over", () => second.length === 1);
  await emit(business.id, "a", "test.changed");
  await until("the second event", () => second.length === 2);
  const before = await service.system.row("select position, last_id from event_reader where name = 'moved'");
  // The first process resumes with the page it had read: it must not move the cursor.
  release();
  await one.stop();
  const after = await service.system.row<{ last_id: number }>(
    "select position, last_id from event_reader where name = 'moved'",
  );
  assert.deepEqual(after, before);
  assertOrdered(second);
  await two.stop();
  await living.signals.stop();
});

test("a signal reaches other processes, and so does clearing the cache of callers", async () => {
  const business = await service.business();
  const other = another();
  let heard = 0;
  other.signals.listen(EVENTS_CHANNEL, () => {
    heard += 1;
  });
  let forgotten = 0;
  other.signals.listen("packhorse_callers", () => {
    forgotten += 1;
  });
  // Received at least once, when its connection opened.
  await until("both signals", () => heard > 0 && forgotten > 0);
  const [heard_before, forgotten_before] = [heard, forgotten];
  await emit(business.id, "a", "test.changed");
  await until("an event's signal", () => heard > heard_before);
  runtime.authentication.clearCache();
  await until("a signal to forget callers", () => forgotten > forgotten_before);
  await other.signals.stop();
});

test("a caller that was read before the cache was cleared is not cached", async () => {
  const business = await service.business();
  const { token, account_id } = await business.person("employee");
  const { system_queries } = runtime;
  const reading = system_queries.findAccountOfToken;
  // The account is disabled while its token is being read from the database.
  system_queries.findAccountOfToken = async (hash) => {
    const row = await reading(hash);
    await service.system.execute("update account set status = 'disabled' where id = $1", [account_id]);
    runtime.authentication.clearCache();
    return row;
  };
  runtime.authentication.clearCache();
  try {
    await runtime.authentication.authenticateToken(token, service.now());
  } finally {
    system_queries.findAccountOfToken = reading;
  }
  assert.equal(
    (await catchRefusal(runtime.authentication.authenticateToken(token, service.now()))).status,
    401,
  );
});
