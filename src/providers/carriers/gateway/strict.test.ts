/** Against a server that is as strict as the gateway's public description, with what a carrier would print and declare. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { catchFailure } from "#tests/support/carriers.ts";
import { startGatewayStub } from "#tests/support/gateway-stub.ts";
import type { Customs, PurchaseRequest, Shipment } from "../port.ts";
import { readEventTime } from "./read-answers.ts";
import { createShippingGateway } from "./shipping-gateway.ts";

const SHOP = { name: "Shop", line1: "125 Church St", city: "Moncton", postal_code: "E1C4Z8", country: "CA" };
const BUYER = { name: "Jane Doe", line1: "5 Oak St", city: "Austin", postal_code: "78701", country: "US" };
const buildCustoms = (quantity: number, value_minor: number, weight_g: number): Customs => ({
  contents_type: "merchandise",
  contents_explanation: "",
  non_delivery: "return",
  signer: "A. Sender",
  currency: "CAD",
  lines: [
    {
      description: "Shirts of cotton, knitted, for adults, in several colours",
      origin_country: "CA",
      hs_code: "610910",
      quantity,
      value_minor,
      weight_g,
    },
  ],
});
const SHIPMENT: Shipment = {
  from: SHOP,
  to: BUYER,
  packages: [
    { weight_g: 1000, length_mm: null, width_mm: null, height_mm: null, description: "", reference: "" },
  ],
  customs: buildCustoms(3, 9998, 900),
  signature_required: false,
  saturday_delivery: false,
  insured_minor: 0,
  currency: "CAD",
  ship_date: "2026-11-23",
  is_return: false,
};
const REQUEST: PurchaseRequest = {
  reference: "PH1",
  service: "canadapost_priority",
  shipment: SHIPMENT,
  charge_minor: 1651,
  format: "png",
};

async function gateway() {
  const stub = await startGatewayStub();
  const { base_url } = stub;
  const carrier = createShippingGateway({
    api_key: "key_1",
    base_url,
    carrier_ids: ["canadapost"],
    private_addresses: true,
    user_agent: "test",
    timeout_ms: 2000,
  });
  return { stub, carrier };
}

test("what is declared of a line is what its pieces add up to", async () => {
  const { stub, carrier } = await gateway();
  for (const [pieces, value_minor, weight_g, value] of [
    [3, 9998, 900, "99.98"],
    [3, 9999, 900, "99.99"],
    [3, 10_000, 1000, "100.00"],
    [1, 1, 1, "0.01"],
    [7, 100, 3, "1.00"],
    [1000, 999, 12_345, "9.99"],
    [5, 0, 500, "0.00"],
    [2, 5001, 301, "50.01"],
  ] as const) {
    await carrier.rate({ ...SHIPMENT, customs: buildCustoms(pieces, value_minor, weight_g) }, []);
    const { weight_g: declared_g, ...declared } = stub.declared();
    assert.deepEqual(declared, { pieces, value });
    assert.ok(Math.abs(declared_g - weight_g) < 0.001, `${declared_g} g instead of ${weight_g} g`);
  }
});

test("a return goes from the recipient of the goods to where they come back to", async () => {
  const { stub, carrier } = await gateway();
  const back = { ...SHIPMENT, from: BUYER, to: SHOP, is_return: true };
  await carrier.rate(back, []);
  await carrier.buy({ ...REQUEST, shipment: back });
  const printed = stub.printed();
  assert.equal(printed.length, 2);
  for (const { from, to } of printed)
    assert.partialDeepStrictEqual([from, to], [{ person_name: "Jane Doe" }, { person_name: "Shop" }]);
});

test("options and single services are asked for, with what is to be insured", async () => {
  const { stub, carrier } = await gateway();
  const request = { ...SHIPMENT, signature_required: true, saturday_delivery: true, insured_minor: 12_050 };
  await carrier.rate(request, ["canadapost_priority"]);
  assert.partialDeepStrictEqual(stub.getRatesRequest(), {
    options: { signature_confirmation: true, saturday_delivery: true, insurance: 120.5 },
    services: ["canadapost_priority"],
  });
});

test("discounts are parts of a charge", async () => {
  const { stub, carrier } = await gateway();
  stub.settings.extra_charges = [
    { name: "Base charge", amount: 20, currency: "CAD" },
    { name: "Volume discount", amount: -3.49, currency: "CAD" },
    { name: "Unknown", amount: null, currency: "CAD" },
  ];
  const { rates } = await carrier.rate(SHIPMENT, []);
  assert.deepEqual(
    rates[0]?.lines.map(({ amount_minor }) => amount_minor),
    [2000, -349],
  );
});

test("a label is bought in the form that is asked for, and says what it is when it is another", async () => {
  const { stub, carrier } = await gateway();
  const purchase = await carrier.buy(REQUEST);
  assert.deepEqual(stub.forms(), { drafted: "PNG", purchased: "PNG" });
  const form = async () => (await carrier.getLabels(purchase, "png"))[0]?.format;
  assert.equal(await form(), "png");
  // Its carrier has one form only, whatever the gateway was asked for.
  for (const [sold, format] of [
    ["PDF", "pdf"],
    ["ZPL", "zpl"],
  ] as const) {
    stub.settings.sells_as = sold;
    assert.equal(await form(), format);
  }
});

test("a carrier without manifests needs none, which is no refusal", async () => {
  const { stub, carrier } = await gateway();
  const purchase = await carrier.buy(REQUEST);
  const of = {
    reference: "PM1",
    carrier: "canadapost",
    purchases: [purchase],
    from: SHOP,
    date: "2026-11-23",
  };
  assert.equal((await carrier.manifest(of)).state, "created");
  for (const [refused, failure] of [
    [false, "unsupported"],
    [
      { status: 424, code: "SHIPPING_SDK_NON_SUPPORTED_ERROR", message: "create_manifest is not supported" },
      "unsupported",
    ],
    [{ status: 400, code: "invalid", message: "shipment_ids: unknown" }, "request_refused"],
  ] as const) {
    stub.settings.manifests = refused;
    assert.equal((await catchFailure(carrier.manifest(of))).failure, failure, JSON.stringify(refused));
  }
});

test("a tracker says where a package is, with the times of its events in any form", async () => {
  const { stub, carrier } = await gateway();
  stub.settings.tracker = {
    status: "delivered",
    events: [
      { date: "2026-11-24", time: "1:05 PM", description: "Delivered" },
      { date: "2026-11-23", time: "08:00", description: "Left" },
    ],
  };
  const { state, events } = await carrier.track("123456789012", "canadapost");
  assert.equal(state, "delivered");
  assert.deepEqual(
    events.map(({ at, state: of }) => [at, of]),
    [
      ["2026-11-23T08:00:00Z", "unknown"],
      ["2026-11-24T13:05:00Z", "unknown"],
    ],
  );
  for (const [event, at] of [
    [{ timestamp: "2026-11-24T08:10:00.000Z", date: "2026-11-01" }, "2026-11-24T08:10:00.000Z"],
    [{ timestamp: "", date: "2026-11-24", time: "12:30 AM" }, "2026-11-24T00:30:00Z"],
    [{ date: "2026-11-24", time: "12:30 PM" }, "2026-11-24T12:30:00Z"],
    [{ date: "2026-11-24", time: "9:05" }, "2026-11-24T09:05:00Z"],
    [{ date: "2026-11-24", time: "09:05:59" }, "2026-11-24T09:05:59Z"],
    [{ date: "2026-11-24", time: null }, "2026-11-24T00:00:00Z"],
    [{ date: null, time: "09:05" }, ""],
    [{ timestamp: "yesterday" }, ""],
  ] as const)
    assert.equal(readEventTime(event), at, JSON.stringify(event));
});
