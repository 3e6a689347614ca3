import assert from "node:assert/strict";
import path from "node:path";
import { describe, test } from "node:test";
import { catchFailure } from "#tests/support/carriers.ts";
import { playExchanges } from "#tests/support/exchanges.ts";
import type { Carrier, Purchase, PurchaseRequest, Shipment } from "../port.ts";
import { createMultiCarrierApi } from "./multi-carrier-api.ts";

const KEY = "EZTK0123456789abcdef";

const one = {
  weight_g: 1000,
  length_mm: 300,
  width_mm: 200,
  height_mm: 100,
  description: "T-shirts",
  reference: "1",
};
const SHIPMENT: Shipment = {
  from: {
    name: "EasyPost",
    line1: "417 Montgomery Street",
    line2: "5th Floor",
    city: "San Francisco",
    region: "CA",
    postal_code: "94104",
    country: "US",
    phone: "4153334445",
    email: "support@easypost.com",
  },
  to: {
    name: "Dr. Steve Brule",
    line1: "179 N Harbor Dr",
    city: "Redondo Beach",
    region: "CA",
    postal_code: "90277",
    country: "US",
    phone: "8573875756",
    email: "dr_steve_brule@gmail.com",
  },
  packages: [one, { ...one, reference: "2" }],
  customs: null,
  signature_required: false,
  saturday_delivery: false,
  insured_minor: 0,
  currency: "USD",
  ship_date: "2026-11-23",
  is_return: false,
};
const REQUEST: PurchaseRequest = {
  reference: "PH-1-7-1",
  service: "USPS:Priority",
  shipment: SHIPMENT,
  charge_minor: 1482,
  format: "pdf",
};
const PURCHASE: Purchase = {
  reference: "PH-1-7-1",
  carrier_reference: "order_1",
  carrier: "USPS",
  service: "USPS:Priority",
  charge_minor: 1482,
  currency: "USD",
  tracking_number: "9400100208303109837511",
  packages: [1, 2].map((n) => ({
    tracking_number: `940010020830310983751${n}`,
    carrier_reference: `shp_${n}`,
    charge_minor: 741,
    state: "bought",
  })),
  manifest_reference: null,
};

const over = (base_url: string): Carrier =>
  createMultiCarrierApi({
    api_key: KEY,
    base_url,
    carrier_ids: ["ca_1"],
    private_addresses: true,
    user_agent: "test",
    timeout_ms: 2000,
  });

async function play<A>(name: string, work: (carrier: Carrier) => Promise<A>): Promise<A> {
  const file = path.join(import.meta.dirname, "exchanges", `${name}.json`);
  const played = await playExchanges(file, `Basic ${Buffer.from(`${KEY}:`).toString("base64")}`);
  const answer = await work(over(played.base_url));
  played.assertDone();
  return answer;
}

const getStates = (purchase: Purchase | null) => purchase?.packages.map(({ state }) => state);

test("offers the services of the accounts that are used", async () => {
  assert.deepEqual(await play("services", (carrier) => carrier.listServices()), [
    { code: "USPS:Priority", name: "USPS Priority", carrier: "USPS" },
    { code: "USPS:GroundAdvantage", name: "USPS GroundAdvantage", carrier: "USPS" },
  ]);
});

describe("rates", () => {
  test("are of all packages together, and buy nothing", async () => {
    const { rates, faults } = await play("rates", (carrier) => carrier.rate(SHIPMENT, []));
    assert.deepEqual(
      rates.map(({ code, charge_minor, currency, delivery_days }) => [
        code,
        charge_minor,
        currency,
        delivery_days,
      ]),
      [
        ["USPS:Priority", 1482, "USD", 2],
        ["USPS:GroundAdvantage", 1042, "USD", 3],
      ],
    );
    assert.deepEqual(faults, [{ carrier: "UPS", code: "rate_error", text: "Invalid account number" }]);
  });
});

describe("a purchase", () => {
  for (const [name, of] of [
    ["bought", "is an order that is bought at the rate of the service"],
    ["bought-before", "that the vendor has is returned, and nothing is bought again"],
    ["draft-left", "buys the order that an earlier attempt left"],
    ["bought-meanwhile", "that an overlapping attempt made is found"],
  ] as const)
    test(of, async () => {
      assert.deepEqual(await play(name, (carrier) => carrier.buy(REQUEST)), PURCHASE);
    });

  test("is not made when it costs more, and the vendor's refusal is kept with its code", async () => {
    for (const [name, failure, code] of [
      ["price-changed", "price_changed", "PRICE_CHANGED"],
      ["refused", "request_refused", "SHIPMENT.POSTAGE.FAILURE"],
      ["wrong-key", "not_authorised", "APIKEY.INACTIVE"],
      ["too-many", "rate_limited", "RATE_LIMITED"],
    ] as const) {
      const failed = await play(name, (carrier) => catchFailure(carrier.buy(REQUEST)));
      assert.deepEqual([failed.failure, failed.carrier_code, failed.is_uncertain], [failure, code, false]);
    }
  });

  test("is found by our reference when all its packages are bought, and unclear when some are", async () => {
    assert.deepEqual(await play("bought-before", (carrier) => carrier.find("PH-1-7-1", SHIPMENT)), PURCHASE);
    for (const name of ["not-found", "not-bought"])
      assert.equal(await play(name, (carrier) => carrier.find("PH-1-7-1", SHIPMENT)), null);
    const failed = await play("bought-in-part", (carrier) =>
      catchFailure(carrier.find("PH-1-7-1", SHIPMENT)),
    );
    assert.deepEqual([failed.failure, failed.is_uncertain], ["unreadable_answer", true]);
  });
});

test("labels are loaded without the key, and converted where the vendor has another format", async () => {
  const [label] = await play("labels", (carrier) => carrier.getLabels(PURCHASE, "pdf"));
  assert.deepEqual(
    [label?.tracking_number, label?.bytes.toString()],
    ["9400100208303109837511", "%PDF-1.4 label 1"],
  );
  const [converted] = await play("labels-converted", (carrier) => carrier.getLabels(PURCHASE, "zpl"));
  assert.deepEqual([converted?.format, converted?.bytes.toString()], ["zpl", "^XA^XZ"]);
});

test("single packages are voided once; after the form they are refunded", async () => {
  const second = { ...PURCHASE, tracking_number: "9400100208303109837512" };
  assert.deepEqual(getStates(await play("voided", (carrier) => carrier.cancel(second))), [
    "bought",
    "void_pending",
  ]);
  const all = { ...PURCHASE, tracking_number: null };
  assert.deepEqual(getStates(await play("voided-before", (carrier) => carrier.cancel(all))), [
    "voided",
    "void_rejected",
  ]);
  const purchase = await play("refunds", (carrier) => carrier.find("PH-1-7-1", SHIPMENT));
  assert.deepEqual(getStates(purchase), ["refund_requested", "refunded"]);
  assert.equal(purchase?.manifest_reference, "sf_1");
});

test("a manifest is a form that is created once, and may come later", async () => {
  const request = {
    reference: "PH-M-1-3",
    carrier: "USPS",
    purchases: [PURCHASE],
    from: SHIPMENT.from,
    date: "2026-11-23",
  };
  for (const name of ["manifest", "manifest-before"]) {
    const manifest = await play(name, (carrier) => carrier.manifest(request));
    assert.deepEqual([manifest.state, manifest.file?.toString()], ["created", "%PDF-1.4 form"]);
  }
  const pending = await play("manifest-pending", (carrier) => carrier.manifest(request));
  assert.deepEqual([pending.state, pending.file], ["pending", null]);
});

test("a pickup is ordered once, for one shipment or a batch, and cancelled once", async () => {
  const request = {
    reference: "PH-P-1-4",
    place: SHIPMENT.from,
    window_start: new Date("2026-11-23T17:00:00Z"),
    window_end: new Date("2026-11-23T20:30:00Z"),
    time_zone: "America/Los_Angeles",
    carrier: "USPS",
    packages: 1,
    weight_g: 1000,
    instructions: "Ring twice",
  };
  const single = { ...request, purchases: [{ ...PURCHASE, packages: PURCHASE.packages.slice(0, 1) }] };
  for (const name of ["pickup", "pickup-before"])
    assert.partialDeepStrictEqual(await play(name, (carrier) => carrier.schedulePickup(single)), {
      confirmation: "WTC65095508",
      charge_minor: 0,
      state: "scheduled",
    });
  const several = { ...request, purchases: [PURCHASE] };
  await play("pickup-several", (carrier) => carrier.schedulePickup(several));
  const failed = await play("pickup-none", (carrier) => catchFailure(carrier.schedulePickup(single)));
  assert.equal(failed.failure, "request_refused");
  const pickup = await play("pickup-before", (carrier) => carrier.findPickup("PH-P-1-4"));
  assert.partialDeepStrictEqual(pickup, { confirmation: "WTC65095508", state: "scheduled" });
  for (const name of ["pickup-unknown", "pickup-not-bought"])
    assert.equal(await play(name, (carrier) => carrier.findPickup("PH-P-1-4")), null);
  for (const name of ["pickup-cancelled", "pickup-cancelled-before"])
    await play(name, (carrier) =>
      carrier.cancelPickup({ reference: "PH-P-1-4", carrier_reference: "pickup_1" }),
    );
});

test("tracking is translated, oldest first", async () => {
  const { state, events } = await play("tracked", (carrier) => carrier.track("EZ1000000001", "USPS"));
  assert.equal(state, "in_transit");
  assert.deepEqual(
    events.map((event) => [event.state, event.city]),
    [
      ["label_created", "HOUSTON"],
      ["in_transit", "NORTH HOUSTON"],
    ],
  );
});

test("addresses are corrected, or refused with reasons", async () => {
  const address_check = await play("address", (carrier) => carrier.checkAddress(SHIPMENT.from));
  assert.deepEqual(
    [address_check.is_deliverable, address_check.corrected?.postal_code],
    [true, "94104-1129"],
  );
  const unknown = await play("address-unknown", (carrier) => carrier.checkAddress(SHIPMENT.from));
  assert.deepEqual(unknown, { is_deliverable: false, corrected: null, reasons: ["Address not found"] });
});
