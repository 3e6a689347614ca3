/** Addresses without a position, and placing every order of one at once. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { catchRefusal, type TestBusiness, testService } from "#tests/support/service.ts";
import { getOrder } from "../operations/get-order.ts";
import { listUnplacedAddresses } from "../operations/list-unplaced-addresses.ts";
import { placeOrders } from "../operations/place-orders.ts";
import { updateOrder } from "../operations/update-order.ts";

const service = await testService();
const POSITION = { lat: -15.81, lng: -47.91 };
const FLOWERS = { name: "Ana", line1: "Rua das Flores, 10", city: "Goiânia", country: "BR" };
const read = async (business: TestBusiness, order_id: number) =>
  (await business.as("client_admin")(getOrder, { order_id })).order;

test("each address is listed once however it is spelled, and placed on all its orders at once", async () => {
  const business = await service.business();
  const admin = business.as("client_admin");
  const day = "2099-03-02";
  const one = await business.order({ dropoff: FLOWERS, scheduled_date: "2099-03-05" });
  const two = await business.order({
    dropoff: { name: "Rui", line1: "R. das Flores 10", city: "goiania" },
    scheduled_date: day,
  });
  const other = await business.order({
    dropoff: { line1: "Rua Outra 1", city: "Goiânia" },
    scheduled_date: day,
  });
  const past = await business.order({ dropoff: FLOWERS, scheduled_date: "2020-01-01" });
  const closed = await business.order({ dropoff: FLOWERS, scheduled_date: day });
  await service.system.execute("update delivery_order set status = 'DELIVERED' where id = $1", [closed.id]);
  await business.order({ scheduled_date: day });

  const list = await admin(listUnplacedAddresses, {});
  assert.partialDeepStrictEqual(list, { orders_total: 3, addresses_total: 2, is_complete: true });
  const flowers = list.addresses.find(({ orders }) => orders === 2);
  assert.partialDeepStrictEqual(flowers, { order_ids: [two.id, one.id], first_date: day });
  assert.deepEqual(flowers?.names.toSorted(), ["Ana", "Rui"]);
  assert.partialDeepStrictEqual(await admin(listUnplacedAddresses, { limit: 0 }), {
    orders_total: 3,
    addresses: [],
  });

  const address_key = flowers?.address_key ?? "";
  const before = await read(business, one.id);
  const dry = await admin(placeOrders, { address_key, ...POSITION }, { dry_run: true });
  assert.partialDeepStrictEqual(dry, { done: 2, failed: 0, remaining: 0 });
  assert.deepEqual(await read(business, one.id), before);
  await admin(placeOrders, { address_key, ...POSITION });
  for (const { id } of [one, two])
    assert.partialDeepStrictEqual(await read(business, id), {
      ...POSITION,
      can_plan: true,
      dropoff: POSITION,
    });
  assert.equal((await read(business, other.id)).lat, null);
  assert.equal((await read(business, past.id)).lat, null);
  assert.equal((await admin(listUnplacedAddresses, {})).orders_total, 1);
  assert.deepEqual(
    (await business.readEvents("order", one.id)).map(({ kind }) => kind),
    ["order.created", "order.details_changed"],
  );
  const again = await catchRefusal(admin(placeOrders, { address_key, ...POSITION }));
  assert.deepEqual([again.status, again.error_code], [404, "NO_SUCH_ADDRESS"]);
});

test("both places of a peer-to-peer order are listed; a locked address stays as it is, and the others are placed", async () => {
  const business = await service.business();
  const admin = business.as("client_admin");
  const { id } = await business.order({
    type: "P2P",
    pickup: FLOWERS,
    dropoff: { line1: "Rua Outra 1" },
    scheduled_date: "2099-01-01",
  });
  const held = await business.order({ dropoff: FLOWERS, scheduled_date: "2099-01-02" });
  await service.system.execute("update delivery_order set tender_state = 'held' where id = $1", [held.id]);
  const { addresses, orders_total } = await admin(listUnplacedAddresses, {});
  assert.deepEqual([orders_total, addresses.length], [2, 2]);
  const flowers = addresses.find(({ orders }) => orders === 2)?.address_key ?? "";
  const placed = await admin(placeOrders, { address_key: flowers, ...POSITION });
  assert.partialDeepStrictEqual(placed, {
    done: 1,
    failed: 1,
    errors: [{ id: held.id, error_code: "LOCKED_MEMBERS" }],
  });
  assert.partialDeepStrictEqual(await read(business, id), {
    lat: null,
    pickup: POSITION,
    cannot_plan_reason: "no_location",
  });
  await admin(updateOrder, { order_id: id, dropoff: POSITION });
  assert.equal((await read(business, id)).can_plan, true);
});

test("another business's address is none, and a customer's staff see no list", async () => {
  const [mine, theirs] = [await service.business(), await service.business()];
  await theirs.order({ dropoff: FLOWERS, scheduled_date: "2099-01-01" });
  const [address] = (await theirs.as("employee")(listUnplacedAddresses, {})).addresses;
  const input = { address_key: address?.address_key ?? "", ...POSITION };
  assert.equal((await catchRefusal(mine.as("client_admin")(placeOrders, input))).status, 404);
  const { person } = await theirs.customer();
  assert.equal((await catchRefusal(person.call(listUnplacedAddresses, {}))).status, 403);
});

test("two people place one address at once: each order is changed once", async () => {
  const business = await service.business();
  const orders = await Promise.all(
    [1, 2, 3].map(() => business.order({ dropoff: FLOWERS, scheduled_date: "2099-01-01" })),
  );
  const [address] = (await business.as("employee")(listUnplacedAddresses, {})).addresses;
  const input = { address_key: address?.address_key ?? "", ...POSITION };
  const outcomes = await Promise.allSettled(
    [1, 2].map(() => business.as("client_admin")(placeOrders, input)),
  );
  const done_count = outcomes.reduce(
    (sum, one) => sum + (one.status === "fulfilled" ? one.value.done : 0),
    0,
  );
  assert.equal(done_count, 3);
  for (const { id } of orders) assert.equal((await business.readEvents("order", id)).length, 2);
});
