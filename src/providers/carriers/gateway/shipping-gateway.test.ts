import assert from "node:assert/strict";
import path from "node:path";
import { describe, test } from "node:test";
import { catchFailure } from "#tests/support/carriers.ts";
import { playExchanges } from "#tests/support/exchanges.ts";
import type { Carrier, PurchaseRequest, Shipment } from "../port.ts";
import { createShippingGateway } from "./shipping-gateway.ts";

const KEY = "key_0123456789abcdef";

const SHIPMENT: Shipment = {
  from: {
    name: "Rounds",
    line1: "125 Church St",
    city: "Moncton",
    region: "NB",
    postal_code: "E1C4Z8",
    country: "CA",
    phone: "514 000 0000",
  },
  to: {
    name: "Jane Doe",
    line1: "5840 Oak St",
    city: "Vancouver",
    region: "BC",
    postal_code: "V6M2V9",
    country: "CA",
    phone: "514 000 9999",
  },
  packages: [
    { weight_g: 1000, length_mm: 300, width_mm: 200, height_mm: 100, description: "Books", reference: "1" },
  ],
  customs: null,
  signature_required: false,
  saturday_delivery: false,
  insured_minor: 0,
  currency: "CAD",
  ship_date: "2026-11-23",
  is_return: false,
};
const REQUEST: PurchaseRequest = {
  reference: "PH-1-7-1",
  service: "canadapost_expedited_parcel",
  shipment: SHIPMENT,
  charge_minor: 1651,
  format: "pdf",
};
const PURCHASE = {
  reference: "PH-1-7-1",
  carrier_reference: "shp_1",
  carrier: "canadapost",
  service: "canadapost_expedited_parcel",
  charge_minor: 1651,
  currency: "CAD",
  tracking_number: "123456789012",
  packages: [
    {
      tracking_number: "123456789012",
      carrier_reference: null,
      charge_minor: null,
      state: "bought" as const,
    },
  ],
  manifest_reference: null,
};

const over = (base_url: string): Carrier =>
  createShippingGateway({
    api_key: KEY,
    base_url,
    carrier_ids: ["canadapost"],
    private_addresses: true,
    user_agent: "test",
    timeout_ms: 2000,
  });

/** Runs calls against one recorded list of exchanges, all of which must have been made at the end. */
async function play<A>(name: string, work: (carrier: Carrier) => Promise<A>): Promise<A> {
  const file = path.join(import.meta.dirname, "exchanges", `${name}.json`);
  const played = await playExchanges(file, `Token ${KEY}`);
  const answer = await work(over(played.base_url));
  played.assertDone();
  return answer;
}

test("offers the services of its active connections that the account uses", async () => {
  assert.deepEqual(await play("services", (carrier) => carrier.listServices()), [
    { code: "canadapost_expedited_parcel", name: "Canadapost Expedited Parcel", carrier: "canadapost" },
    { code: "canadapost_priority", name: "Canadapost Priority", carrier: "canadapost" },
  ]);
});

describe("rates", () => {
  test("are minor units, with the faults of single carriers beside them", async () => {
    const { rates, faults } = await play("rates", (carrier) => carrier.rate(SHIPMENT, []));
    assert.deepEqual(
      rates.map(({ code, charge_minor, delivery_days }) => [code, charge_minor, delivery_days]),
      [
        ["canadapost_expedited_parcel", 1651, 5],
        ["canadapost_priority", 7840, 1],
      ],
    );
    assert.deepEqual(rates[0]?.lines, [
      { code: "Base charge", name: "Base charge", amount_minor: 1501 },
      { code: "Fuel surcharge", name: "Fuel surcharge", amount_minor: 150 },
    ]);
    assert.deepEqual(faults, [{ carrier: "ups", code: "AA004", text: "The service is not available." }]);
  });
});

describe("a purchase", () => {
  for (const [name, of] of [
    ["bought", "is a draft that is purchased at the rate of the service"],
    ["bought-before", "that the gateway has is returned, and nothing is bought again"],
    ["draft-left", "purchases the draft that an earlier attempt left"],
    ["bought-meanwhile", "that an overlapping attempt made is found"],
  ] as const)
    test(of, async () => {
      assert.deepEqual(await play(name, (carrier) => carrier.buy(REQUEST)), PURCHASE);
    });

  test("is not made when it costs more, and the carrier's refusal is kept with its code", async () => {
    for (const [name, failure, code, text] of [
      ["price-changed", "price_changed", "PRICE_CHANGED", "The carrier charges more than was quoted."],
      ["refused", "request_refused", "7291", "The recipient's postal code is not valid."],
      ["wrong-key", "not_authorised", "authentication_failed", "Invalid token."],
      ["too-many", "rate_limited", "throttled", "Request was throttled."],
    ] as const) {
      const failed = await play(name, (carrier) => catchFailure(carrier.buy(REQUEST)));
      assert.deepEqual(
        [failed.failure, failed.carrier_code, failed.message, failed.is_uncertain],
        [failure, code, text, false],
      );
    }
  });

  test("is found by our reference, and not by one that only contains it", async () => {
    assert.deepEqual(await play("bought-before", (carrier) => carrier.find("PH-1-7-1")), PURCHASE);
    assert.equal(await play("not-found", (carrier) => carrier.find("PH-1-7-1")), null);
  });

  test("of several packages has the number of each", async () => {
    const purchase = await play("several-packages", (carrier) => carrier.find("PH-1-7-1"));
    assert.deepEqual(
      purchase?.packages.map(({ tracking_number }) => tracking_number),
      ["123456789012", "123456789029"],
    );
    const failed = await play("several-packages", (carrier) =>
      catchFailure(carrier.cancel({ ...PURCHASE, tracking_number: "123456789029" })),
    );
    assert.equal(failed.failure, "unsupported");
  });
});

test("a label is given in the format in which it was bought", async () => {
  assert.deepEqual(await play("label", (carrier) => carrier.getLabels(PURCHASE, "png")), [
    { tracking_number: "123456789012", format: "pdf", bytes: Buffer.from("%PDF-1.4\n") },
  ]);
});

test("a shipment is cancelled once, or refused with the gateway's words", async () => {
  const all = { ...PURCHASE, tracking_number: null };
  for (const name of ["cancelled", "cancelled-before"])
    assert.deepEqual((await play(name, (carrier) => carrier.cancel(all))).packages[0]?.state, "voided");
  const failed = await play("cancel-refused", (carrier) => catchFailure(carrier.cancel(all)));
  assert.deepEqual(
    [failed.failure, failed.message],
    ["request_refused", "The shipment is 'in_transit' and can not be cancelled"],
  );
});

test("a manifest is created once for each reference", async () => {
  for (const name of ["manifest", "manifest-before"]) {
    const manifest = await play(name, (carrier) =>
      carrier.manifest({
        reference: "PH-M-1-3",
        carrier: "canadapost",
        purchases: [PURCHASE],
        from: SHIPMENT.from,
        date: "2026-11-23",
      }),
    );
    assert.partialDeepStrictEqual(manifest, { carrier_reference: "manf_1", state: "created" });
    assert.equal(manifest.file?.toString(), "%PDF-1.4\n");
  }
});

test("a pickup is ordered once, in local time, and cancelled once", async () => {
  for (const name of ["pickup", "pickup-before"]) {
    const pickup = await play(name, (carrier) =>
      carrier.schedulePickup({
        reference: "PH-P-1-4",
        place: SHIPMENT.from,
        window_start: new Date("2026-11-23T13:00:00Z"),
        window_end: new Date("2026-11-23T16:30:00Z"),
        time_zone: "America/Moncton",
        carrier: "canadapost",
        packages: 2,
        weight_g: 2000,
        purchases: [PURCHASE],
        instructions: "Ring twice",
      }),
    );
    assert.deepEqual(pickup, {
      reference: "PH-P-1-4",
      confirmation: "00110215",
      carrier_reference: "pck_1",
      charge_minor: 350,
      currency: "CAD",
      state: "scheduled",
    });
  }
  const found_pickup = await play("pickup-before", (carrier) => carrier.findPickup("PH-P-1-4"));
  assert.partialDeepStrictEqual(found_pickup, { confirmation: "00110215", state: "scheduled" });
  assert.equal(await play("pickup-unknown", (carrier) => carrier.findPickup("PH-P-1-4")), null);
  for (const name of ["pickup-cancelled", "pickup-cancelled-before"])
    await play(name, (carrier) =>
      carrier.cancelPickup({ reference: "PH-P-1-4", carrier_reference: "pck_1" }),
    );
});

test("tracking is translated, oldest first", async () => {
  const { state, events } = await play("tracked", (carrier) => carrier.track("123456789012", "canadapost"));
  assert.equal(state, "out_for_delivery");
  assert.deepEqual(
    events.map((event) => [event.state, event.at, event.city]),
    [
      ["in_transit", "2026-11-23T17:00:00.000Z", "MONCTON, NB"],
      ["out_for_delivery", "2026-11-24T08:10:00.000Z", "VANCOUVER, BC"],
    ],
  );
});

test("an address is checked by the gateway", async () => {
  const { is_deliverable } = await play("address", (carrier) => carrier.checkAddress(SHIPMENT.from));
  assert.equal(is_deliverable, false);
});
