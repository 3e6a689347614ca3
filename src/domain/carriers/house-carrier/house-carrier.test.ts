import assert from "node:assert/strict";
import { test } from "node:test";
import { createHouseCarrier } from "#providers/carriers/house/house-carrier.ts";
import { EXAMPLE_GS1_PREFIX } from "#providers/carriers/house/numbers.ts";
import { DEFAULT_RATE_CARD } from "#providers/carriers/house/rate-card.ts";
import type { Shipment } from "#providers/carriers/port.ts";
import { catchFailure } from "#tests/support/carriers.ts";
import { testService } from "#tests/support/service.ts";

const service = await testService();

const BOX = { weight_g: 1200, length_mm: 300, width_mm: 200, height_mm: 100, description: "", reference: "" };
const from = { line1: "Rua Augusta 1", city: "Lisboa", postal_code: "1100-048", country: "PT" };
const SHIPMENT: Shipment = {
  from,
  to: { line1: "Rua de Cedofeita 455", city: "Porto", postal_code: "4050-181", country: "PT" },
  packages: [BOX, BOX],
  customs: null,
  signature_required: false,
  saturday_delivery: false,
  insured_minor: 0,
  currency: "EUR",
  ship_date: "2026-11-23",
  is_return: false,
};

async function open() {
  const { id } = await service.business();
  return createHouseCarrier({
    store: service.runtime.system_queries.openHouseStore(id),
    name: "Rounds",
    currency: "EUR",
    language: "en",
    gs1_prefix: EXAMPLE_GS1_PREFIX,
    rate_card: DEFAULT_RATE_CARD,
    now: service.now(),
  });
}

const request = (reference: string) => ({
  reference,
  service: "standard",
  shipment: SHIPMENT,
  charge_minor: null,
  format: "pdf" as const,
});

test("a shipment bought by several at once is one, and another business's books are others", async () => {
  const [carrier, other] = [await open(), await open()];
  const bought = await Promise.all(Array.from({ length: 5 }, () => carrier.buy(request("R-1"))));
  for (const purchase of bought) assert.deepEqual(purchase, bought[0]);
  const [purchase] = bought;
  assert(purchase);
  assert.deepEqual(await carrier.find("R-1"), purchase);
  assert.equal(await other.find("R-1"), null);
  assert.equal((await catchFailure(other.track(purchase.tracking_number, "house"))).failure, "unknown");
  const theirs = await other.buy(request("R-1"));
  assert.notEqual(theirs.tracking_number, purchase.tracking_number);
  assert.equal((await carrier.track(purchase.tracking_number, "house")).events.length, 1);
});

test("a package is voided or on a manifest, whichever was first", async () => {
  const carrier = await open();
  const purchases = await Promise.all(
    Array.from({ length: 6 }, (_each, index) => carrier.buy(request(`R-${index}`))),
  );
  const manifest = { reference: "M-1", carrier: "house", purchases, from, date: "2026-11-23" };
  const [carrier_manifest] = await Promise.all([
    carrier.manifest(manifest),
    ...purchases.map((one) => carrier.cancel({ ...one, tracking_number: null })),
  ]);
  for (const { reference } of purchases) {
    const now = await carrier.find(reference);
    const is_manifested = carrier_manifest.purchases.includes(reference);
    assert.equal(now?.manifest_reference, is_manifested ? "M-1" : null);
    const state = is_manifested ? "refund_requested" : "voided";
    assert.deepEqual(
      now?.packages.map((one) => one.state),
      [state, state],
    );
  }
  assert.deepEqual(
    (await carrier.manifest(manifest)).purchases.toSorted(),
    carrier_manifest.purchases.toSorted(),
  );
});

test("pickups are entered once", async () => {
  const carrier = await open();
  const start = service.now().getTime() + 3_600_000;
  const pickup = {
    reference: "P-1",
    place: from,
    window_start: new Date(start),
    window_end: new Date(start + 7_200_000),
    time_zone: "Europe/Lisbon",
    carrier: "house",
    packages: 2,
    weight_g: 2400,
    purchases: [],
    instructions: "",
  };
  const scheduled = await carrier.schedulePickup(pickup);
  assert.deepEqual(await carrier.schedulePickup(pickup), scheduled);
  assert.deepEqual([await carrier.findPickup("P-1"), await carrier.findPickup("P-2")], [scheduled, null]);
  await carrier.cancelPickup(scheduled);
  assert.equal((await carrier.schedulePickup(pickup)).state, "cancelled");
});
