/** Positions that no address has are refused wherever an address is sent. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { createEntry } from "#domain/locations/addressbook/operations/create-entry.ts";
import { importAddresses } from "#domain/locations/addressbook/operations/import-addresses.ts";
import { createWarehouse } from "#domain/warehouse/warehouses/operations/create-warehouse.ts";
import { catchRefusal, testService } from "#tests/support/service.ts";
import { createOrder } from "../operations/create-order.ts";
import { createOrderBatch } from "../operations/create-order-batch.ts";
import { placeOrders } from "../operations/place-orders.ts";
import { updateOrder } from "../operations/update-order.ts";

const service = await testService();
const at = (lat: number, lng: number) => ({ line1: "Rua 1", city: "Brasília", country: "BR", lat, lng });
const GOOD = at(-15.79, -47.88);
const [ZERO, SWAPPED, ABROAD] = [at(0, 0), at(-47.88, -15.79), at(48.85, 2.35)];

test("zeros, swapped coordinates and other countries are refused on every way in, and change nothing", async () => {
  const business = await service.business();
  const admin = business.as("client_admin");
  const catchFields = async (call: Promise<unknown>) =>
    (await catchRefusal(call)).errors?.map(({ field }) => field);
  for (const place of [ZERO, SWAPPED, ABROAD]) {
    assert.deepEqual(await catchFields(admin(createOrder, { dropoff: place })), ["dropoff/lat"]);
    assert.deepEqual(await catchFields(admin(createEntry, { place })), ["place/lat"]);
    assert.deepEqual(await catchFields(admin(createWarehouse, { name: "North", code: "N", place })), [
      "place/lat",
    ]);
  }
  const { country: _country, ...no_country } = SWAPPED;
  const batch = await admin(createOrderBatch, {
    orders: [GOOD, ZERO, SWAPPED, no_country, { ...no_country, ...{ lat: -34.6, lng: -58.38 } }].map(
      (dropoff) => ({ dropoff }),
    ),
  });
  assert.deepEqual(
    batch.orders.map(({ errors }) => errors.map(({ field }) => field)),
    [[], ["dropoff/lat"], ["dropoff/lat"], ["dropoff/lat"], []],
  );
  const imported = await admin(importAddresses, {
    csv: "line1,city,country,lat,lng\nRua 1,Brasília,BR,-47.88,-15.79\nRua 2,Brasília,BR,-15.79,-47.88\n",
  });
  assert.deepEqual(
    imported.rows.map(({ errors }) => errors.map(({ field }) => field)),
    [["lat"], []],
  );
  const { order } = await admin(createOrder, {
    dropoff: { line1: "Rua 9", city: "Brasília", country: "BR" },
  });
  const swapped = { lat: SWAPPED.lat, lng: SWAPPED.lng };
  assert.deepEqual(await catchFields(admin(updateOrder, { order_id: order.id, dropoff: swapped })), [
    "dropoff/lat",
  ]);
  assert.deepEqual(await catchFields(admin(placeOrders, { address_key: "x", lat: 0, lng: 0 })), ["lat"]);
});
