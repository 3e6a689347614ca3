/**
 * kill -9 during background jobs: a batch of orders continues after its last committed part and ends once, also when all parts are
 * done, and a plan is committed as a whole or not at all.
 */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { getRoundCount, KILL_TARGETS, type Killable, killableService } from "../support/crash.ts";
import { until } from "../support/until.ts";

const ROUNDS = getRoundCount(KILL_TARGETS.length);
const TOGETHER = 5;
const PARTS = 6;
/** Of `clientBatchOrderCreateAsync`. */
const PART_ITEMS = 100;

const service = await killableService();
const headers = await service.as("admin@rounds.example");

const chooseTarget = (round: number) =>
  KILL_TARGETS[round % KILL_TARGETS.length] as Parameters<Killable["kill"]>[0];

const get = async (path: string) => {
  const { status, body } = await service.request("GET", path, undefined, headers);
  assert.equal(status, 200, JSON.stringify(body));
  return body;
};

const post = (path: string, input: object) =>
  service.request("POST", path, input, { ...headers, "idempotency-key": randomUUID() });

/**
 * Kills round after round, and checks the results of several rounds at once, because waiting for them takes a
 * while.
 */
async function killInRounds<T>(begin: (round: number) => Promise<T>, check: (begun: T) => Promise<void>) {
  const begun: T[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    begun.push(await begin(round));
    if (begun.length < TOGETHER && round < ROUNDS - 1) continue;
    for (const one of begun.splice(0)) await check(one);
  }
}

const dropoff = { line1: "Quadra 1", city: "Brasília", country: "BR", lat: -15.7, lng: -47.8 };

test(`${ROUNDS} batches whose worker is killed are finished without a lost or duplicate order`, async () => {
  await killInRounds(
    async (round) => {
      const refs = Array.from({ length: PARTS * PART_ITEMS }, () => randomUUID());
      const orders = refs.map((ref) => ({ ref, scheduled_date: "2099-01-01", dropoff }));
      let id = "";
      const ask = async () => {
        const { status, body } = await post("/api/v1/client/batchOrderCreateAsync", { orders });
        assert.equal(status, 202, JSON.stringify(body));
        id = body.asyncId;
      };
      if (round % 2 === 0) {
        await beforeEnd(ask, async () => {
          const last = await get(`/api/v1/client/async/${id}`);
          assert.partialDeepStrictEqual(last, { state: "RUNNING", items_done: refs.length, finished: false });
          await service.kill(chooseTarget(round));
        });
      } else {
        await ask();
        const parts = Math.floor(Math.random() * PARTS);
        await until(
          `${parts} parts of the batch`,
          () => get(`/api/v1/client/async/${id}`),
          ({ items_done }) => items_done >= parts * PART_ITEMS,
        );
        await service.kill(chooseTarget(round));
      }
      return { id, refs };
    },
    async ({ id, refs }) => {
      const ended = await until(
        `the end of batch ${id}`,
        () => get(`/api/v1/client/async/${id}`),
        ({ finished }) => finished,
      );
      assert.partialDeepStrictEqual(ended, { state: "COMPLETED", items_done: refs.length, items_failed: 0 });
      assert.deepEqual(
        ended.orders.map(({ ref }: { ref: string }) => ref),
        refs,
      );
      const created_orders = await service.rows<{ id: number }>(
        "select id from delivery_order where ref = any($1) order by id",
        [refs],
      );
      assert.deepEqual(
        created_orders.map((order) => order.id),
        ended.orders.map(({ order_id }: { order_id: number }) => order_id),
      );
      const ends = await service.rows(
        "select 1 from event e join batch b on b.id = e.batch_id where b.public_id = $1 and e.kind = 'batch.finished'",
        [id],
      );
      assert.equal(ends.length, 1);
    },
  );
});

test(`${ROUNDS} plans whose worker is killed create all of their routes, once`, async () => {
  await killInRounds(
    async (round) => {
      const date = `2099-02-${String(1 + (round % 28)).padStart(2, "0")}`;
      const orders = Array.from({ length: PART_ITEMS }, (_none, n) => ({
        scheduled_date: date,
        dropoff: { ...dropoff, lat: dropoff.lat - n / 1000 },
        // Together they exceed the capacity of one van.
        units: 4,
      }));
      const creation = await post("/api/v1/client/batchOrderCreate", { orders });
      assert.equal(creation.status, 200, JSON.stringify(creation.body));
      const ids: number[] = creation.body.orders.map(({ order_id }: { order_id: number }) => order_id);
      const plan_input = { date, async: true, time_limit_s: 1, order_ids: ids };
      let id = 0;
      const ask = async () => {
        const { body } = await post("/api/v3/client/build-route", plan_input);
        id = body.plan_run_id;
        assert.equal(body.pending, true, JSON.stringify(body));
      };
      if (round % 2 === 0) {
        await ask();
        await until("a plan that is being made", () => get(`/api/v1/client/plan-runs/${id}`), isRunning);
        await service.kill(chooseTarget(round));
      } else {
        await atStops(ask, () => service.kill(chooseTarget(round)));
      }
      return { id, ids };
    },
    async ({ id, ids }) => {
      const { plan_run } = await until(
        `the end of plan ${id}`,
        () => get(`/api/v1/client/plan-runs/${id}`),
        ({ plan_run: { state } }) => state === "COMPLETED" || state === "FAILED",
      );
      assert.equal(plan_run.state, "COMPLETED", plan_run.failure);
      const routes = await service.rows<{ id: number }>(
        "select id from route where plan_run_id = $1 order by id",
        [id],
      );
      const planned: number[] = plan_run.routes.map(({ route_id }: { route_id: number }) => route_id);
      assert(planned.length > 1, `Plan ${id} has ${planned.length} routes.`);
      assert.deepEqual(
        routes.map((route) => route.id),
        planned.sort((a, b) => a - b),
      );
      const on_routes = await service.rows<{ order_id: number }>(
        `select t.order_id from stop_task t join stop s on s.id = t.stop_id where s.route_id = any($1) order by 1`,
        [routes.map((route) => route.id)],
      );
      assert.deepEqual(
        on_routes.map(({ order_id }) => order_id),
        ids,
      );
    },
  );
});

const isRunning = ({ plan_run }: { plan_run: { state: string } }) => plan_run.state === "RUNNING";

/** Any number that no lock of the service has. */
const END_LOCK = 20_261_128;

/**
 * Runs a callback after the last results of a batch are stored and before its end is: until then a lock holds it
 * back. Batches of earlier rounds, which may end at the same time, are not held.
 */
const beforeEnd = (begin: () => Promise<void>, then: () => Promise<void>) =>
  service.beside(async (client) => {
    await client.query(
      `create or replace function hold_end() returns trigger language plpgsql as
         $$ begin perform pg_advisory_xact_lock(${END_LOCK}); return new; end $$;
       create or replace trigger hold_end before update on batch
         for each row when (new.finished_at is not null and new.created_at > '${new Date().toISOString()}')
         execute function hold_end()`,
    );
    await client.query("select pg_advisory_lock($1)", [END_LOCK]);
    await begin();
    await until("a batch that is to end", async () => {
      const { rowCount } = await client.query(
        "select 1 from pg_locks where locktype = 'advisory' and objid = $1 and not granted",
        [END_LOCK],
      );
      return rowCount;
    });
    await then();
  });

/**
 * Runs a callback after the routes of a plan are written and before their stops: until then a lock prevents
 * others from writing stops.
 */
const atStops = (begin: () => Promise<void>, then: () => Promise<void>) =>
  service.beside(async (client) => {
    await client.query("begin");
    await client.query("lock table stop in exclusive mode");
    await begin();
    await until("somebody who waits for the stops", async () => {
      const { rowCount } = await client.query(
        "select 1 from pg_locks where relation = 'stop'::regclass and not granted",
      );
      return rowCount;
    });
    await then();
  });
