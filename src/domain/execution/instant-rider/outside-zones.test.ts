/** Instant orders with an end outside the zones of all fleets: their creator is informed, a dispatcher gets it at once. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createOrder } from "#domain/orders/orders/operations/create-order.ts";
import { createOrderBatch } from "#domain/orders/orders/operations/create-order-batch.ts";
import { rerouteOrder } from "#domain/orders/orders/operations/reroute-order.ts";
import { updateOrder } from "#domain/orders/orders/operations/update-order.ts";
import { runDue } from "#operation/due/run-due.ts";
import { readStates } from "#tests/support/attention.ts";
import { CORNERS, createRiders, DROPOFF, followInstantOrders, PICKUP } from "#tests/support/instant-rider.ts";
import { type TestBusiness, testService } from "#tests/support/service.ts";
import { createInstantZone } from "./operations/create-instant-zone.ts";
import { dispatchInstantOrder } from "./operations/dispatch-instant-order.ts";
import { listInstantFleets } from "./operations/list-instant-fleets.ts";
import { listInstantJobs } from "./operations/list-instant-jobs.ts";

const service = await testService();
service.freezeClock();
service.setNow("2026-11-23T12:00:00Z");
const MINUTE = 60_000;

/** A business with a fleet, its zone and a rider who is online. */
async function open() {
  const business = await service.business();
  await createRiders(service, business, 1);
  return { business, admin: business.as("client_admin") };
}

const readJob = async (business: TestBusiness, order_id: number) =>
  (await business.as("client_admin")(listInstantJobs, { order_id })).jobs[0] ??
  assert.fail("There is no job.");

const FAR = { ...PICKUP, lat: -16.5, lng: -48.5 };
const { lat: _lat, lng: _lng, ...NOWHERE } = { ...PICKUP, line1: "Rua sem lugar 7" };
const instant = (more: Record<string, unknown>) => ({
  type: "P2P" as const,
  service: "instant" as const,
  pickup: PICKUP,
  dropoff: DROPOFF,
  ...more,
});
const CASES = [
  { name: "both ends in a zone", draft: instant({}), expected: [] },
  { name: "the pickup outside", draft: instant({ pickup: FAR }), expected: ["pickup/lat outside_zones"] },
  {
    name: "the drop-off outside",
    draft: instant({ dropoff: FAR }),
    expected: ["dropoff/lat outside_zones"],
  },
  {
    name: "both outside",
    draft: instant({ pickup: FAR, dropoff: { ...FAR, line1: "Rua 2" } }),
    expected: ["pickup/lat outside_zones", "dropoff/lat outside_zones"],
  },
  {
    name: "a pickup without a position",
    draft: instant({ pickup: NOWHERE }),
    expected: ["pickup/lat no_position"],
  },
  {
    name: "a drop-off without a position",
    draft: instant({ dropoff: NOWHERE }),
    expected: ["dropoff/lat no_position"],
  },
  { name: "a corner of the zone", draft: instant({ pickup: { ...PICKUP, ...CORNERS[0] } }), expected: [] },
  {
    name: "just beyond its border",
    draft: instant({ pickup: { ...PICKUP, lat: -15.69, lng: -47.9 } }),
    expected: ["pickup/lat outside_zones"],
  },
  {
    name: "an order that no rider is asked for",
    draft: { ...instant({ pickup: FAR }), service: "standard" as const },
    expected: [],
  },
];

test("who creates one is told which end is outside, by one order and in a batch", async () => {
  const { admin } = await open();
  const toWords = (doubts: readonly { field: string; code: string }[] = []) =>
    doubts.map(({ field, code }) => `${field} ${code}`);
  for (const { name, draft, expected } of CASES) {
    const { doubts } = await admin(createOrder, draft);
    assert.deepEqual(toWords(doubts), expected, name);
  }
  const batch = await admin(createOrderBatch, { orders: CASES.map(({ draft }) => draft) });
  assert.deepEqual(
    batch.orders.map(({ doubts }) => toWords(doubts)),
    CASES.map(({ expected }) => expected),
  );
});

test("who moves one is told the same, and so is a preview, GraphQL and an agent", async () => {
  const { business, admin } = await open();
  const toWords = (doubts: readonly { field: string; code: string }[] = []) =>
    doubts.map(({ field, code }) => `${field} ${code}`);
  const { id: order_id } = await business.order(instant({}));
  const outside = ["dropoff/lat outside_zones"];
  const preview = await admin(updateOrder, { order_id, dropoff: FAR }, { dry_run: true });
  assert.deepEqual(toWords(preview.doubts), outside);
  assert.equal((await admin(updateOrder, { order_id, note: "Bell broken" })).doubts, undefined);
  assert.deepEqual(toWords((await admin(updateOrder, { order_id, dropoff: FAR })).doubts), outside);
  assert.equal((await admin(updateOrder, { order_id, dropoff: DROPOFF })).doubts, undefined);
  const rerouted = await admin(rerouteOrder, { order_id, address: FAR });
  assert.deepEqual(toWords(rerouted.doubts), outside);
  const back = await admin(rerouteOrder, { order_id: rerouted.order_id, address: DROPOFF });
  assert.equal(back.doubts, undefined);

  const draft = instant({ pickup: FAR });
  const dry = await admin(createOrder, draft, { dry_run: true });
  assert.deepEqual(toWords(dry.doubts), ["pickup/lat outside_zones"]);
  const { body } = await business.http("client_admin", "POST", "/api/graphql", {
    query: `mutation($pickup: PlaceInput!, $dropoff: PlaceInput!) { clientOrderCreate(type: P2P, service: instant, pickup: $pickup, dropoff: $dropoff) { doubts { field code } } }`,
    variables: { pickup: draft.pickup, dropoff: draft.dropoff },
  });
  assert.deepEqual(
    toWords(body.data?.clientOrderCreate?.doubts),
    ["pickup/lat outside_zones"],
    JSON.stringify(body),
  );
  const agent = await business.http("client_admin", "POST", "/mcp", {
    jsonrpc: "2.0",
    id: 1,
    method: "tools/call",
    params: { name: "create_order", arguments: draft },
  });
  assert.deepEqual(toWords(agent.body.result.structuredContent.doubts), ["pickup/lat outside_zones"]);
});

test("one whose pickup is outside is for a dispatcher at once, with the reason", async () => {
  const { business, admin } = await open();
  const order = await business.order(instant({ pickup: FAR }));
  await followInstantOrders(business);
  assert.partialDeepStrictEqual(await readJob(business, order.id), {
    state: "NO_RIDER",
    reason: "outside_zones",
    can_dispatch: true,
  });
  assert.deepEqual(await readStates(business, "no_rider"), ["open"]);
  service.advance(10 * MINUTE);
  await runDue(service.runtime);
  assert.equal((await readJob(business, order.id)).reason, "outside_zones");
  // The fleet goes there now.
  const { fleets } = await admin(listInstantFleets, {});
  const fleet_id = fleets[0]?.fleet_id ?? 0;
  const corners = CORNERS.map(({ lat, lng }) => ({ lat: lat - 0.7, lng: lng - 0.6 }));
  await admin(createInstantZone, { fleet_id, name: "South", corners });
  await admin(dispatchInstantOrder, { order_id: order.id });
  assert.equal((await readJob(business, order.id)).state, "SEARCHING");
  assert.deepEqual(await readStates(business, "no_rider"), ["cleared"]);
});

test("where no fleet has riders' zones, every order is told so; where the family is off, none", async () => {
  for (const [on, expected] of [
    [true, 2],
    [false, undefined],
  ] as const) {
    const business = await service.business({ features: { instant_deliver: on } });
    const { doubts } = await business.as("client_admin")(createOrder, instant({}));
    assert.equal(doubts?.length, expected);
  }
});
