import assert from "node:assert/strict";
import { test } from "node:test";
import {
  buildDraft,
  type DraftOptions,
  findField,
  parseDate,
  parseNumber,
  parseTime,
} from "./build-draft.ts";
import { FIELDS, type Field, guessMapping, normalizeHead, toRemembered } from "./fields.ts";
import { toTable } from "./read-table.ts";

const options: DraftOptions = {
  times: { today: () => "2026-11-23", at: (date, time) => `${date}T${time}:00.000Z` },
  currency: "BRL",
  country: "BR",
  findCustomer: (words) => (words === "ACME" ? 7 : undefined),
  say: (word, value) => `${word} ${value}`,
};

test("numbers, dates and times are read as people write them, and nothing is guessed", () => {
  assert.deepEqual(
    ["12,5", "1.234,5", "1,234.5", "-3", " 7 ", "1 000", "heavy", "1e3", ""].map(parseNumber),
    [12.5, 1234.5, 1234.5, -3, 7, 1000, undefined, undefined, undefined],
  );
  assert.deepEqual(
    ["2026-11-24", "24/11/2026", "4.1.2026", "2026-11-24 12:00", "31/02/2026", "tomorrow", "11/24/2026"].map(
      parseDate,
    ),
    ["2026-11-24", "2026-11-24", "2026-01-04", "2026-11-24", undefined, undefined, undefined],
  );
  assert.deepEqual(["9:30", "09:30:00", "9h30", "9h", "24:00", "late"].map(parseTime), [
    "09:30",
    "09:30",
    "09:30",
    "09:00",
    undefined,
    undefined,
  ]);
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

test("a table keeps cells beyond its heads, and drops the apostrophe that an export writes", () => {
  assert.deepEqual(toTable([["ref"], ["A", "extra"], ["", " "], ["'+55 61"]]), {
    heads: ["ref", ""],
    rows: [
      ["A", "extra"],
      ["+55 61", ""],
    ],
  });
  assert.equal(toTable([["ref"], [""]]), "no_rows");
});
