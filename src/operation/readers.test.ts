import assert from "node:assert/strict";
import { test } from "node:test";
import type pg from "pg";
import type { LoggedEvent } from "#platform/db/event-log.ts";
import { openSignals } from "#platform/db/notify.ts";
import { refusalOf, testService } from "#tests/support/service.ts";
import { until } from "#tests/support/until.ts";
import type { Mechanism } from "./mechanism.ts";
import { EVENTS_CHANNEL, startReader } from "./readers.ts";
import { transact } from "./transaction.ts";

const service = await testService();
const { mechanism } = service;

/** Another process, as far as signals and locks go. */
function another(): Mechanism {
  const config = mechanism.pools.owner.options as pg.ClientConfig;
  return { ...mechanism, signals: openSignals({ config, onError: () => {} }) };
}

async function emit(business_id: number, subject: string, kind: string): Promise<void> {
  await transact(mechanism, {
    business_id,
    role: "service",
    dry_run: false,
    claim: null,
    now: mechanism.now(),
    stamp: {
      actor_kind: "job",
      actor_id: null,
      surface: "job",
      on_behalf_of: null,
      operation: "test",
      correlation_id: "test",
    },
    async run(db, emitted) {
      // The lock that any command holds on what it changes.
      await db.execute(
        "insert into counter (business_id, name, value) values ($1, $2, 0) on conflict (business_id, name) do update set value = counter.value + 1",
        [business_id, subject],
      );
      emitted.push({ subject: { type: "thing", id: subject }, kind });
    },
    audit: () => [],
    keep: () => ({ answer: "{}", sealed: false }),
  });
}

const own = (events: LoggedEvent[], business_id: number) =>
  events.filter((event) => event.business_id === business_id);

function assertOrdered(events: LoggedEvent[]): void {
  const last = new Map<string, number>();
  for (const { subject_id, seq } of events) {
    assert.equal(seq, (last.get(subject_id) ?? 0) + 1, `events of ${subject_id} arrive in their order`);
    last.set(subject_id, seq);
  }
}

test("twelve writers at once: the reader gets every event once, those of a subject in their order", async () => {
  const t = await service.business();
  const seen: LoggedEvent[] = [];
  const reader = startReader(mechanism, "twelve", async (events) => void seen.push(...own(events, t.id)), {
    page: 7,
  });
  const [writers, each] = [12, 25];
  await Promise.all(
    Array.from({ length: writers }, async (_, writer) => {
      for (let n = 0; n < each; n += 1) await emit(t.id, `s${(writer + n) % 5}`, "thing.changed");
    }),
  );
  await until("every event at the reader", () => seen.length >= writers * each);
  await reader.stop();
  assert.equal(new Set(seen.map((event) => event.id)).size, writers * each);
  assert.equal(seen.length, writers * each);
  assertOrdered(seen);
});

test("a reader that fails is handed the same events again, and goes on after them", async () => {
  const t = await service.business();
  let failures = 2;
  const seen: LoggedEvent[] = [];
  const reader = startReader(
    mechanism,
    "failing",
    async (events) => {
      const news = own(events, t.id);
      if (news.length > 0 && failures > 0) {
        failures -= 1;
        throw new Error("The receiver is down.");
      }
      seen.push(...news);
    },
    { from: "now" },
  );
  await until(
    "the reader's cursor",
    async () => (await service.system.row("select 1 from event_reader where name = 'failing'")) !== undefined,
  );
  for (let n = 0; n < 3; n += 1) await emit(t.id, "a", "thing.changed");
  await until("three events at the reader", () => seen.length >= 3);
  await reader.stop();
  assert.equal(failures, 0);
  assertOrdered(seen);
});

test("a reader that stopped starts again where it stood", async () => {
  const t = await service.business();
  const seen: LoggedEvent[] = [];
  const handle = async (events: LoggedEvent[]) => void seen.push(...own(events, t.id));
  await emit(t.id, "a", "thing.changed");
  const first = startReader(mechanism, "resumed", handle);
  await until("the first event", () => seen.length === 1);
  await first.stop();
  await emit(t.id, "a", "thing.changed");
  const second = startReader(mechanism, "resumed", handle);
  await until("the second event", () => seen.length === 2);
  await second.stop();
  assertOrdered(seen);
});

test("one process runs a reader at a time; when it dies between handling and recording, the next sees the events again", async () => {
  const t = await service.business();
  const dying = another();
  const living = another();
  const first: LoggedEvent[] = [];
  const second: LoggedEvent[] = [];
  let release = () => {};
  const stuck = new Promise<void>((resolve) => {
    release = resolve;
  });
  const one = startReader(dying, "moved", async (events) => {
    first.push(...own(events, t.id));
    if (first.length > 0) await stuck;
  });
  await until(
    "the reader's cursor",
    async () => (await service.system.row("select 1 from event_reader where name = 'moved'")) !== undefined,
  );
  const two = startReader(living, "moved", async (events) => void second.push(...own(events, t.id)));
  await emit(t.id, "a", "thing.changed");
  await until("the first event", () => first.length === 1);
  assert.equal(second.length, 0);
  await dying.signals.stop();
  await until("another process that takes over", () => second.length === 1);
  await emit(t.id, "a", "thing.changed");
  await until("the second event", () => second.length === 2);
  const before = await service.system.row("select position, last_id from event_reader where name = 'moved'");
  // The first comes back to life with the page it held: it must not move the cursor.
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

test("a signal reaches other processes, and so does forgetting callers", async () => {
  const t = await service.business();
  const other = another();
  let heard = 0;
  other.signals.listen(EVENTS_CHANNEL, () => {
    heard += 1;
  });
  let forgotten = 0;
  other.signals.listen("packhorse_callers", () => {
    forgotten += 1;
  });
  // Heard at least once when its connection opened.
  await until("both signals", () => heard > 0 && forgotten > 0);
  const [heard_before, forgotten_before] = [heard, forgotten];
  await emit(t.id, "a", "thing.changed");
  await until("an event's signal", () => heard > heard_before);
  mechanism.callers.forget();
  await until("a signal to forget callers", () => forgotten > forgotten_before);
  await other.signals.stop();
});

test("a caller that was read before everything was forgotten is not kept", async () => {
  const t = await service.business();
  const { token, account_id } = await t.person("employee");
  const { doors } = mechanism;
  const reading = doors.accountOfToken;
  // The account is disabled while its token is being looked up.
  doors.accountOfToken = async (hash) => {
    const row = await reading(hash);
    await service.system.execute("update account set status = 'disabled' where id = $1", [account_id]);
    mechanism.callers.forget();
    return row;
  };
  mechanism.callers.forget();
  try {
    await mechanism.callers.ofToken(token, service.now());
  } finally {
    doors.accountOfToken = reading;
  }
  assert.equal((await refusalOf(mechanism.callers.ofToken(token, service.now()))).status, 401);
});
