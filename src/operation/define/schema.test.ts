import assert from "node:assert/strict";
import { test } from "node:test";
import Type, { type TSchema } from "typebox";
import { Nullable } from "#vocabulary/basics.ts";
import type { PriceFamily } from "#vocabulary/features.ts";
import { Price, PriceCurrency } from "#vocabulary/price.ts";
import { type RefusalDetail, sayDetail } from "./refusal.ts";
import { coerceStrings, compileResponseFilter, findSchemaErrors, findUnstorableOrTooDeep } from "./schema.ts";

const Input = Type.Object({
  name: Type.String({ minLength: 1 }),
  note: Type.Optional(Nullable(Type.String({ maxLength: 5 }))),
  count: Type.Optional(Type.Integer()),
  place: Type.Optional(Nullable(Type.Object({ lat: Type.Number({ minimum: -90 }) }))),
});

const say = (detail: RefusalDetail | null) => (detail === null ? null : sayDetail(detail));
const findErrors = (schema: TSchema, input: unknown) =>
  findSchemaErrors(schema, "write", input)?.map((detail) => sayDetail(detail)) ?? null;

test("each error names its field in plain words and does not suggest null", () => {
  assert.deepEqual(findErrors(Input, { name: "", note: "too long", place: { lat: -91 } }), [
    { field: "name", message: "must not be empty" },
    { field: "note", message: "must have at most 5 characters" },
    { field: "place/lat", message: "must be at least -90" },
  ]);
  assert.deepEqual(findErrors(Input, {}), [{ field: "name", message: "is required" }]);
  assert.equal(findErrors(Input, { name: "a", note: null, place: null }), null);
});

test("unknown members are refused on writes at every depth, and ignored on reads", () => {
  assert.deepEqual(findErrors(Input, { name: "a", place: { lat: 1, lon: 2 } }), [
    { field: "place/lon", message: "is not a member of this request" },
  ]);
  assert.equal(findSchemaErrors(Input, "read", { name: "a", other: 1 }), null);
});

test("entries of a list that is too long are not validated; those of another get defaults and errors", () => {
  const Lists = Type.Object({
    parcels: Type.Array(
      Type.Object({ count: Type.Integer({ default: 1 }), codes: Type.Optional(Type.Array(Type.String())) }),
      { maxItems: 3 },
    ),
    words: Type.Optional(Type.Array(Type.String(), { maxItems: 2, uniqueItems: true })),
  });
  assert.deepEqual(findErrors(Lists, { parcels: ["x", "x", "x", "x"], words: [1, 1, 1] }), [
    { field: "parcels", message: "must have at most 3 entries" },
    { field: "words", message: "must have at most 2 entries" },
  ]);
  const input = { parcels: [{}, { count: 2, codes: [] }] };
  assert.equal(findErrors(Lists, input), null);
  assert.deepEqual(input, { parcels: [{ count: 1 }, { count: 2, codes: [] }] });
  assert.deepEqual(
    findErrors(Lists, {
      parcels: [{ count: "2", codes: Array(1001).fill(1) }, { size: 1 }],
      words: ["a", "a"],
    })?.map(({ field }) => field),
    ["parcels/0/count", "parcels/0/codes", "parcels/1/size", "words"],
  );
});

test("bounds missing from a schema get defaults: 32-bit integers, 4,000 characters", () => {
  assert.deepEqual(findErrors(Input, { name: "a", count: 2 ** 31 }), [
    { field: "count", message: "must be at most 2147483647" },
  ]);
  assert.deepEqual(findErrors(Input, { name: "a".repeat(4001) }), [
    { field: "name", message: "must have at most 4000 characters" },
  ]);
});

test("text that PostgreSQL cannot store is found at any depth", () => {
  assert.deepEqual(say(findUnstorableOrTooDeep({ a: ["b", { c: "x\u0000" }] })), {
    field: "a/1/c",
    message: "must not contain the NUL character",
  });
  assert.deepEqual(say(findUnstorableOrTooDeep({ a: "\ud800" })), {
    field: "a",
    message: "must be well-formed Unicode",
  });
  let deep: unknown = 1;
  for (let level = 0; level < 100_000; level += 1) deep = [deep];
  assert.match(say(findUnstorableOrTooDeep({ deep }))?.message ?? "", /nested deeper/);
  assert.equal(findUnstorableOrTooDeep({ a: "😀", b: [1, null, true] }), null);
});

test("query strings are converted to the schema's types, and stay text where they do not match", () => {
  const Query = Type.Object({
    page: Type.Integer(),
    on: Type.Boolean(),
    words: Type.Array(Type.String()),
    at: Nullable(Type.Integer()),
  });
  assert.deepEqual(coerceStrings(Query, { page: "3", on: "1", words: "a,b", at: "" }), {
    page: 3,
    on: true,
    words: ["a", "b"],
    at: null,
  });
  assert.deepEqual(coerceStrings(Query, { page: "three", words: ["a", "b"] }), {
    page: "three",
    words: ["a", "b"],
  });
});

const Output = Type.Object({
  orders: Type.Array(
    Type.Object({
      id: Type.Integer(),
      shipping_price: Price("local_delivery"),
      currency: PriceCurrency("local_delivery"),
      label_price: Price("by:family"),
      family: Type.Optional(Type.String()),
      price_hidden: Type.Optional(Type.Boolean()),
    }),
  ),
});

test("only declared members are returned, and hidden prices are removed and marked as hidden", () => {
  const answer = {
    orders: [
      { id: 1, shipping_price: 900, currency: "BRL", label_price: 70, family: "label_service", secret: "x" },
    ],
    debug: true,
  };
  const hidden = (...price_families: PriceFamily[]) =>
    compileResponseFilter(Output, new Set(price_families))(answer);
  assert.deepEqual(hidden(), {
    orders: [{ id: 1, shipping_price: 900, currency: "BRL", label_price: 70, family: "label_service" }],
  });
  assert.deepEqual(hidden("local_delivery"), {
    orders: [{ id: 1, label_price: 70, family: "label_service", price_hidden: true }],
  });
  assert.deepEqual(hidden("label_service"), {
    orders: [{ id: 1, shipping_price: 900, currency: "BRL", family: "label_service", price_hidden: true }],
  });
});
