/**
 * Twelve tasks of agents from the first call to the last, each in the fewest calls. What they cost is in `costs.json`,
 * and may only fall: UPDATE_COSTS=1 writes lower figures.
 *
 * An agent knows what its user told it (a name, a number, an address), never an id that no answer has shown.
 */
import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { after, test } from "node:test";
import { fillWallet, storePackage } from "#domain/customer/storage-orders/samples.ts";
import { setGrant } from "#domain/insight/alliances/operations/set-grant.ts";
import { createDataset } from "#domain/insight/datasets/operations/create-dataset.ts";
import { saveDatasetRecords } from "#domain/insight/datasets/operations/save-dataset-records.ts";
import { holdOrder } from "#domain/orders/orders/operations/hold-order.ts";
import { ally } from "#tests/support/alliances.ts";
import { runQueued } from "#tests/support/jobs.ts";
import { type TestBusiness, type TestPerson, testService } from "#tests/support/service.ts";
import { createFixture } from "#tests/surface/fixture.ts";
import { type Agent, type Cost, Ledger, startAgent } from "./agent.ts";

const FILE = path.join(import.meta.dirname, "costs.json");
/** Ids and times have one digit more or less from run to run. */
const TOLERANCE = 1.03;

const service = await testService();
// A Monday.
service.setNow("2026-11-23T12:00:00Z");
service.freezeClock();

const known_costs: Record<string, Cost> = JSON.parse(await readFile(FILE, "utf8"));
const measured: Record<string, Cost> = {};

interface Fixture {
  business: TestBusiness;
  admin: TestPerson;
  ledger: Ledger;
  agent: Agent;
}

/** A task in a business of its own. */
function task(name: string, run: (fixture: Fixture) => Promise<void>): void {
  test(name, async () => {
    const business = await service.business();
    const admin = await business.person("client_admin");
    const ledger = new Ledger();
    await run({ business, admin, ledger, agent: startAgent(service, ledger, admin.token) });
    const { calls, tokens } = ledger.cost;
    measured[name] = { calls, tokens };
    const before = known_costs[name];
    if (process.env["UPDATE_COSTS"] !== undefined) return;
    assert.ok(before !== undefined, `${name} has no figures: run once with UPDATE_COSTS=1`);
    assert.ok(calls <= before.calls, `${calls} calls instead of ${before.calls}`);
    assert.ok(tokens <= before.tokens * TOLERANCE, `${tokens} tokens instead of ${before.tokens}`);
  });
}

after(async () => {
  if (process.env["UPDATE_COSTS"] === undefined) return;
  const lower = Object.entries(measured).map(([name, { calls, tokens }]) => {
    const before = known_costs[name] ?? { calls, tokens };
    return [name, { calls: Math.min(calls, before.calls), tokens: Math.min(tokens, before.tokens) }];
  });
  await writeFile(FILE, `${JSON.stringify({ ...known_costs, ...Object.fromEntries(lower) }, null, 2)}\n`);
});

const place = (n: number) => ({
  name: `Recipient ${n}`,
  phone: "+55 61 99999-0000",
  line1: `Quadra ${n}, Casa 2`,
  city: "Brasília",
  postal_code: "70000-000",
  country: "BR",
  lat: -15.7 - n / 500,
  lng: -47.85 - n / 500,
});

task("late parcels explained", async ({ business, admin, agent }) => {
  await business.driver({ name: "Rita Souza" });
  const late = await business.order({
    dropoff: { ...place(1), window: undefined },
    scheduled_date: "2026-11-23",
  });
  await service.system.execute(
    "update delivery_order set window_end = '2026-11-23T11:00:00Z' where id = $1",
    [late.id],
  );
  const held = await business.order({ dropoff: place(2), scheduled_date: "2026-11-23" });
  await admin.call(holdOrder, { order_id: held.id, reason: "Gate code unknown" });
  const { exceptions, by_reason } = await agent("list_exceptions", {});
  assert.deepEqual([by_reason.late, by_reason.held], [1, 1]);
  const order_reasons = exceptions.map(
    (one: { why: string; reason?: string; order: { order_id: number } }) => [
      one.order.order_id,
      one.why,
      one.reason,
    ],
  );
  assert.deepEqual(order_reasons.sort(), [
    [late.id, "late", undefined],
    [held.id, "held", "Gate code unknown"],
  ]);
});

task("a bulk with two bad orders", async ({ agent }) => {
  const orders: Record<string, unknown>[] = Array.from({ length: 8 }, (_one, n) => ({
    ref: `B-${n}`,
    dropoff: place(n),
  }));
  orders[3] = { ref: "B-3", dropoff: { ...place(3), line1: 7 } };
  orders[6] = { ref: "B-6" };
  const first = await agent("bulk_create_orders", { orders, confirm: true });
  assert.equal(first.done, 6);
  const bad = first.errors.map(({ index }: { index: number }) => index);
  assert.deepEqual(bad, [3, 6]);
  const mended = bad.map((index: number) => ({ ...orders[index], dropoff: place(index) }));
  const second = await agent("bulk_create_orders", { orders: mended, confirm: true });
  assert.equal(second.done, 2);
});

task("hold, approve, release", async ({ business, admin, agent: person, ledger }) => {
  const order = await business.order({ ref: "H-1" });
  const { body } = await admin.http("POST", "/api/v1/user/tokens", { name: "desk", profile: "ops-write" });
  const agent = startAgent(service, ledger, body.access_token, { "x-mcp-require-approval": "1" });
  const { orders } = await agent("find_order", { q: "H-1" });
  const { order_id } = orders[0].order;
  assert.equal(order_id, order.id);
  const held = await agent("hold_order", { order_id, reason: "Unpaid" });
  await person("approve_pending_write", { approval_id: held.approval_id, confirm: true });
  const [decided] = (await agent("list_pending_approvals", { approval_id: held.approval_id })).approvals;
  assert.equal(decided.state, "executed");
  assert.equal(await business.readStatus(order.id), "HOLD");
  const released = await agent("release_order", { order_id });
  await person("approve_pending_write", { approval_id: released.approval_id, confirm: true });
  assert.equal(await business.readStatus(order.id), "NEW_ORDER");
});

task("the cheapest carrier before Friday", async ({ agent }) => {
  const { label_order, tracking_numbers } = await agent("quote_and_ship", {
    ship_to: {
      name: "Clara Dias",
      line1: "Rua A 1",
      city: "Goiânia",
      postal_code: "74000-000",
      country: "BR",
    },
    packages: [{ weight_g: 800 }],
    strategy: "cheapest_within_deadline",
    deadline: "2026-11-26",
  });
  assert.equal(label_order.state, "LABEL_READY");
  assert.equal(tracking_numbers.length, 1);
});

task("a day planned, and what is unassigned", async ({ business, agent }) => {
  await business.driver({ name: "Rita Souza" });
  for (let n = 1; n <= 6; n += 1) await business.order({ dropoff: place(n) });
  const frozen = await business.order({ dropoff: place(7), requirements: { skills: ["cold"] } });
  const planned = await agent("build_route", { view: "summary", engine: "savings", confirm: true });
  assert.equal(planned.routes.length, 1);
  assert.equal(planned.unassigned.length, 1);
  assert.equal(planned.unassigned[0].order_id, frozen.id);
  assert.equal(typeof planned.unassigned[0].reason, "string");
});

task("a ship-out paid", async ({ business, ledger }) => {
  const fixture = await createFixture(service, business, "Wagner");
  const { customer } = fixture.people;
  await fillWallet(fixture);
  await storePackage(fixture, { person: customer });
  await fixture.id("shipout_service_code");
  const agent = startAgent(service, ledger, customer.token);
  const { packages } = await agent("list_stored_packages", {});
  const { services } = await agent("list_shipout_services", {});
  const shipout_input = {
    service_code: services[0].service_code,
    stored_package_ids: packages.map((one: { stored_package_id: number }) => one.stored_package_id),
  };
  const { rate_id } = await agent("estimate_shipout", shipout_input);
  const { shipout_id } = await agent("create_shipout", { ...shipout_input, rate_id });
  const paid = await agent("pay_shipout", { shipout_id, confirm: true });
  assert.equal(paid.shipout.status, "PAID");
});

task("the timeline of a locker rental", async ({ business, agent }) => {
  const fixture = await createFixture(service, business, "Locker");
  const rental_id = await fixture.id("rental");
  const { timeline } = await agent("otep_client_locker_storage", { rental_id });
  assert.ok(timeline.events.length > 0);
});

task("a question to a dataset", async ({ admin, agent }) => {
  const { dataset_id } = await admin.call(createDataset, {
    name: "Buildings",
    columns: [
      { key: "code", type: "text", unique: true, indexed: true },
      { key: "gate", type: "text" },
      { key: "floors", type: "number" },
    ],
  });
  await admin.call(saveDatasetRecords, {
    dataset_id,
    records: Array.from({ length: 30 }, (_one, n) => ({
      values: { code: `Q-${n}`, gate: `Gate ${n}`, floors: n },
    })),
  });
  const { datasets } = await agent("list_datasets", { q: "buildings" });
  const { records } = await agent("search_dataset_records", {
    dataset_ids: [datasets[0].dataset_id],
    where: { floors: { gte: 28 } },
  });
  assert.deepEqual(records.map((one: { values: { gate: string } }) => one.values.gate).sort(), [
    "Gate 28",
    "Gate 29",
  ]);
});

task("tracking at another business", async ({ business, agent }) => {
  const other = await service.business();
  const alliance_id = await ally(other, business);
  await other.as("client_admin")(setGrant, {
    alliance_id,
    client_code: business.code,
    scopes: ["tracking", "orders_read"],
  });
  const { tracking_number } = await other.order({ dropoff: place(4) });
  const { clients } = await agent("list_accessible_clients", { scope: "tracking" });
  assert.equal(clients[0].client_code, other.code);
  const tracked = await agent("track_package", { number: tracking_number });
  assert.equal(tracked.tracking_number, tracking_number);
});

task("a webhook sent again", async ({ business, agent }) => {
  const fixture = await createFixture(service, business, "Hook");
  await fixture.id("webhook_delivery");
  const { deliveries } = await agent.developer("get_webhook_delivery_logs", { state: "EXHAUSTED" });
  const { webhook_delivery_id } = deliveries[0];
  const replay = await agent.developer("replay_webhook_delivery", { webhook_delivery_id });
  assert.ok(replay.result);
});

task("an order sent to another address", async ({ business, agent }) => {
  const { id } = await business.order({ dropoff: { ...place(5), line1: "Quadra 512, Casa 9" } });
  const { orders } = await agent("find_order", { q: "Quadra 512" });
  const { order_id } = orders[0].order;
  assert.equal(order_id, id);
  const moved = await agent("reroute_to_address", {
    order_id,
    address: { line1: "Quadra 7, Casa 1", city: "Brasília", country: "BR" },
    reason: "The recipient moved",
    confirm: true,
  });
  assert.notEqual(moved.order_id, id);
});

task("an import with faults, mended", async ({ agent }) => {
  const orders: Record<string, unknown>[] = Array.from({ length: 20 }, (_one, n) => ({
    ref: `I-${n}`,
    dropoff: place(n),
  }));
  orders[4] = { ref: "I-4", dropoff: { ...place(4), country: "Brazil" } };
  orders[11] = { ref: "I-11" };
  const started = await agent("bulk_create_orders_async", { orders, confirm: true });
  await runQueued(service, "create-order-batch");
  const { orders: failed } = await agent("get_async_batch_result", {
    id: started.asyncId,
    only_failed: true,
  });
  const bad = failed.map(({ index }: { index: number }) => index);
  assert.deepEqual(bad, [4, 11]);
  const mended = bad.map((index: number) => ({ ...orders[index], dropoff: place(index) }));
  const second = await agent("bulk_create_orders", { orders: mended, confirm: true });
  assert.equal(second.done, 2);
});
