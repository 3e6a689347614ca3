import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { buildAddressKey, fold, foldPostalCode, getStreetOfKey, normalise, splitUnit } from "./normalise.ts";
import {
  computeScore,
  findDoubts,
  findSamePerson,
  type Geocode,
  learnFromVisit,
  mergeInto,
  type Positioned,
} from "./rules.ts";

describe("normalising addresses", () => {
  test("two spellings of one address have the same key", () => {
    const same: [Parameters<typeof buildAddressKey>[0], Parameters<typeof buildAddressKey>[0]][] = [
      [
        { line1: "Hauptstraße 5", city: "Köln" },
        { line1: "HAUPTSTR. 5", city: "Koln" },
      ],
      [
        { line1: "10 Main Street Apt 4B", city: "Troy" },
        { line1: "10 main st", line2: "#4-b", city: "troy" },
      ],
      [
        { line1: "Av. Paulista, 900", postal_code: "01310-100" },
        { line1: "Avenida Paulista 900", postal_code: "01310100" },
      ],
      [{ line1: "北京市朝阳区建国路88号5楼302室" }, { line1: "北京市朝阳区建国路88号", line2: "5楼302室" }],
    ];
    for (const [one, other] of same) assert.equal(buildAddressKey(one), buildAddressKey(other));
  });

  test("the same street in two cities, two units, two floors and two countries are different addresses", () => {
    const different: [Parameters<typeof buildAddressKey>[0], Parameters<typeof buildAddressKey>[0]][] = [
      [
        { line1: "Rua A 1", city: "Goiânia" },
        { line1: "Rua A 1", city: "Brasília" },
      ],
      [
        { line1: "10 Main St Apt 4", city: "Troy" },
        { line1: "10 Main St Apt 5", city: "Troy" },
      ],
      [
        { line1: "10 Main St, Floor 4", city: "Troy" },
        { line1: "10 Main St, Apt 4", city: "Troy" },
      ],
      [
        { line1: "1 High St", city: "Boston", country: "GB" },
        { line1: "1 High St", city: "Boston", country: "US" },
      ],
      [{ line1: "か丁目 1" }, { line1: "が丁目 1" }],
    ];
    for (const [one, other] of different) assert.notEqual(buildAddressKey(one), buildAddressKey(other));
    assert.equal(
      buildAddressKey({ line1: "Rua A 1" }, "BR"),
      buildAddressKey({ line1: "Rua A 1", country: "BR" }),
    );
  });

  test("the grammar of an address is that of its country", () => {
    const same: [country: string, one: string, other: string][] = [
      ["CO", "Calle 10 # 5-51", "Cl. 10 No. 5-51"],
      ["CO", "Cra 7 #71-21 Apto 302", "Carrera 7 No 71-21, Apto 302"],
      ["CO", "Calle 10 # 5-51", "CALLE 10 #5-51"],
      ["MX", "Av. Reforma #222", "Avenida Reforma No. 222"],
      ["US", "10 Main Street Apt 4B", "10 Main St #4-b"],
      ["PR", "Calle Loíza #1234", "Calle Loíza 1234"],
      ["SG", "Blk 123 Ang Mo Kio Ave 3 #05-51", "Blk 123 Ang Mo Kio Avenue 3, unit 05-51"],
      ["GB", "Flat 3, 12 High Street", "12 High St, Flat 3"],
      ["AU", "5/12 High St", "Unit 5, 12 High Street"],
      ["FR", "12 bd Voltaire", "12 Boulevard Voltaire"],
      ["PL", "ul. Nowa 5", "Nowa 5"],
      ["CH", "Bahnhofstraße 5", "Bahnhofstr. 5"],
      ["", "10 Main Street #4", "10 main st apt 4"],
    ];
    for (const [country, one, other] of same)
      assert.equal(buildAddressKey({ line1: one }, country), buildAddressKey({ line1: other }, country), one);
    const different: [country: string, one: string, other: string][] = [
      ["CO", "Calle 10 # 5-51", "Calle 10 # 80-20"],
      ["VE", "Calle 10 # 5", "Calle 10 # 80"],
      ["EC", "Av. 6 #12", "Av. 6 #14"],
      ["PR", "Calle Loíza #1234", "Calle Loíza #1236"],
      ["", "Calle 10 # 5-51", "Calle 10 # 80-20"],
      ["US", "10 Main St #4", "10 Main St #5"],
      ["AU", "5/12 High St", "6/12 High St"],
      // House numbers with a slash.
      ["CZ", "Dlouhá 123/4", "Dlouhá 4"],
    ];
    for (const [country, one, other] of different) {
      const [a, b] = [buildAddressKey({ line1: one }, country), buildAddressKey({ line1: other }, country)];
      assert.notEqual(a, b, one);
      const is_unit = ["US", "AU"].includes(country);
      assert.equal(getStreetOfKey(a) === getStreetOfKey(b), is_unit, `${one}: a street has its number`);
    }
  });

  test("folding keeps the words of every script whole", () => {
    assert.equal(fold("São  Paulo – Łódź Straße"), "sao paulo lodz strasse");
    assert.equal(fold("हिन्दी, मार्ग"), "हिन्दी मार्ग");
    assert.equal(fold("서울특별시"), "서울특별시");
    assert.equal(fold("Київ"), "київ");
    assert.equal(foldPostalCode(" 70.040-010 "), "70040010");
  });

  test("only a real unit is split from the street", () => {
    assert.deepEqual(splitUnit("SQS 308 Bloco C, Apto 302"), { street: "SQS 308 Bloco C", unit: "Apto 302" });
    assert.deepEqual(splitUnit("渋谷区1-2-3 101号室"), { street: "渋谷区1-2-3", unit: "101号室" });
    for (const street of ["5 Unit Street", "Apt 4", "Rua das Flores, 12", "12 Piso Verde Road"]) {
      assert.deepEqual(splitUnit(street), { street, unit: "" });
    }
    assert.deepEqual(normalise({ line1: " Rua  A 1 ", postal_code: " sw1a 1aa" }, "BR"), {
      line1: "Rua A 1",
      postal_code: "SW1A 1AA",
      country: "BR",
    });
  });
});

describe("positions", () => {
  const entry = (facts: Partial<Positioned> = {}): Positioned => ({
    lat: -15.8,
    lng: -47.9,
    geocode: {},
    visits: 0,
    ...facts,
  });
  const at = "2026-11-20T12:00:00.000Z";
  const near = { lat: -15.801, lng: -47.9 };

  test("the first visit replaces a geocoded position and stores it as a past position", () => {
    const learned = learnFromVisit(entry({ geocode: { source: "geocoder", precision: "street" } }), near, at);
    assert(learned.moved);
    assert.partialDeepStrictEqual(learned, {
      ...near,
      moved_m: 111,
      geocode: {
        source: "visit",
        confirmed_by_visit: true,
        previous: [{ lat: -15.8, lng: -47.9, source: "geocoder", until: at }],
      },
    });
  });

  test("later visits are averaged in, so that one bad GPS fix moves a known position little", () => {
    const learned = learnFromVisit(
      entry({ visits: 9, geocode: { source: "visit", confirmed_by_visit: true } }),
      near,
      at,
    );
    assert(learned.moved);
    assert.equal(learned.lat, -15.8001);
  });

  test("a pinned position stays, and so does that of an entry far from the visit", () => {
    assert.deepEqual(learnFromVisit(entry({ geocode: { pinned: true } }), near, at), {
      moved: false,
      why: "pinned",
    });
    assert.deepEqual(learnFromVisit(entry(), { lat: -16.8, lng: -47.9 }, at), {
      moved: false,
      why: "too_far",
    });
  });

  test("an entry without a position gets that of the visit, and at most ten past ones are stored", () => {
    assert.partialDeepStrictEqual(learnFromVisit(entry({ lat: null, lng: null }), near, at), {
      moved: true,
      ...near,
    });
    let kept_entry = entry({ geocode: { source: "given" } });
    for (let n = 0; n < 15; n += 1) {
      const learned = learnFromVisit(
        { ...kept_entry, visits: 1 },
        { lat: -15.8 - (n % 2) / 100, lng: -47.9 },
        at,
      );
      if (learned.moved)
        kept_entry = {
          ...kept_entry,
          lat: learned.lat,
          lng: learned.lng,
          geocode: learned.geocode as Geocode,
        };
    }
    assert.equal(kept_entry.geocode.previous?.length, 10);
  });
});

describe("doubts", () => {
  test("a full address has none and a bare word has many", () => {
    const full = { line1: "Rua A 1", city: "Goiânia", postal_code: "74000-000", country: "BR" };
    assert.deepEqual(findDoubts(full), []);
    assert.equal(computeScore([]), 1);
    const bare = findDoubts({ line1: "12345" });
    assert.deepEqual(
      bare.map((doubt) => doubt.code),
      ["line1_without_letters", "no_town", "no_country"],
    );
    assert.equal(computeScore(bare), 0);
    assert.deepEqual(findDoubts({ ...full, line1: "東京駅1" }), []);
  });

  test("merging takes new values and ignores empty ones", () => {
    const old = { label: "Shop", place: { line1: "Rua A 1", phone: "61 1" }, access: { code: "12" } };
    const merged = mergeInto(old, {
      label: "",
      place: { line1: "Rua A 1", phone: "", name: "Ana" },
      access: { floor: "2" },
    });
    assert.deepEqual(merged, {
      label: "Shop",
      place: { line1: "Rua A 1", phone: "61 1", name: "Ana" },
      access: { code: "12", floor: "2" },
    });
  });
});

describe("people of one house", () => {
  const at = (name: string, phone: string) => ({ place: { line1: "Rua A 1", name, phone } });
  const [ana, rui, nobody, shop] = [at("Ana", "11"), at("Rui", ""), at("", ""), at("", "(62) 1111")] as const;

  test("each has an entry, details without a contact belong to the only one", () => {
    for (const [entries, fresh, expected] of [
      [[ana], at("Rui", "11"), undefined],
      [[ana], at("ANA", "22"), ana],
      [[ana], at("Aná", ""), ana],
      [[ana], nobody, ana],
      [[ana, rui], nobody, undefined],
      [[ana, rui, nobody], nobody, nobody],
      [[nobody], ana, nobody],
      [[nobody, rui], ana, nobody],
      [[shop], at("", "621111"), shop],
      [[shop], at("", "622222"), undefined],
      [[shop], at("Ana", ""), shop],
      [[shop], at("Ana", "622222"), undefined],
      [[], ana, undefined],
    ] as const)
      assert.equal(findSamePerson(entries, fresh), expected, JSON.stringify([entries, fresh]));
  });
});
