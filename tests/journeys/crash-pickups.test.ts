/**
 * kill -9 while pickups are scheduled and cancelled at two carriers: the house carrier, whose books are in the same database,
 * and a gateway that loses, delays and refuses requests. Whatever a carrier comes for is what the business holds as
 * scheduled, once, and labels are on no pickup that nobody comes for.
 */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { DUE_CHANNEL } from "#operation/due/due-tasks.ts";
import { getRoundCount, KILL_TARGETS, killableService } from "../support/crash.ts";
import { startFlakyGateway } from "../support/flaky-gateway.ts";
import { until } from "../support/until.ts";

const ROUNDS = getRoundCount(KILL_TARGETS.length);
const DAY_MS = 24 * 3_600_000;
const TURNS = ["house", "flaky", "flaky"];

const gateway = await startFlakyGateway({ charge: 10, delays: true });
const service = await killableService({ RATE_LIMITS: "off", PRIVATE_ADDRESSES: "1" });
const admin = await service.as("admin@rounds.example");

const place = (name: string, postal_code: string) => ({
  name,
  line1: "Rua A 1",
  city: "Brasília",
  postal_code,
  country: "BR",
});
const shipment = {
  ship_from: place("Shop", "71200-030"),
  ship_to: place("Clara Dias", "74000-000"),
  packages: [{ weight_g: 700 }],
};
const window = {
  date: new Date(Date.now() + 3 * DAY_MS).toISOString().slice(0, 10),
  window_start: "09:00",
  window_end: "12:00",
};

const post = (path: string, input: object) =>
  service.request("POST", path, input, { ...admin, "idempotency-key": randomUUID() });

interface Acknowledged {
  cancelled: boolean;
}

test(`${ROUNDS} rounds of kill -9 and a carrier that fails: it comes for every pickup that is scheduled, once`, async () => {
  const opened = await post("/api/v1/labelservice/carrier-accounts", {
    code: "flaky",
    kind: "gateway",
    name: "Flaky",
    api_key: "key_flaky_0123456789",
    base_url: gateway.base_url,
  });
  assert.equal(opened.status, 201, JSON.stringify(opened.body));

  const acknowledged = new Map<number, Acknowledged>();
  let turn = 0;
  const scheduleOne = async () => {
    turn += 1;
    const cancels = turn % 4 === 0;
    const carrier_accounts = [TURNS[turn % TURNS.length]];
    const rated = await post("/api/v1/labelservice/rate", { ...shipment, carrier_accounts });
    assert.equal(rated.status, 200, JSON.stringify(rated.body));
    const bought = await post("/api/v1/labelservice/submitOrder", { rate_id: rated.body.rates[0].rate_id });
    // Only a label that is known to be sold can be collected; the others are the concern of crash-labels.test.ts.
    if (bought.status !== 201) return;
    const label_order_ids = [bought.body.label_order.id];
    const scheduled = await post("/api/v1/labelservice/pickups", { label_order_ids, ...window });
    // A lost answer may have been a pickup: then the label is on it.
    if (scheduled.status === 409 && scheduled.tries > 1) return;
    if (scheduled.status === 422 && scheduled.body.error_code === "CARRIER_REFUSED") return;
    assert.ok(scheduled.status === 200 || scheduled.status === 202, JSON.stringify(scheduled.body));
    const { id, state } = scheduled.body.pickup;
    if (state === "scheduled") acknowledged.set(id, { cancelled: false });
    if (!cancels) return;
    const cancelled = await post(`/api/v1/labelservice/pickups/${id}/cancel`, {});
    // A worker may have found meanwhile that the carrier does not come.
    if (cancelled.status === 409) {
      acknowledged.delete(id);
      return;
    }
    assert.ok(cancelled.status === 200 || cancelled.status === 202, JSON.stringify(cancelled.body));
    acknowledged.set(id, { cancelled: true });
  };
  await service.rounds(ROUNDS, scheduleOne);
  gateway.settle();
  // Each carrier has at least one that was not cancelled, however little the rounds came to.
  for (let more = 0; more < 2 * TURNS.length; more += 1) await scheduleOne();

  /**
   * Due tasks and jobs take their turn now, as if hours had passed, until `open` returns no row. `late`: also those that look
   * for what arrives after it was given up.
   */
  const finish = (what: string, late: boolean, open: string) =>
    until(
      what,
      () =>
        service.beside(async (client) => {
          await client.query("update external_call set next_at = now() where state = 'pending'");
          await client.query(
            "update label_pickup set asked_at = now() - interval '1 hour' where state = 'pending'",
          );
          await client.query(
            `update due set next_at = now() where id in (
               select id from due where kind = 'shipping.reconcile_pickup' and next_at > now() + interval '5 seconds'
                 and ($1 or not payload ? 'check') for update skip locked)`,
            [late],
          );
          await client.query(`notify ${DUE_CHANNEL}`);
          await wait(250);
          return (await client.query(open)).rows;
        }),
      (rows) => rows.length === 0,
    );
  await finish(
    "the end of every pickup",
    false,
    `select id::text from label_pickup where state in ('pending', 'cancel_pending') union all
     select id::text from external_call where state = 'pending'`,
  );
  // What was on its way arrives when everything has been given up.
  gateway.deliverLate();
  await finish(
    "the last look for late pickups",
    true,
    "select 1 from due where kind = 'shipping.reconcile_pickup'",
  );

  const held = await service.rows<{ id: string; state: string; reference: string; account: string }>(
    `select p.id, p.state, p.reference, a.code as account from label_pickup p
       join carrier_account a on a.id = p.carrier_account_id where a.code in ('house', 'flaky') order by p.id`,
  );
  const find = (account: string) =>
    held
      .filter((one) => one.account === account && one.state === "scheduled")
      .map(({ reference }) => reference)
      .sort();
  assert.deepEqual(
    find("flaky"),
    gateway.pickups().sort(),
    "the gateway does not come for what is scheduled",
  );
  const theirs = await service.rows<{ reference: string }>(
    "select reference from house_pickup where cancelled_at is null order by reference",
  );
  assert.deepEqual(
    find("house"),
    theirs.map(({ reference }) => reference).sort(),
    "the house carrier does not come for what is scheduled",
  );
  assert.ok(gateway.pickups().length > 0 && theirs.length > 0, "nothing was scheduled");
  for (const [id, { cancelled }] of acknowledged) {
    const state = held.find((one) => Number(one.id) === id)?.state ?? "";
    assert.ok(
      (cancelled ? ["cancelled", "failed"] : ["scheduled"]).includes(state),
      `pickup ${id} is ${state}`,
    );
  }
  const stray = await service.rows(
    `select o.id, p.state from label_order o join label_pickup p on p.id = o.pickup_id where p.state <> 'scheduled'`,
  );
  assert.deepEqual(stray, [], "labels are on a pickup that nobody comes for");
});
