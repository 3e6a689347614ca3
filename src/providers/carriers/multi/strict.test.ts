/** Against a server that is as strict as the vendor's public reference, with what a carrier would print and declare. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { catchFailure } from "#tests/support/carriers.ts";
import { startMultiCarrierStub } from "#tests/support/multi-carrier-stub.ts";
import type { Customs, Package, PurchaseRequest, Shipment } from "../port.ts";
import { allotCustoms } from "./allot-customs.ts";
import { createMultiCarrierApi } from "./multi-carrier-api.ts";
import { isSameService, spellCarrier } from "./read-answers.ts";

const SHOP = {
  name: "Shop",
  line1: "417 Montgomery Street",
  city: "San Francisco",
  region: "CA",
  postal_code: "94104",
  country: "US",
};
const BUYER = {
  name: "Jane Doe",
  line1: "5840 Oak St",
  city: "Vancouver",
  region: "BC",
  postal_code: "V6M2V9",
  country: "CA",
};
const PACKAGE: Package = {
  weight_g: 1000,
  length_mm: 300,
  width_mm: 200,
  height_mm: 100,
  description: "Shirts",
  reference: "1",
};
const CUSTOMS: Customs = {
  contents_type: "merchandise",
  contents_explanation: "",
  non_delivery: "return",
  signer: "A. Sender",
  currency: "USD",
  lines: [
    {
      description: "Shirt",
      origin_country: "US",
      hs_code: "610910",
      quantity: 3,
      value_minor: 10_000,
      weight_g: 900,
    },
  ],
};
const SHIPMENT: Shipment = {
  from: SHOP,
  to: BUYER,
  packages: [PACKAGE],
  customs: CUSTOMS,
  signature_required: false,
  saturday_delivery: false,
  insured_minor: 0,
  currency: "USD",
  ship_date: "2026-11-23",
  is_return: false,
};
const buying = (shipment: Shipment): PurchaseRequest => ({
  reference: "PH1",
  service: "USPS:Priority",
  shipment,
  charge_minor: 2000,
  format: "png",
});
const UPS = { name: "ups", human_readable: "UPS", type: "UpsAccount", rates_as: "UPS" };

async function vendor(options: Parameters<typeof startMultiCarrierStub>[0] = {}) {
  const stub = await startMultiCarrierStub(options);
  const { base_url } = stub;
  const carrier = createMultiCarrierApi({
    api_key: "EZTK1",
    base_url,
    carrier_ids: ["ca_1"],
    private_addresses: true,
    user_agent: "test",
    timeout_ms: 2000,
  });
  return { stub, carrier };
}

test("one package is bought as a shipment, at a carrier that takes no orders of several", async () => {
  const { stub, carrier } = await vendor();
  await carrier.rate({ ...SHIPMENT, signature_required: true, saturday_delivery: true }, []);
  assert.partialDeepStrictEqual(stub.shipments[0]?.options, {
    label_format: "PDF",
    delivery_confirmation: "SIGNATURE",
    saturday_delivery: true,
  });
  const { rates } = await carrier.rate(SHIPMENT, ["USPS:Priority"]);
  assert.deepEqual(
    rates.map(({ code, charge_minor }) => [code, charge_minor]),
    [["USPS:Priority", 741]],
  );
  const purchase = await carrier.buy(buying(SHIPMENT));
  assert.partialDeepStrictEqual(purchase, {
    reference: "PH1",
    carrier_reference: "shp_3",
    charge_minor: 741,
  });
  assert.deepEqual(await carrier.buy(buying(SHIPMENT)), purchase);
  assert.deepEqual(await carrier.find("PH1"), purchase);
  assert.equal(await carrier.find("PH2"), null);
  const sold = stub.shipments.at(-1);
  assert.deepEqual([sold?.carrier_accounts, sold?.options["label_format"]], [["ca_1"], "PNG"]);
  assert.deepEqual(sold?.customs_info?.["customs_items"], [
    {
      description: "Shirt",
      quantity: 3,
      value: "100.00",
      currency: "USD",
      weight: 31.746,
      hs_tariff_number: "610910",
      origin_country: "US",
    },
  ]);
  assert.equal(sold?.customs_info?.["eel_pfc"], "NOEEI 30.37(a)");
  const [cancelled] = (await carrier.cancel({ ...purchase, tracking_number: null })).packages;
  assert.equal(cancelled?.state, "void_pending");
});

test("several packages are an order, where the carrier has them, and each declares its own contents", async () => {
  const several = { ...SHIPMENT, packages: [PACKAGE, { ...PACKAGE, weight_g: 2000, reference: "2" }] };
  const without = await vendor();
  assert.deepEqual((await without.carrier.rate(several, [])).rates, []);
  const { stub, carrier } = await vendor({ carriers: [UPS], orders: ["UPS"] });
  const purchase = await carrier.buy({ ...buying(several), service: "UPS:Priority" });
  assert.equal(purchase.packages.length, 2);
  assert.deepEqual(await carrier.find("PH1"), purchase);
  const declared = stub.shipments.map(({ customs_info }) => customs_info?.["customs_items"]);
  assert.partialDeepStrictEqual(declared, [
    [{ quantity: 1, value: "33.33" }],
    [{ quantity: 2, value: "66.67" }],
  ]);
  const failed = await catchFailure(
    carrier.rate({ ...several, packages: Array.from({ length: 4 }, () => PACKAGE) }, []),
  );
  assert.deepEqual([failed.failure, failed.carrier_code], ["unsupported", "CUSTOMS"]);
});

test("a return goes from the recipient of the goods to where they come back to", async () => {
  const back = { ...SHIPMENT, from: BUYER, to: SHOP, is_return: true };
  const { stub, carrier } = await vendor({ carriers: [UPS], orders: ["UPS"] });
  await carrier.rate(back, []);
  await carrier.buy({ ...buying(back), service: "UPS:Priority" });
  await carrier.rate({ ...back, packages: [PACKAGE, PACKAGE] }, []);
  await carrier.rate(SHIPMENT, []);
  assert.deepEqual(
    stub.shipments.map(({ from_address, to_address, is_return }) => [
      from_address["name"],
      to_address["name"],
      is_return,
    ]),
    [...Array.from({ length: 4 }, () => ["Jane Doe", "Shop", true]), ["Shop", "Jane Doe", false]],
  );
});

describe("insurance", () => {
  test("is bought after the label, once, in equal parts on the packages", async () => {
    const insured = { ...SHIPMENT, packages: [PACKAGE, PACKAGE], insured_minor: 24_999 };
    const { stub, carrier } = await vendor({ carriers: [UPS], orders: ["UPS"] });
    const request = { ...buying(insured), service: "UPS:Priority" };
    await carrier.buy(request);
    await carrier.buy(request);
    assert.deepEqual(
      stub.shipments.map(({ insurance }) => insurance),
      ["125.00", "124.99"],
    );
    assert.equal(stub.requests.filter((one) => one.endsWith("/insure")).length, 2);
  });

  test("that an interrupted attempt left out is made good when the purchase is found", async () => {
    const insured = { ...SHIPMENT, insured_minor: 5000 };
    const { stub, carrier } = await vendor();
    stub.fail("/v2/shipments/shp_1/insure", 503, { code: "UNAVAILABLE", message: "Later." });
    assert.equal((await catchFailure(carrier.buy(buying(insured)))).is_uncertain, true);
    await carrier.find("PH1", insured);
    assert.equal(stub.shipments[0]?.insurance, "50.00");
  });

  test("that is refused gives the label back; in another currency nothing is bought", async () => {
    const { stub, carrier } = await vendor();
    stub.fail("/v2/shipments/shp_1/insure", 422, { code: "INSURANCE.MAX", message: "At most 5000 USD." });
    const refused = await catchFailure(carrier.buy(buying({ ...SHIPMENT, insured_minor: 999_999 })));
    assert.deepEqual(
      [refused.failure, refused.carrier_code, refused.is_uncertain],
      ["request_refused", "INSURANCE.MAX", false],
    );
    assert.equal(stub.shipments[0]?.refund_status, "submitted");
    const euros = await catchFailure(
      carrier.buy(buying({ ...SHIPMENT, insured_minor: 100, currency: "EUR" })),
    );
    assert.equal(euros.failure, "unsupported");
    assert.equal(stub.shipments.length, 1);
  });
});

test("services are offered as rates spell them, and asked for in either spelling", async () => {
  const dhl = {
    name: "dhlexpress",
    human_readable: "DHL Express",
    type: "DhlExpressAccount",
    rates_as: "DHLExpress",
  };
  const { carrier } = await vendor({ carriers: [dhl] });
  const [offered] = await carrier.listServices();
  assert.deepEqual([offered?.code, offered?.name], ["DHLExpress:Priority", "DHL Express Priority"]);
  for (const code of ["DHLExpress:Priority", "DHL Express:Priority"]) {
    const { rates } = await carrier.rate(SHIPMENT, [code]);
    assert.equal(rates[0]?.code, code);
    await carrier.buy({ ...buying(SHIPMENT), reference: code, service: code });
  }
  for (const [name, type, spelled] of [
    ["USPS", "UspsAccount", "USPS"],
    ["USPS BYOCA", "UspsAccount", "USPS"],
    ["DHL Express", "DhlExpressAccount", "DHLExpress"],
    ["FedEx", "FedexAccount", "FedEx"],
    ["Canada Post", "CanadaPostAccount", "CanadaPost"],
    ["UPS DAP", "UpsDapAccount", "UPSDAP"],
    ["Royal Mail", null, "RoyalMail"],
    ["GSO", "OtherAccount", "GSO"],
  ] as const)
    assert.equal(spellCarrier(name, type), spelled, name);
  assert.ok(!isSameService("USPS:Priority", "USPS:PriorityMail"));
});

test("a carrier without forms needs no manifest, which is no refusal", async () => {
  const { stub, carrier } = await vendor({ carriers: [UPS] });
  const purchase = await carrier.buy({ ...buying(SHIPMENT), service: "UPS:Priority" });
  const of = { reference: "PM1", carrier: "UPS", purchases: [purchase], from: SHOP, date: "2026-11-23" };
  assert.equal((await catchFailure(carrier.manifest(of))).failure, "unsupported");
  for (const [carrier_message, failure] of [
    ["UPS does not support scan forms.", "unsupported"],
    ["Scan forms are not currently supported.", "unsupported"],
    ["The shipments have different origins.", "request_refused"],
  ] as const) {
    stub.form_failure = carrier_message;
    assert.equal((await catchFailure(carrier.manifest(of))).failure, failure, carrier_message);
  }
});

test("a tracker says where a package is, also where its events do not", async () => {
  const { stub, carrier } = await vendor();
  Object.assign(stub.tracker, {
    status: "delivered",
    updated_at: "2026-11-24T10:00:00Z",
    tracking_details: [{ message: "Left with neighbour", status: null, datetime: null }],
  });
  assert.deepEqual(await carrier.track("EZ1", "USPS"), {
    state: "delivered",
    known_at: "2026-11-24T10:00:00Z",
    events: [{ state: "unknown", at: "", text: "Left with neighbour", city: "", country: "" }],
  });
});

test("contents are allotted to packages by weight, at least a piece to each, and add up", () => {
  const line = CUSTOMS.lines[0] as Customs["lines"][number];
  for (const [quantities, weights, expected] of [
    [[3], [1000], [[3]]],
    [[3], [1000, 2000], [[1], [2]]],
    [[2], [9000, 1000], [[1], [1]]],
    [
      [2, 2],
      [1000, 1000],
      [[2], [2]],
    ],
    [
      [1, 5],
      [1000, 1000],
      [[1, 2], [3]],
    ],
    [[7], [1, 1, 1], [[2], [3], [2]]],
    [
      [1, 1, 1],
      [1000, 1, 1],
      [[1], [1], [1]],
    ],
    [[100_000], [30, 70], [[30_000], [70_000]]],
  ] as const) {
    const customs = { ...CUSTOMS, lines: quantities.map((quantity) => ({ ...line, quantity })) };
    const parts = allotCustoms(customs, weights);
    assert.deepEqual(
      parts.map(({ lines }) => lines.map(({ quantity }) => quantity)),
      expected,
    );
    for (const member of ["quantity", "value_minor", "weight_g"] as const) {
      const sum = (lines: Customs["lines"]) => lines.reduce((all, one) => all + one[member], 0);
      assert.equal(
        parts.reduce((all, { lines }) => all + sum(lines), 0),
        sum(customs.lines),
        member,
      );
    }
  }
});
