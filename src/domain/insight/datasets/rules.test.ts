import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import type { DateOrder } from "#spreadsheet/read-cell.ts";
import { buildColumn } from "./column-changes.ts";
import type { ColumnType } from "./columns.ts";
import { computeDatasetAccess, computePosition, type Permission } from "./rules.ts";
import { type AddressValue, buildSlot, fitValue, foldText, formatValue, readText } from "./values.ts";

const column = (type: ColumnType, n = 1, more = {}) => buildColumn({ key: `c_${n}`, type, ...more }, n);

describe("text of a file", () => {
  const cases: [ColumnType, string, unknown][] = [
    ["number", "1234.5", 1234.5],
    ["number", "1,234.5", 1234.5],
    ["number", "1.234,5", 1234.5],
    ["number", "1 234,5", 1234.5],
    ["number", "1,234", 1234],
    ["number", "1.5", 1.5],
    ["number", "1,5", 1.5],
    ["number", "1.234.567", 1234567],
    ["number", "-2e3", -2000],
    ["number", "12 kg", undefined],
    ["number", "1e999", undefined],
    ["date", "2026-11-24 13:00", "2026-11-24"],
    ["date", "4.3.2026", "2026-03-04"],
    ["date", "31/02/2026", undefined],
    ["bool", "Sim", true],
    ["bool", "0", false],
    ["bool", "maybe", undefined],
    ["geo", "-15.7, -47.9", { lat: -15.7, lng: -47.9 }],
    ["geo", "91, 0", undefined],
    ["ref", "12", 12],
    ["ref", "-1", undefined],
    ["text", "   ", null],
  ];
  for (const [type, text, value] of cases)
    test(`${JSON.stringify(text)} in a ${type} column`, () => {
      const fitted = readText(column(type), text, { country: "US" });
      assert.deepEqual("value" in fitted ? fitted.value : undefined, value);
    });

  /** By the country of the business; the doubt, and what the dates of the column show. */
  const by_country: [ColumnType, string, country: string, unknown, doubt?: string, order?: DateOrder][] = [
    ["number", "1.500", "BR", 1500],
    ["number", "1.500", "US", 1.5],
    ["number", "1,500", "US", 1500],
    ["number", "1,500", "BR", 1.5],
    ["number", "1.2340", "BR", 1.234],
    ["number", "9007199254740991", "BR", 9007199254740991],
    [
      "number",
      "9007199254740993",
      "BR",
      "has more digits than a number column keeps exactly; a text column keeps them",
    ],
    ["text", "9007199254740993", "BR", "9007199254740993"],
    ["date", "12/05/2026", "US", "2026-12-05", "day_or_month"],
    ["date", "12/05/2026", "US", "2026-12-05", undefined, "month_first"],
    ["date", "12/05/2026", "BR", "2026-05-12"],
    ["date", "12/05/2026", "BR", "2026-12-05", "day_or_month", "month_first"],
    ["date", "24/11/1999", "BR", "1999-11-24"],
    ["text", "=1+1", "BR", "=1+1", "formula"],
    ["text", "#N/A", "BR", "#N/A", "cell_error"],
    ["text", "5.56199E+12", "BR", "5.56199E+12", "lost_digits"],
    ["text", "1,01E+15", "DE", "1,01E+15", "lost_digits"],
    ["text", "78701.0", "US", "78701.0", "added_decimal"],
    ["text", "1.25", "US", "1.25"],
    ["text", "02111", "US", "02111"],
  ];
  for (const [type, text, country, value, doubt, date_order] of by_country)
    test(`${JSON.stringify(text)} in a ${type} column of ${country}${date_order === undefined ? "" : `, ${date_order}`}`, () => {
      const fitted = readText(column(type), text, { country, date_order });
      assert.deepEqual("value" in fitted ? fitted.value : fitted.fault.en, value);
      assert.equal("value" in fitted ? fitted.doubt?.kind : undefined, doubt);
    });

  test("a number of more digits than a double holds is refused, however it is sent", () => {
    assert.ok("fault" in fitValue(column("number"), 9007199254740992));
    assert.ok("fault" in fitValue(column("number"), -1e20));
    assert.deepEqual(fitValue(column("number"), 9007199254740991), { value: 9007199254740991 });
  });

  test("is read as the value that it was written from", () => {
    const values: [ColumnType, fc.Arbitrary<unknown>][] = [
      ["number", fc.double({ noNaN: true, noDefaultInfinity: true }).filter((n) => Math.abs(n) < 2 ** 53)],
      ["bool", fc.boolean()],
      [
        "geo",
        fc.record({ lat: fc.integer({ min: -90, max: 90 }), lng: fc.integer({ min: -180, max: 180 }) }),
      ],
    ];
    for (const [type, arbitrary] of values)
      fc.assert(
        fc.property(arbitrary, (value) => {
          const fitted = fitValue(column(type), value);
          assert(!("fault" in fitted) && fitted.value !== null);
          assert.deepEqual(readText(column(type), formatValue(fitted.value), { country: "" }), fitted);
        }),
      );
  });
});

test("the text of an index column sorts like the numbers", () => {
  const sign = (n: number) => (n < 0 ? -1 : n > 0 ? 1 : 0);
  fc.assert(
    fc.property(fc.double({ noNaN: true }), fc.double({ noNaN: true }), (one, other) => {
      const [a, b] = [buildSlot(one === 0 ? 0 : one) ?? "", buildSlot(other === 0 ? 0 : other) ?? ""];
      assert.equal(a < b ? -1 : a > b ? 1 : 0, one < other ? -1 : sign(one > other ? 1 : 0));
    }),
  );
});

test("text is found without accents, and never holds the mark of a column", () => {
  assert.equal(foldText("  Água\n\ue001FRIA "), "agua fria");
});

test("sight follows the permission of the role", () => {
  const columns = [column("text", 1), column("address", 2)];
  const dataset = { columns, visibility: "business" as const, position_n: 2 };
  const given_permission: Permission = { access: "write", hidden: [2], read_only: [1], row_rule: null };
  const listVisible = (
    is_admin: boolean,
    permission?: Permission,
    visibility: "business" | "restricted" = "business",
  ) => {
    const dataset_access = computeDatasetAccess({ ...dataset, visibility }, is_admin, permission);
    return (
      dataset_access && [
        dataset_access.columns.length,
        dataset_access.writable.size,
        dataset_access.sees_position,
        dataset_access.is_complete,
      ]
    );
  };
  assert.deepEqual(listVisible(true, given_permission, "restricted"), [2, 2, true, true]);
  assert.deepEqual(listVisible(false), [2, 2, true, true]);
  assert.deepEqual(listVisible(false, undefined, "restricted"), null);
  assert.deepEqual(listVisible(false, { ...given_permission, access: "none" }), null);
  assert.deepEqual(listVisible(false, given_permission, "restricted"), [1, 0, false, false]);
  assert.deepEqual(listVisible(false, { ...given_permission, hidden: [], access: "read" }), [
    2,
    0,
    true,
    false,
  ]);
});

test("a pin stands above the column, and the column above what was found before it changed", () => {
  const at = (text: string) => ({ c1: { line1: text, text } satisfies AddressValue });
  const location = {
    lat: 1,
    lng: 2,
    geocode_state: "located" as const,
    geocode_precision: "street" as const,
  };
  const pinned = { ...location, geocode_state: "pinned" as const, geocode_precision: null };
  const place = column("address");
  const states = [
    { values: at("a"), before: { values: at("a"), position: location }, pin: undefined },
    { values: at("b"), before: { values: at("a"), position: location }, pin: undefined },
    { values: at("b"), before: { values: at("a"), position: pinned }, pin: undefined },
    { values: at("b"), before: { values: at("b"), position: pinned }, pin: null },
    { values: {}, before: { values: at("a"), position: location }, pin: undefined },
    { values: at("a"), before: null, pin: { lat: 3, lng: 4 } },
  ].map((one) => computePosition({ ...one, column: place, geocodes_on_write: false }).geocode_state);
  assert.deepEqual(states, ["located", "pending", "pinned", "pending", "none", "pinned"]);
  const queued = computePosition({
    column: place,
    values: at("a"),
    before: null,
    pin: undefined,
    geocodes_on_write: true,
  });
  assert.equal(queued.geocode_state, "queued");
  const geo = { column: column("geo"), values: { c1: { lat: 5, lng: 6 } }, before: null, pin: undefined };
  assert.equal(computePosition({ ...geo, geocodes_on_write: true }).geocode_state, "given");
});
