import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { readBarcodesOfPdf, readBarcodesOfPng, readBarcodesOfZpl } from "#tests/support/barcodes.ts";
import { catchFailure, createMemoryStore } from "#tests/support/carriers.ts";
import { readPdf } from "#tests/support/pdf.ts";
import type { Place } from "#vocabulary/place.ts";
import type { Purchase, PurchaseRequest, Shipment } from "../port.ts";
import { createHouseCarrier } from "./house-carrier.ts";
import {
  buildRouting,
  buildSscc,
  computeGs1Check,
  EXAMPLE_GS1_PREFIX,
  formatSscc,
  parseSscc,
} from "./numbers.ts";
import { addWorkingDays, computeBilledWeight, findZone, quote } from "./pricing.ts";
import { DEFAULT_RATE_CARD, findRateCardFault } from "./rate-card.ts";
import type { HouseAccount } from "./store.ts";

const LISBON: Place = {
  name: "Padaria Central",
  line1: "Rua Augusta 1",
  city: "Lisboa",
  postal_code: "1100-048",
  country: "PT",
};
const PORTO: Place = {
  name: "Ana Souza",
  line1: "Rua de Cedofeita 455",
  city: "Porto",
  postal_code: "4050-181",
  country: "PT",
  phone: "+351 220 000 000",
};
const BRASILIA: Place = { line1: "SQN 106", city: "Brasília", postal_code: "70742-010", country: "BR" };
const MONDAY = "2026-11-23";

const BOX = {
  weight_g: 1200,
  length_mm: 300,
  width_mm: 200,
  height_mm: 100,
  description: "",
  reference: "Box 1",
};
const SHIPMENT: Shipment = {
  from: LISBON,
  to: PORTO,
  packages: [BOX],
  customs: null,
  signature_required: false,
  saturday_delivery: false,
  insured_minor: 0,
  currency: "EUR",
  ship_date: MONDAY,
  is_return: false,
};
const CUSTOMS: Shipment["customs"] = {
  contents_type: "merchandise",
  contents_explanation: "",
  non_delivery: "return",
  signer: "P. Central",
  currency: "EUR",
  lines: [
    {
      description: "Bread",
      origin_country: "PT",
      hs_code: "190590",
      quantity: 1,
      value_minor: 900,
      weight_g: 1000,
    },
  ],
};
const REQUEST: PurchaseRequest = {
  reference: "PH-1-7-1",
  service: "standard",
  shipment: SHIPMENT,
  charge_minor: null,
  format: "pdf",
};
const [express, standard, economy] = DEFAULT_RATE_CARD.services;
assert(express && standard && economy);

const DAY_MS = 86_400_000;
const NOW = new Date("2026-11-22T12:00:00Z");

/** The carrier at a time after `NOW`, on books that last. */
function open(change: Partial<HouseAccount> = {}) {
  const store = createMemoryStore();
  return (days = 0) =>
    createHouseCarrier({
      store,
      name: "Rounds Entregas",
      currency: "EUR",
      language: "pt",
      gs1_prefix: EXAMPLE_GS1_PREFIX,
      rate_card: DEFAULT_RATE_CARD,
      now: new Date(NOW.getTime() + days * DAY_MS),
      ...change,
    });
}

const getStates = ({ packages }: Purchase) => packages.map(({ state }) => state);

describe("numbers", () => {
  test("have the check digit of GS1", () => {
    // Examples of the GS1 General Specifications.
    assert.equal(computeGs1Check("37610425002123456"), 9);
    assert.equal(computeGs1Check("629104150021"), 3);
    for (const serial of [1, 42, 999_999_999, 1_000_000_000, 9_999_999_999]) {
      const sscc = buildSscc(EXAMPLE_GS1_PREFIX, serial);
      assert.match(sscc, /^\d{18}$/);
      assert.equal(parseSscc(sscc, EXAMPLE_GS1_PREFIX), serial);
      const wrong = sscc.slice(0, -1) + ((Number(sscc.at(-1)) + 1) % 10);
      assert.equal(parseSscc(wrong, EXAMPLE_GS1_PREFIX), null);
    }
    assert.throws(() => buildSscc(EXAMPLE_GS1_PREFIX, 10_000_000_000));
    assert.equal(parseSscc("not a number", EXAMPLE_GS1_PREFIX), null);
    assert.equal(parseSscc(buildSscc("560123456", 7), EXAMPLE_GS1_PREFIX), null);
    assert.equal(formatSscc(buildSscc(EXAMPLE_GS1_PREFIX, 1), EXAMPLE_GS1_PREFIX), "0 9521234 000000001 3");
  });

  test("route by country and postal code, and by service and zone alone where there is none", () => {
    assert.equal(buildRouting(PORTO, "standard", 4), "(421)6204050181(403)S4");
    assert.equal(buildRouting({ line1: "1 Queen's Road", country: "HK" }, "express", 7), "(403)E7");
    assert.equal(
      buildRouting({ ...PORTO, postal_code: "90277-2506", country: "US" }, "economy", 2),
      "(421)840902772506(403)E2",
    );
  });
});

describe("prices", () => {
  test("zones follow postal codes in a country, and distance between countries", () => {
    const to = (postal_code: string, country = "PT") => findZone(LISBON, { ...PORTO, postal_code, country });
    assert.deepEqual(
      [to("1100-500"), to("1150-001"), to("1900-001"), to("4050-181"), to("28001", "ES"), to("10115", "DE")],
      [1, 2, 3, 4, 5, 6],
    );
    assert.deepEqual([to("01310-000", "BR"), to("2000", "AU")], [7, 8]);
    assert.equal(to("1", "XX"), null);
    assert.equal(findZone(LISBON, { line1: "x" }), null);
    const hong_kong = (city: string) => ({ line1: "1 Queen's Road", city, country: "HK" });
    assert.equal(findZone(hong_kong("Central"), hong_kong("central")), 1);
    assert.equal(findZone(hong_kong("Central"), hong_kong("Sai Kung")), 4);
  });

  test("the billed weight is the larger of weight and volume, in steps of 500 g", () => {
    assert.equal(computeBilledWeight(BOX, 5000), 1500);
    assert.equal(computeBilledWeight({ ...BOX, weight_g: 500, height_mm: 400 }, 5000), 5000);
    assert.equal(computeBilledWeight({ ...BOX, weight_g: 1, length_mm: null }, 5000), 500);
  });

  const offered = (shipment: Partial<Shipment>, service = standard, card = DEFAULT_RATE_CARD) =>
    quote(card, service, { ...SHIPMENT, ...shipment }, "EUR");
  const getLines = (quoted: ReturnType<typeof quote>) =>
    "rate" in quoted
      ? Object.fromEntries(quoted.rate.lines.map(({ code, amount_minor }) => [code, amount_minor]))
      : quoted.refused.code;

  test("are freight by weight break, fuel, and what was asked for", () => {
    assert.deepEqual(getLines(offered({})), { freight: 1490, fuel: 142 });
    assert.deepEqual(getLines(offered({ packages: [BOX, { ...BOX, weight_g: 31_500 }] })), {
      freight: 1490 + 6690,
      fuel: 142 + 636,
    });
    assert.deepEqual(getLines(offered({ signature_required: true, insured_minor: 12_345 })), {
      freight: 1490,
      fuel: 142,
      signature: 250,
      insurance: 124,
    });
    const volume = { ...BOX, length_mm: 1000, width_mm: 500, height_mm: 480 };
    // 48 kg by volume: 16.5 kg beyond the last break.
    assert.deepEqual(getLines(offered({ packages: [volume] })), { freight: 6690 + 17 * 180, fuel: 926 });
    const remote = { ...DEFAULT_RATE_CARD, remote_areas: [{ country: "PT", postal_prefix: "4050" }] };
    assert.deepEqual(getLines(offered({}, standard, remote)), { freight: 1490, fuel: 142, remote: 1200 });
  });

  test("of packages add up to the charge", () => {
    const quoted = offered({ packages: [BOX, BOX, { ...BOX, weight_g: 5000 }], signature_required: true });
    assert("rate" in quoted);
    assert.equal(
      quoted.packages_minor.reduce((sum, minor) => sum + minor, 0),
      quoted.rate.charge_minor,
    );
  });

  test("are refused for what a service does not take", () => {
    assert.equal(getLines(offered({ packages: [{ ...BOX, weight_g: 20_001 }] }, economy)), "TOO_LARGE");
    assert.equal(getLines(offered({ packages: [{ ...BOX, length_mm: 2001 }] })), "TOO_LARGE");
    assert.equal(
      getLines(offered({ packages: [{ ...BOX, length_mm: 1800, width_mm: 600, height_mm: 400 }] })),
      "TOO_LARGE",
    );
    assert.equal(getLines(offered({ to: BRASILIA })), "CUSTOMS_MISSING");
    assert.equal(getLines(offered({ to: { line1: "x" } })), "NO_COUNTRY");
    assert.equal(
      getLines(offered({ saturday_delivery: true, to: BRASILIA, customs: CUSTOMS }, economy)),
      "NO_SATURDAY",
    );
  });

  test("come with a day of delivery: working days, or the next Saturday", () => {
    const arrives = (quoted: ReturnType<typeof quote>) =>
      "rate" in quoted ? quoted.rate.delivery_date : null;
    assert.equal(arrives(offered({})), "2026-11-27");
    assert.equal(arrives(offered({ ship_date: "2026-11-27" })), "2026-12-03");
    assert.equal(arrives(offered({ saturday_delivery: true })), "2026-11-28");
    assert.equal(arrives(offered({ ship_date: "2026-11-27", saturday_delivery: true }, express)), null);
    assert.equal(addWorkingDays("2026-11-28", 0), "2026-11-30");
  });

  test("a rate card with a fault is found", () => {
    assert.equal(findRateCardFault(DEFAULT_RATE_CARD), null);
    const with_service = (change: object) => ({
      ...DEFAULT_RATE_CARD,
      services: [{ ...standard, ...change }],
    });
    const [zone] = standard.zones;
    assert(zone);
    assert.match(
      findRateCardFault({ ...DEFAULT_RATE_CARD, services: [standard, standard] })?.fault ?? "",
      /twice/,
    );
    assert.match(findRateCardFault(with_service({ zones: [zone, zone] }))?.fault ?? "", /twice/);
    const falling = { ...zone, breaks: zone.breaks.toReversed() };
    assert.match(findRateCardFault(with_service({ zones: [falling] }))?.fault ?? "", /rising/);
    assert.ok(findRateCardFault({ ...DEFAULT_RATE_CARD, fuel_percent: -1 }));
  });
});

test("every service that takes the shipment is offered, with the reasons of the others", async () => {
  const carrier = open()();
  const { rates, faults } = await carrier.rate({ ...SHIPMENT, packages: [{ ...BOX, weight_g: 25_000 }] }, []);
  assert.deepEqual(
    rates.map(({ code }) => code),
    ["express", "standard"],
  );
  assert.deepEqual(
    faults.map(({ code }) => code),
    ["TOO_LARGE"],
  );
  assert.equal((await carrier.rate(SHIPMENT, ["economy"])).rates.length, 1);
  assert.equal((await carrier.listServices()).length, 3);
});

describe("a purchase", () => {
  test("with a known reference is the label that was bought, whatever is asked now", async () => {
    const at = open();
    const first = await at().buy(REQUEST);
    assert.equal(first.charge_minor, 1632);
    assert.deepEqual(await at(1).buy({ ...REQUEST, service: "express", charge_minor: 1 }), first);
    assert.deepEqual(await at().find("PH-1-7-1"), first);
    assert.equal(await at().find("PH-1-7-2"), null);
    const both = await Promise.all([1, 2].map(() => at().buy({ ...REQUEST, reference: "PH-1-8-1" })));
    assert.deepEqual(both[0], both[1]);
  });

  test("is refused when it costs more than was quoted, and for services that there are not", async () => {
    const carrier = open()();
    assert.equal(
      (await catchFailure(carrier.buy({ ...REQUEST, charge_minor: 1631 }))).failure,
      "price_changed",
    );
    const unknown = await catchFailure(carrier.buy({ ...REQUEST, service: "rocket" }));
    assert.deepEqual([unknown.carrier_code, unknown.is_uncertain], ["UNKNOWN_SERVICE", false]);
    const large = { ...SHIPMENT, packages: [{ ...BOX, weight_g: 40_000 }] };
    assert.equal(
      (await catchFailure(carrier.buy({ ...REQUEST, shipment: large }))).carrier_code,
      "TOO_LARGE",
    );
    assert.equal(await carrier.find("PH-1-7-1"), null);
  });

  test("is voided by package or as a whole until it is on a manifest, and refunded after that", async () => {
    const at = open();
    const three = await at().buy({ ...REQUEST, shipment: { ...SHIPMENT, packages: [BOX, BOX, BOX] } });
    const of = { reference: three.reference, carrier_reference: three.carrier_reference };
    const second = three.packages[1]?.tracking_number ?? "";
    assert.deepEqual(getStates(await at().cancel({ ...of, tracking_number: second })), [
      "bought",
      "voided",
      "bought",
    ]);
    assert.deepEqual(getStates(await at(1).cancel({ ...of, tracking_number: second })), [
      "bought",
      "voided",
      "bought",
    ]);
    assert.equal((await catchFailure(at().cancel({ ...of, tracking_number: "1" }))).failure, "unknown");
    assert.equal(
      (await catchFailure(at().cancel({ ...of, reference: "other", tracking_number: null }))).failure,
      "unknown",
    );
    const manifest = { reference: "M1", carrier: "house", purchases: [three], from: LISBON, date: MONDAY };
    await at().manifest(manifest);
    const requested = await at(1).cancel({ ...of, tracking_number: null });
    assert.deepEqual(getStates(requested), ["refund_requested", "voided", "refund_requested"]);
    assert.equal(requested.manifest_reference, "M1");
    assert.deepEqual(getStates((await at(1.5).find(of.reference)) as Purchase), [
      "refund_requested",
      "voided",
      "refund_requested",
    ]);
    assert.deepEqual(getStates((await at(2).find(of.reference)) as Purchase), [
      "refunded",
      "voided",
      "refunded",
    ]);
  });

  test("that is older than 30 days is not refunded", async () => {
    const at = open();
    const bought = await at().buy(REQUEST);
    await at().manifest({
      reference: "M1",
      carrier: "house",
      purchases: [bought],
      from: LISBON,
      date: MONDAY,
    });
    await at(31).cancel({ ...bought, tracking_number: null });
    assert.deepEqual(getStates((await at(32).find(bought.reference)) as Purchase), ["refund_rejected"]);
  });
});

test("a manifest contains what is open, once, and lists its packages", async () => {
  const at = open();
  const [one, two, voided] = await Promise.all(
    ["A", "B", "C"].map((reference) => at().buy({ ...REQUEST, reference })),
  );
  assert(one && two && voided);
  await at().cancel({ ...voided, tracking_number: null });
  const request = {
    reference: "M1",
    carrier: "house",
    purchases: [one, two, voided],
    from: LISBON,
    date: MONDAY,
  };
  const manifest = await at().manifest(request);
  assert.deepEqual(manifest.purchases, ["A", "B"]);
  assert.match(manifest.carrier_reference, /^MF-\d{7}-\d$/);
  assert.deepEqual((await at().manifest(request)).purchases, ["A", "B"]);
  assert.deepEqual((await at().manifest({ ...request, reference: "M2" })).purchases, []);
  assert(manifest.file);
  const [page] = await readPdf(manifest.file);
  for (const text of [one.tracking_number, two.tracking_number, "2 packages, 2.40 kg", "Lisboa"])
    assert.ok(page?.text.includes(text), text);
  const [[code] = []] = await readBarcodesOfPdf(manifest.file);
  assert.equal(code?.text, manifest.carrier_reference);
});

test("a pickup is confirmed once, in a window of an hour within two weeks", async () => {
  const at = open();
  const request = {
    reference: "P1",
    place: LISBON,
    window_start: new Date("2026-11-23T09:00:00Z"),
    window_end: new Date("2026-11-23T12:00:00Z"),
    time_zone: "Europe/Lisbon",
    carrier: "house",
    packages: 2,
    weight_g: 2400,
    purchases: [],
    instructions: "",
  };
  const pickup = await at().schedulePickup(request);
  assert.match(pickup.confirmation, /^PU-\d{7}-\d$/);
  assert.deepEqual(await at().schedulePickup(request), pickup);
  assert.deepEqual(await at(3).schedulePickup(request), pickup, "asked again after its window");
  assert.deepEqual([await at().findPickup("P1"), await at().findPickup("P2")], [pickup, null]);
  for (const change of [
    { window_end: new Date("2026-11-23T09:59:00Z") },
    { window_start: new Date("2026-11-21T09:00:00Z"), window_end: new Date("2026-11-22T11:00:00Z") },
    { window_start: new Date("2026-12-20T09:00:00Z"), window_end: new Date("2026-12-20T11:00:00Z") },
  ])
    assert.equal(
      (await catchFailure(at().schedulePickup({ ...request, reference: "P3", ...change }))).carrier_code,
      "WINDOW",
    );
  await at().cancelPickup(pickup);
  await at(1).cancelPickup(pickup);
  assert.equal((await at().schedulePickup(request)).state, "cancelled");
  assert.equal((await catchFailure(at().cancelPickup({ ...pickup, reference: "P2" }))).failure, "unknown");
});

test("tracking says what the carrier itself did", async () => {
  const at = open();
  const bought = await at().buy(REQUEST);
  const track = async () =>
    (await at(2).track(bought.tracking_number, "house")).events.map(({ text }) => text);
  assert.deepEqual(await track(), ["Label created"]);
  await at().manifest({ reference: "M1", carrier: "house", purchases: [bought], from: LISBON, date: MONDAY });
  await at(1).cancel({ ...bought, tracking_number: null });
  assert.deepEqual(await track(), ["Label created", "On a manifest", "Refund requested"]);
  assert.equal((await catchFailure(at().track("123", "house"))).failure, "unknown");
});

test("addresses are checked for their country's form, and written in it", async () => {
  const carrier = open()();
  const check = (change: Partial<Place>) => carrier.checkAddress({ ...PORTO, ...change });
  assert.deepEqual(await check({}), { is_deliverable: null, corrected: null, reasons: [] });
  assert.equal((await check({ postal_code: "4050181" })).corrected?.postal_code, "4050-181");
  assert.equal((await check({ country: "GB", postal_code: "sw1a1aa" })).corrected?.postal_code, "SW1A 1AA");
  assert.match((await check({ postal_code: "123" })).reasons[0] ?? "", /9999-999/);
  assert.deepEqual((await check({ country: "XX", city: "", line1: " " })).reasons.length, 3);
});

describe("labels", () => {
  const several: Shipment = {
    ...SHIPMENT,
    packages: [BOX, { ...BOX, reference: "Box 2" }],
    signature_required: true,
    to: { ...PORTO, name: "Ána Łukasz & Söhne ~ ^", line2: "3.º Esq." },
  };

  test("have an SSCC and a routing code that a scanner reads in each format", async () => {
    const at = open();
    const bought = await at().buy({ ...REQUEST, shipment: several });
    for (const [format, read] of [
      ["png", readBarcodesOfPng],
      ["pdf", async (bytes: Buffer) => (await readBarcodesOfPdf(bytes)).flat()],
      ["zpl", async (bytes: Buffer) => readBarcodesOfZpl(bytes.toString())],
    ] as const) {
      const labels = await at(3).getLabels(bought, format);
      assert.deepEqual(
        labels.map(({ tracking_number }) => tracking_number),
        bought.packages.map(({ tracking_number }) => tracking_number),
      );
      for (const { bytes, tracking_number } of labels)
        assert.deepEqual(
          await read(bytes),
          [
            { format: "Code128", symbology: "]C1", text: "6204050181\u001d403S4".replace(/^/, "421") },
            { format: "Code128", symbology: "]C1", text: `00${tracking_number}` },
          ],
          format,
        );
      const [again] = await at(5).getLabels(bought, format);
      assert.ok(again?.bytes.equals(labels[0]?.bytes ?? Buffer.alloc(0)), `${format}: other bytes later`);
    }
  });

  test("are 4 x 6 inch, with names in their own letters", async () => {
    const at = open();
    const to = { ...PORTO, name: "東京都 千代田区", country: "PT" };
    const bought = await at().buy({ ...REQUEST, shipment: { ...several, to, is_return: true } });
    const [pdf] = await at().getLabels(bought, "pdf");
    const [page] = await readPdf(pdf?.bytes ?? Buffer.alloc(0));
    assert.deepEqual([Math.round(page?.width ?? 0), Math.round(page?.height ?? 0)], [288, 432]);
    for (const text of [
      "Rounds Entregas",
      "STANDARD",
      "S4",
      "RETURN SIGNATURE",
      "1 / 2",
      "1.20 kg",
      "4050-181 Porto",
      "東京都 千代田区",
      "PH-1-7-1",
      "Box 1",
    ])
      assert.ok(page?.text.replaceAll(/\s+/g, " ").includes(text), text);
    assert.equal(page?.missing_glyphs, 0);
    const [png] = await at().getLabels(bought, "png");
    assert.deepEqual([png?.bytes.readUInt32BE(16), png?.bytes.readUInt32BE(20)], [812, 1219]);
    const [label] = await at().getLabels(bought, "zpl");
    const zpl = label?.bytes.toString() ?? "";
    assert.ok(zpl.startsWith("^XA\n^CI28\n^PW813\n^LL1219") && zpl.endsWith("^XZ\n"));
    // Letters that printers do not have are sent as dots.
    assert.equal(zpl.match(/\^GFA,(\d+),\1,\d+,[0-9A-F]+\^FS/g)?.length, 1);
  });

  test("in ZPL escape what the printer would take for commands", async () => {
    const to = { ...PORTO, name: "Söhne ~ ^XZ _41" };
    const at = open();
    const bought = await at().buy({ ...REQUEST, shipment: { ...SHIPMENT, to } });
    const [label] = await at().getLabels(bought, "zpl");
    const lines = label?.bytes.toString().split("\n") ?? [];
    assert.ok(lines.some((line) => line.endsWith("^FH^FDS_C3_B6hne _7E _5EXZ _5F41^FS")));
    assert.equal(lines.filter((line) => line.includes("^XZ")).length, 1);
  });
});
