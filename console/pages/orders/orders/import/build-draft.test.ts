import assert from "node:assert/strict";
import { test } from "node:test";
import { buildDraft, type DraftOptions, findField, parseTime, type Values } from "./build-draft.ts";
import { FIELDS, type Field, guessMapping, normalizeHead, toRemembered } from "./fields.ts";
import { readFile } from "./read-table.ts";

const options: DraftOptions = {
  times: { today: () => "2026-11-23", at: (date, time) => `${date}T${time}:00.000Z` },
  currency: "BRL",
  country: "BR",
  findSkill: (words) =>
    ["heavy", "heavy loads"].includes(words.toLowerCase()) ? "heavy" : words === "tall" ? "tall" : undefined,
  date_order: null,
  findCustomer: (words) => (words === "ACME" ? 7 : undefined),
  say: (word, value) => `${word} ${value}`,
};

test("times are read as people write them", () => {
  assert.deepEqual(["9:30", "09:30:00", "9h30", "9h", "24:00", "late"].map(parseTime), [
    "09:30",
    "09:30",
    "09:30",
    "09:00",
    undefined,
    undefined,
  ]);
});

/** A business, a cell, what is sent of it, and the doubt with its choices. */
const DOUBTS: [Partial<DraftOptions>, Values, object, string[]][] = [
  [{}, { cod: "1.500" }, { cod_minor: 150_000 }, []],
  [{ country: "US", currency: "USD" }, { cod: "1,500" }, { cod_minor: 150_000 }, []],
  [
    { country: "US", currency: "USD" },
    { cod: "1.500" },
    { cod_minor: 150 },
    ["cod decimals_or_thousands 1.50|1500.00"],
  ],
  [
    {},
    { weight_kg: "1.500" },
    { parcels: [{ weight_g: 1_500_000 }] },
    ["weight_kg decimals_or_thousands 1500|1,5"],
  ],
  [{}, { weight_kg: "1,500" }, { parcels: [{ weight_g: 1500 }] }, []],
  [
    { country: "US", currency: "USD" },
    { length_cm: "1,200" },
    { parcels: [{ length_mm: 12_000 }] },
    ["length_cm decimals_or_thousands 1200|1.2"],
  ],
  [
    { country: "US" },
    { scheduled_date: "12/05/2026" },
    { scheduled_date: "2026-12-05" },
    ["scheduled_date day_or_month 2026-12-05|2026-05-12"],
  ],
  [{}, { scheduled_date: "05/12/2026" }, { scheduled_date: "2026-12-05" }, []],
  [{}, { scheduled_date: "22/11/2026" }, { scheduled_date: "2026-11-22" }, ["scheduled_date past_date "]],
  [
    {},
    { postal_code: "1310100" },
    { dropoff: { postal_code: "01310-100" } },
    ["postal_code leading_zeros 01310-100"],
  ],
  [
    {},
    { postal_code: "1067", country: "DE" },
    { dropoff: { postal_code: "01067" } },
    ["postal_code leading_zeros 01067"],
  ],
  [{}, { postal_code: '="02111"', country: "US" }, { dropoff: { postal_code: "02111" } }, []],
  [
    {},
    { postal_code: "78701.0", country: "US" },
    { dropoff: { postal_code: "78701" } },
    ["postal_code added_decimal 78701"],
  ],
  [{}, { phone: "5.56199E+12" }, { dropoff: { phone: "5.56199E+12" } }, ["phone lost_digits "]],
  [{}, { ref: "4711.0" }, { ref: "4711" }, ["ref added_decimal 4711"]],
  [{}, { name: "=cmd|' /C calc'!A0" }, {}, ["name formula "]],
  [{}, { note: "#N/A" }, {}, ["note cell_error "]],
  [
    {},
    { skills: "heavy; flying" },
    { requirements: { skills: ["heavy", "flying"] } },
    ["skills unknown_skill "],
  ],
  [{}, { skills: "Heavy loads" }, { requirements: { skills: ["heavy"] } }, []],
];

test("what a cell may mean otherwise is a doubt with choices", () => {
  for (const [business, values, expected_draft, expected] of DOUBTS) {
    const { draft, doubts, faults } = buildDraft({ line1: "SIA 9", ...values }, { ...options, ...business });
    assert.deepEqual(faults, []);
    assert.partialDeepStrictEqual(draft, expected_draft);
    assert.deepEqual(
      doubts.map(({ field, code, choices }) => `${field} ${code} ${choices.join("|")}`),
      expected,
    );
  }
});

test("a row becomes an order, with units converted and what is missing left to the service", () => {
  const { draft, faults } = buildDraft(
    {
      ref: "A-1",
      line1: "SIA 9",
      city: "Brasília",
      lat: "-15,8",
      lng: "-47.9",
      scheduled_date: "24/11/2026",
      window_start: "9:00",
      parcels: "2",
      weight_kg: "1,5",
      customer: "ACME",
      cod: "10,50",
      skills: "heavy; tall",
      service: "Express",
    },
    options,
  );
  assert.deepEqual(faults, []);
  assert.deepEqual(draft, {
    type: "D",
    ref: "A-1",
    dropoff: {
      line1: "SIA 9",
      city: "Brasília",
      country: "BR",
      lat: -15.8,
      lng: -47.9,
      window: { start: "2026-11-24T09:00:00.000Z", end: "2026-11-25T00:00:00.000Z" },
    },
    scheduled_date: "2026-11-24",
    service: "express",
    cod_minor: 1050,
    customer_id: 7,
    parcels: [{ weight_g: 1500 }, { weight_g: 1500 }],
    requirements: { skills: ["heavy", "tall"] },
  });
});

test("what cannot be read is named by its field", () => {
  const { faults } = buildDraft(
    { lat: "north", scheduled_date: "soon", window_end: "late", customer: "Nobody", parcels: "0" },
    options,
  );
  assert.deepEqual(
    faults.map(({ field, message }) => [field, message]),
    [
      ["lat", "not_a_number north"],
      ["scheduled_date", "not_a_date soon"],
      ["window_end", "not_a_time late"],
      ["customer", "unknown_customer Nobody"],
      ["parcels", "not_a_number 0"],
    ],
  );
});

test("members that the service refuses lead to the fields of the file", () => {
  const isField = (word: string): word is Field => FIELDS.some((field) => field === word);
  assert.deepEqual(
    ["dropoff/window/end", "/dropoff/line1", "parcels/0/weight_g", "parcels", "cod_minor", "rate_id", ""].map(
      (member) => findField(member, isField),
    ),
    ["window_end", "line1", "weight_kg", "parcels", "cod", null, null],
  );
});

test("columns are found by their words in either language, once each, and as chosen before", () => {
  assert.equal(normalizeHead(" Código Postal "), "codigo_postal");
  assert.equal(normalizeHead("parcels.0.weight_kg"), "weight_kg");
  const heads = ["Pedido", "Endereço", "CEP", "Address", "Colour", "dropoff.city"];
  assert.deepEqual(guessMapping(heads), ["ref", "line1", "postal_code", null, null, "city"]);
  const remembered = toRemembered(heads, [null, "line2", "postal_code", "line1", "note", "city"]);
  assert.deepEqual(guessMapping(heads, remembered), [null, "line2", "postal_code", "line1", "note", "city"]);
});

test("a file keeps cells beyond its heads, and drops the apostrophe that an export writes", async () => {
  const read = (content: string) => readFile(new File([content], "orders.csv"), ".");
  assert.deepEqual(await read("ref\nA,extra\n, \n\n'+55 61\n"), {
    heads: ["ref", ""],
    rows: [
      { line: 2, cells: ["A", "extra"] },
      { line: 5, cells: ["+55 61", ""] },
    ],
    sheet: null,
  });
  assert.equal(await read("ref\n\n"), "empty");
});
