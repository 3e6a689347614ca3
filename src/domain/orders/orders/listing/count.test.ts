/** The total of the whole list is exact, whatever transactions are open and however old the cached count is. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { listPreparedTexts } from "#platform/db/statement.ts";
import { type Caller, testService } from "#tests/support/service.ts";
import { listOrders } from "../operations/list-orders.ts";

const service = await testService();

test("an order whose transaction commits after later ones is counted once it is committed", async () => {
  const business = await service.business();
  const total = async () => (await business.as("employee")(listOrders, { per_page: 1 })).total;
  assert.equal(await total(), 0);
  for (let created_count = 0; created_count < 3; created_count += 1) await business.order();
  assert.equal(await total(), 3);

  const slow = await service.runtime.pools.system.connect();
  try {
    await slow.query("begin");
    await slow.query(
      `insert into delivery_order (business_id, type, tracking_number, status, status_since, scheduled_date, currency, search, created_at, updated_at)
       select business_id, type, 'SLOW-' || id, status, status_since, scheduled_date, currency, search, created_at, updated_at
         from delivery_order where business_id = $1 order by id limit 1`,
      [business.id],
    );
    await business.order();
    for (let look = 0; look < 3; look += 1) {
      assert.equal(await total(), 4);
      service.advance(10_000);
    }
    await slow.query("commit");
  } finally {
    slow.release();
  }
  for (let look = 0; look < 3; look += 1) {
    assert.equal(await total(), 5);
    service.advance(10_000);
  }
  await business.order();
  assert.equal(await total(), 6);
  service.advance(900_000);
  assert.equal(await total(), 6);
});

test("each business counts its own orders, and a filtered list the matching ones", async () => {
  const [one, other] = [await service.business(), await service.business()];
  await one.order();
  await other.order();
  await other.order();
  for (let look = 0; look < 3; look += 1) {
    assert.equal((await one.as("employee")(listOrders, {})).total, 1);
    assert.equal((await other.as("employee")(listOrders, {})).total, 2);
    assert.equal((await other.as("employee")(listOrders, { status: ["DELIVERED"] })).total, 0);
    service.advance(10_000);
  }
});

test("combined filters find the same orders as single filters, with few SQL statements", async () => {
  const business = await service.business();
  const { person: contractor } = await business.contractor();
  const customer = await business.customer();
  const drafts = [
    { ref: "A", type: "D", scheduled_date: "2026-12-01", customer_id: customer.id },
    { ref: "B", type: "D", scheduled_date: "2026-12-03" },
    {
      ref: "A",
      type: "P",
      scheduled_date: "2026-12-05",
      pickup: {
        name: "Clara Dias",
        line1: "Quadra 7",
        city: "Brasília",
        country: "BR",
        lat: -15.7,
        lng: -47.8,
      },
    },
  ];
  for (const draft of drafts) await business.order(draft);
  const filters: [string, unknown, (order: Listed) => boolean][] = [
    ["status", ["NEW_ORDER"], ({ status }) => status === "NEW_ORDER"],
    ["type", "D", ({ type }) => type === "D"],
    ["date_from", "2026-12-03", ({ scheduled_date }) => scheduled_date >= "2026-12-03"],
    ["date_to", "2026-12-03", ({ scheduled_date }) => scheduled_date <= "2026-12-03"],
    ["customer_id", customer.id, ({ customer_id }) => customer_id === customer.id],
    ["route_id", 1, () => false],
    ["ref", "A", ({ ref }) => ref === "A"],
    ["on_route", true, () => false],
    ["on_route", false, () => true],
  ];
  const list = (who: Caller, input: object) => who(listOrders, input as never);
  const all = (await list(business.as("employee"), {})).orders as Listed[];
  assert.equal(all.length, 3);
  const before = listPreparedTexts().length;
  for (let bits = 0; bits < 2 ** filters.length; bits += 1) {
    const chosen_filters = filters.filter((_filter, index) => bits & (1 << index));
    const input: object = Object.fromEntries(chosen_filters.map(([name, value]) => [name, value]));
    if (chosen_filters.length > Object.keys(input).length) continue;
    const listing = await list(business.as("employee"), input);
    const expected_orders = all.filter((order) => chosen_filters.every(([, , fits]) => fits(order)));
    assert.deepEqual(
      listing.orders.map(({ id }) => id),
      expected_orders.map(({ id }) => id),
      JSON.stringify(input),
    );
    assert.equal(listing.total, expected_orders.length);
    await list(contractor.call, input);
    await list(customer.person.call, input);
  }
  assert.ok(listPreparedTexts().length - before <= 260, `${listPreparedTexts().length - before} statements`);
});

interface Listed {
  id: number;
  status: string;
  type: string;
  scheduled_date: string;
  customer_id: number | null;
  ref: string | null;
}
