/** Limits over two services on one database, and over two on one Redis. Batches are exchanged by hand: nothing waits. */
import assert from "node:assert/strict";
import { connect } from "node:net";
import { after, describe, test } from "node:test";
import { testService } from "#tests/support/service.ts";
import { Refusal } from "../define/refusal.ts";
import type { Log } from "../define/runtime.ts";
import { createDatabaseCounts } from "./database-counts.ts";
import { createEnumerationGuard, UNKNOWN_IDS_MAX, WINDOW_MS } from "./enumeration-guard.ts";
import { createLinkRates } from "./link-rates.ts";
import { createRateLimits } from "./rate-limits.ts";
import { createRedisCounts } from "./redis-counts.ts";
import { type CountStore, createSharedCounts, type Slot } from "./shared-counts.ts";

const service = await testService();
const log: Log = { info() {}, warn() {}, error() {} };
const REDIS = "redis://127.0.0.1:6379";

/** An exchange by the clock would take what is counted along, before the other process has stored its part. */
const NEVER_MS = 2 ** 31 - 1;

/** Ids that no other test, and no earlier run on the same Redis, uses. */
let serial = Date.now() * 1000;
const fresh = () => {
  serial += 1;
  return serial;
};

interface Clock {
  at: Date;
  advance(milliseconds: number): void;
}

function startClock(): Clock {
  return {
    at: new Date(),
    advance(milliseconds) {
      this.at = new Date(this.at.getTime() + milliseconds);
    },
  };
}

/** The limits of one process. */
function startProcess(store: CountStore, clock: Clock) {
  const counts = createSharedCounts(store, { log, now: () => clock.at, exchange_ms: NEVER_MS });
  after(() => counts.stop());
  return {
    exchange: counts.exchange,
    tokens: createLinkRates(counts.share),
    guard: createEnumerationGuard(counts.share),
    rates: createRateLimits({}, counts.share),
  };
}

function isRefused(work: () => unknown): boolean {
  try {
    work();
    return false;
  } catch (error) {
    assert.ok(error instanceof Refusal);
    assert.equal(error.status, 429);
    return true;
  }
}

function testStore(name: string, open: () => CountStore | Promise<CountStore>, skip: string | false): void {
  describe(`counts shared by ${name}`, { skip }, () => {
    test("hold a token to its calls per minute over two processes, until they leave the window", async () => {
      const clock = startClock();
      const [one, other] = [startProcess(await open(), clock), startProcess(await open(), clock)];
      const token = { link: { id: fresh() } as never, calls_per_minute: 4 };
      for (let call = 0; call < 3; call += 1) one.tokens.admit(token, clock.at);
      other.tokens.admit(token, clock.at);
      await one.exchange();
      await other.exchange();
      assert.ok(isRefused(() => other.tokens.admit(token, clock.at)));
      one.tokens.admit({ ...token, calls_per_minute: 5 }, clock.at);
      await one.exchange();
      assert.ok(isRefused(() => one.tokens.admit(token, clock.at)));
      clock.advance(66_000);
      assert.equal(
        isRefused(() => other.tokens.admit(token, clock.at)),
        false,
      );
    });

    test("count the calls of one batch once, however often batches are exchanged", async () => {
      const clock = startClock();
      const [one, other] = [startProcess(await open(), clock), startProcess(await open(), clock)];
      const token = { link: { id: fresh() } as never, calls_per_minute: 10 };
      for (let call = 0; call < 4; call += 1) {
        one.tokens.admit(token, clock.at);
        other.tokens.admit(token, clock.at);
        await one.exchange();
        await other.exchange();
      }
      one.tokens.admit(token, clock.at);
      await one.exchange();
      await one.exchange();
      one.tokens.admit(token, clock.at);
      assert.ok(isRefused(() => one.tokens.admit(token, clock.at)));
    });

    test("count each of several tokens by itself, over many batches", async () => {
      const clock = startClock();
      const process = startProcess(await open(), clock);
      const tokens = [fresh(), fresh(), fresh()].map((id) => ({
        link: { id } as never,
        calls_per_minute: 5,
      }));
      for (let call = 0; call < 5; call += 1) {
        for (const token of tokens) process.tokens.admit(token, clock.at);
        await process.exchange();
      }
      for (const token of tokens) assert.ok(isRefused(() => process.tokens.admit(token, clock.at)));
    });

    test("refuse who guesses numbers in each process, also one that saw no guess", async () => {
      const clock = startClock();
      const [one, other] = [startProcess(await open(), clock), startProcess(await open(), clock)];
      const caller = { actor: { account_id: fresh() }, address: "192.0.2.1" };
      for (let id = 0; id < UNKNOWN_IDS_MAX; id += 1)
        one.guard.count(caller, { requested: [`N${id}`], unknown: [`N${id}`] }, clock.at);
      await one.exchange();
      other.guard.admit(caller, ["K1"], clock.at);
      await other.exchange();
      assert.ok(isRefused(() => other.guard.admit(caller, ["K1"], clock.at)));
      clock.advance(WINDOW_MS);
      assert.equal(
        isRefused(() => other.guard.admit(caller, ["K1"], clock.at)),
        false,
      );
    });

    test("take the calls of the other process from a bucket, without what was refilled since", async () => {
      const clock = startClock();
      const [one, other] = [startProcess(await open(), clock), startProcess(await open(), clock)];
      const declared = { name: "reads", per_s: 1, burst: 4 };
      const caller = { actor: { account_id: fresh(), provider: null }, address: "192.0.2.1" };
      const takeRemaining = (process: typeof one) =>
        process.rates.take(declared, caller, clock.at)["ratelimit-remaining"];
      for (let call = 0; call < 3; call += 1) one.rates.take(declared, caller, clock.at);
      assert.equal(takeRemaining(other), "3");
      await one.exchange();
      await other.exchange();
      assert.ok(isRefused(() => other.rates.take(declared, caller, clock.at)));
      clock.advance(3000);
      assert.equal(takeRemaining(other), "2");
    });
  });
}

testStore("the database", () => createDatabaseCounts(service.runtime.pools.system), false);
testStore(
  "Redis",
  () => createRedisCounts(REDIS, log),
  (await answers(6379)) ? false : "no Redis answers on port 6379",
);

test("expired counts are deleted from the database", async () => {
  const clock = startClock();
  const store = createDatabaseCounts(service.runtime.pools.system);
  const key = `token ${fresh()}`;
  const added: Slot = { key, slot: clock.at.getTime(), count: 1, expires_at: clock.at.getTime() + 1000 };
  await store.exchange([], [added], clock.at.getTime());
  clock.advance(120_000);
  await store.exchange([], [], clock.at.getTime());
  assert.deepEqual(await service.system.rows("select 1 from limit_count where key = $1", [key]), []);
});

test("what cannot be stored is sent with the next batch, and the process limits on its own meanwhile", async () => {
  const clock = startClock();
  const database = createDatabaseCounts(service.runtime.pools.system);
  let is_down = true;
  const warnings: string[] = [];
  const store: CountStore = {
    ...database,
    exchange: (...batch) => (is_down ? Promise.reject(new Error("down")) : database.exchange(...batch)),
  };
  const counts = createSharedCounts(store, {
    log: { ...log, warn: (_fields, text) => void warnings.push(text) },
    now: () => clock.at,
  });
  after(() => counts.stop());
  const tokens = createLinkRates(counts.share);
  const id = fresh();
  const token = { link: { id } as never, calls_per_minute: 2 };
  tokens.admit(token, clock.at);
  await counts.exchange();
  tokens.admit(token, clock.at);
  await counts.exchange();
  assert.equal(warnings.length, 1);
  assert.ok(isRefused(() => tokens.admit(token, clock.at)));
  is_down = false;
  await counts.exchange();
  const row = await service.system.row("select sum(count)::int as calls from limit_count where key = $1", [
    `calls link/${id}`,
  ]);
  assert.deepEqual(row, { calls: 2 });
});

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: "127.0.0.1", port });
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
}
