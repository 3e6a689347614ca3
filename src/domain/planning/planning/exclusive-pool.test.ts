/**
 * After any sequence of changes to orders: who may plan an order is decided by its assignment, and by the rules when
 * it has none. Source: docs/contract/rest.md, "Contractor order assignment".
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { assignOrders } from "#domain/fleet/assignments/operations/assign-orders.ts";
import { releaseAssignment } from "#domain/fleet/assignments/operations/release-assignment.ts";
import { revokeAssignments } from "#domain/fleet/assignments/operations/revoke-assignments.ts";
import { updateContractor } from "#domain/fleet/contractors/operations/update-contractor.ts";
import { cancelOrder } from "#domain/orders/orders/operations/cancel-order.ts";
import { changeRouteOrders } from "#domain/planning/routes/operations/change-route-orders.ts";
import { createRoute } from "#domain/planning/routes/operations/create-route.ts";
import { type TestPerson, testService } from "#tests/support/service.ts";
import { buildRoute } from "./operations/build-route.ts";

const service = await testService();
const DATE = "2026-11-23";
service.setNow(`${DATE}T12:00:00Z`);

const SEED = 20_261_121;
const RUNS = 6;
const ORDERS = 4;
type Who = "ana" | "bruno";

/** One step of a sequence; a refused step changes nothing, neither in the service nor in the model. */
const step = fc.record({
  does: fc.constantFrom("assign", "assign", "revoke", "release", "route", "unroute", "cancel" as const),
  order: fc.nat({ max: ORDERS - 1 }),
  who: fc.constantFrom<Who>("ana", "bruno"),
});

interface Modelled {
  id: number;
  /** Bruno's rules accept only orders of the north, Ana's accept none. */
  is_north: boolean;
  holder: Who | null;
  route_id: number | null;
  is_cancelled: boolean;
}

async function createFixture() {
  const business = await service.business();
  await business.driver();
  const people = {} as Record<Who, TestPerson>;
  for (const who of ["ana", "bruno"] as const) {
    const { id, person } = await business.contractor();
    await business.driver({ contractor_id: id });
    const rules = who === "bruno" ? [{ postcode_prefixes: ["70"] }] : [];
    await business.as("client_admin")(updateContractor, { contractor_id: id, rules });
    people[who] = person;
  }
  const orders: Modelled[] = [];
  for (let created_count = 0; created_count < ORDERS; created_count += 1) {
    const is_north = created_count % 2 === 0;
    const { id } = await business.order({
      scheduled_date: DATE,
      dropoff: {
        line1: `Quadra ${created_count}`,
        city: "Brasília",
        country: "BR",
        postal_code: is_north ? "70.100-000" : "71.100-000",
        lat: -15.7 - created_count / 100,
        lng: -47.9,
      },
    });
    orders.push({ id, is_north, holder: null, route_id: null, is_cancelled: false });
  }
  return { business, admin: business.as("client_admin"), people, orders };
}
type Fixture = Awaited<ReturnType<typeof createFixture>>;

/** Applies a step to the service and to the model. */
async function take(w: Fixture, { does, order: at, who }: { does: string; order: number; who: Who }) {
  const order = w.orders[at] as Modelled;
  const { id: order_id, holder, route_id, is_cancelled } = order;
  const order_ids = [order_id];
  const call = holder === null ? w.admin : w.people[holder].call;
  if (does === "assign") {
    const { assigned } = await w.admin(assignOrders, { order_ids, broker_id: w.people[who].account_id });
    const may = route_id === null && !is_cancelled && holder !== who;
    assert.equal(assigned, may ? 1 : 0);
    if (may) order.holder = who;
  } else if (does === "revoke") {
    const { revoked } = await w.admin(revokeAssignments, { order_ids });
    const may = route_id === null && holder !== null;
    assert.equal(revoked, may ? 1 : 0);
    if (may) order.holder = null;
  } else if (does === "release") {
    const may = route_id === null && holder === who;
    const released = await w.people[who].call(releaseAssignment, { order_id }).then(
      () => true,
      () => false,
    );
    assert.equal(released, may);
    if (may) order.holder = null;
  } else if (does === "route" && route_id === null && !is_cancelled) {
    order.route_id = (await call(createRoute, { order_ids })).route.id;
  } else if (does === "unroute" && route_id !== null) {
    await call(changeRouteOrders, { route_id, remove: order_ids });
    order.route_id = null;
  } else if (does === "cancel" && route_id === null && !is_cancelled) {
    await w.admin(cancelOrder, { order_id });
    order.is_cancelled = true;
    order.holder = null;
  }
}

/** Each contractor plans the orders assigned to it and the unassigned ones that its rules accept, and nothing else. */
async function check(w: Fixture): Promise<void> {
  const open = w.orders.filter(({ route_id, is_cancelled }) => route_id === null && !is_cancelled);
  const expected = (takes: (order: Modelled) => boolean) => open.filter(takes).map(({ id }) => id);
  const plan = async (call: Fixture["admin"]) =>
    (await call(buildRoute, { engine: "savings", preview: true, date: DATE })).routes
      .flatMap(({ order_ids }) => order_ids)
      .sort((a, b) => a - b);
  const { ana, bruno } = w.people;
  assert.deepEqual(
    await plan(w.admin),
    expected(({ holder }) => holder === null),
    "the client's",
  );
  assert.deepEqual(
    await plan(ana.call),
    expected(({ holder }) => holder === "ana"),
    "Ana's",
  );
  assert.deepEqual(
    await plan(bruno.call),
    expected(({ holder, is_north }) => holder === "bruno" || (holder === null && is_north)),
    "Bruno's",
  );
  const twice = await service.system.rows(
    `select order_id from assignment where business_id = $1 and status = 'active' group by order_id having count(*) > 1
     union all
     select k.order_id from stop_task k join stop s on s.id = k.stop_id where s.business_id = $1 and k.status <> 'REMOVED'
      group by k.order_id having count(distinct s.route_id) > 1`,
    [w.business.id],
  );
  assert.deepEqual(twice, [], "in two hands, or on two routes");
}

test("any sequence of assignments, routes and cancellations leaves each order in the pools it belongs to", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 10 }), async (steps) => {
      const w = await createFixture();
      await check(w);
      for (const one of steps) {
        await take(w, one);
        await check(w);
      }
    }),
    { seed: SEED, numRuns: RUNS, endOnFailure: true },
  );
});
