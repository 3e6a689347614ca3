import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { findCode, getBase } from "#otep/vocabulary.ts";
import {
  type AskedProvider,
  type AskedShipment,
  computeProgress,
  computeTenderPrice,
  DEFAULT_STATUSES,
  findSkipReason,
  getNextTenderState,
  isTimelinePosition,
  listNeeds,
  mapStatus,
  TENDER_STATES,
  toCoarse,
} from "./rules.ts";

const PROVIDER: AskedProvider = {
  status: "active",
  partner_status: "active",
  countries: [],
  postal_prefixes: [],
  capabilities: [],
  weight_g_max: null,
  distance_m_max: null,
  price_terms: { base_minor: 500, per_km_minor: 100 },
};
const SHIPMENT: AskedShipment = {
  pickup: { line1: "SIA 3", country: "BR", postal_code: "71200-030" },
  dropoff: { line1: "Quadra 1", country: "BR", postal_code: "70070-100" },
  weight_g: 2000,
  distance_m: 5400,
  needs: [],
  price_minor: null,
  price_cap_minor: null,
};

for (const [name, provider, shipment, expected] of [
  ["that covers everything", {}, {}, null],
  ["that is paused", { status: "paused" }, {}, "paused"],
  ["whose key was revoked", { partner_status: "revoked" }, {}, "key_not_valid"],
  ["of another country", { countries: ["AR"] }, {}, "outside_area"],
  ["of the area of both places, written in another way", { postal_prefixes: ["712 00", "700"] }, {}, null],
  ["of the area of the pickup only", { postal_prefixes: ["712"] }, {}, "outside_area"],
  ["of any area, for a place without a postal code", {}, { dropoff: { line1: "x" } }, null],
  [
    "of an area, for a place without a postal code",
    { postal_prefixes: ["7"] },
    { dropoff: { line1: "x" } },
    "outside_area",
  ],
  ["for lighter goods", { weight_g_max: 1999 }, {}, "too_heavy"],
  ["for goods just as heavy", { weight_g_max: 2000 }, {}, null],
  ["for shorter ways", { distance_m_max: 5000 }, {}, "too_far"],
  ["for shorter ways, of an unknown distance", { distance_m_max: 5000 }, { distance_m: null }, null],
  ["that takes no cash", {}, { needs: ["cod"] }, "capability_missing"],
  ["that takes cash", { capabilities: ["cod"] }, { needs: ["cod"] }, null],
  ["whose terms are over the cap", {}, { price_cap_minor: 1039 }, "over_price_cap"],
  ["whose terms are at the cap", {}, { price_cap_minor: 1040 }, null],
  ["without terms, which names its price", { price_terms: null }, { price_cap_minor: 1 }, null],
] as const)
  test(`a provider ${name}: ${expected ?? "asked"}`, () =>
    assert.equal(
      findSkipReason(
        { ...PROVIDER, ...provider } as AskedProvider,
        { ...SHIPMENT, ...shipment } as AskedShipment,
      ),
      expected,
    ));

test("a tender costs what the offer says, else the terms, else what the provider names", () => {
  assert.equal(computeTenderPrice(PROVIDER.price_terms, { price_minor: 900, distance_m: 5400 }), 900);
  assert.equal(computeTenderPrice(PROVIDER.price_terms, { price_minor: null, distance_m: 5400 }), 1040);
  assert.equal(computeTenderPrice(null, { price_minor: null, distance_m: 5400 }), null);
});

describe("states", () => {
  test("an answer is given once", () => {
    for (const trigger of ["accept", "decline", "expire", "withdraw"] as const)
      for (const from of TENDER_STATES)
        assert.equal(
          getNextTenderState(from, trigger) !== null,
          from === "OFFERED",
          `${trigger} from ${from}`,
        );
  });
  test("only a held order is handed back", () => {
    const from = TENDER_STATES.filter((state) => getNextTenderState(state, "hand_back") !== null);
    assert.deepEqual(from, ["ACCEPTED", "IN_PROGRESS"]);
  });
});

describe("progress", () => {
  const event = (code: string, minute: number) => ({
    code,
    base: getBase(code),
    at: `2026-11-23T12:${String(minute).padStart(2, "0")}:00.000Z`,
  });
  const REPORTS = [
    event("otep:thirdparty:courier_at_pickup", 1),
    event("otep:core:picked_up", 2),
    event("otep:thirdparty:courier_at_dropoff", 8),
    event("otep:core:delivered", 9),
  ];
  test("is the same in whatever order the reports came", () => {
    const expected = { picked_up_at: REPORTS[1]?.at, ended_at: REPORTS[3]?.at, state: "COMPLETED" };
    for (const order of [
      [0, 1, 2, 3],
      [3, 2, 1, 0],
      [3, 0, 2, 1],
      [1, 3, 0, 2],
    ])
      assert.deepEqual(
        computeProgress(order.map((index) => REPORTS[index] as (typeof REPORTS)[number])),
        expected,
      );
  });
  test("without a pickup a delivery counts as one", () =>
    assert.equal(computeProgress([event("otep:core:delivered", 9)]).picked_up_at, REPORTS[3]?.at));
  test("a courier on the way has nothing yet", () =>
    assert.equal(computeProgress([event("otep:thirdparty:courier_en_route", 1)]).state, "ACCEPTED"));
  test("goods that went back are no delivery", () =>
    assert.equal(
      computeProgress([event("otep:core:picked_up", 1), event("otep:thirdparty:returned_to_origin", 5)])
        .state,
      "FAILED",
    ));
});

describe("words", () => {
  test("every usual word is a code of the protocol", () => {
    for (const [word, { code }] of Object.entries(DEFAULT_STATUSES)) assert.ok(findCode(code), word);
  });
  test("the provider's own mapping comes first, without regard to case and spaces", () => {
    const mapping = { picked_up: { code: "otep:core:in_transit" } };
    assert.deepEqual(mapStatus(mapping, " Picked Up "), { code: "otep:core:in_transit" });
    assert.deepEqual(mapStatus({}, "Picked-Up"), { code: "otep:core:picked_up" });
  });
  test("codes of the protocol pass, anything else does not, not even members of objects", () => {
    assert.deepEqual(mapStatus({}, "otep:core:delivered"), { code: "otep:core:delivered" });
    for (const word of ["otep:core:eaten", "constructor", "__proto__", "toString", ""])
      assert.equal(mapStatus({}, word), null, word);
  });
});

test("before acceptance a place has no street, no person and no exact position", () => {
  const text = JSON.stringify(
    toCoarse({
      name: "Clara Dias",
      phone: "+5561999990000",
      email: "clara@example.com",
      line1: "Quadra 12",
      line2: "Apto 4",
      city: "Brasília",
      country: "BR",
      postal_code: "70070-100",
      lat: -15.78912,
      lng: -47.88123,
      instructions: "Bell 4",
    }),
  );
  assert.doesNotMatch(text, /Clara|9999|Quadra|Apto|Bell|70070|15\.789|47\.881/);
  assert.match(text, /Brasília/);
  assert.match(text, /-15\.79/);
});

test("an order needs what its proofs, its cash and its kind need", () => {
  assert.deepEqual(listNeeds({ type: "D", cod_minor: 0, requirements: {} }), []);
  assert.deepEqual(listNeeds({ type: "P2P", cod_minor: 100, requirements: { pod: ["photo", "scan"] } }), [
    "cod",
    "photo",
    "pickup_from_sender",
  ]);
});

test("a position is an event of the timeline after ten minutes or two kilometres, and never an earlier one", () => {
  const last = { lat: -15.7, lng: -47.9, at: "2026-11-23T12:00:00.000Z" };
  const next = (minutes: number, lat: number) =>
    isTimelinePosition(last, {
      lat,
      lng: -47.9,
      at: new Date(Date.parse(last.at) + minutes * 60_000).toISOString(),
    });
  assert.deepEqual(
    [next(9, -15.7), next(10, -15.7), next(1, -15.72), next(-20, -15.9)],
    [false, true, true, false],
  );
  assert.ok(isTimelinePosition(null, last));
});
