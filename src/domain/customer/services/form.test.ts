import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { dropUnanswered, findAnswerFaults, isAsked } from "./form.ts";
import { type FormFields, findFormFaults } from "./form-schema.ts";

const form: FormFields = {
  type: "object",
  required: ["mode", "contact", "floors", "entry"],
  properties: {
    mode: { type: "string", title: "Mode", enum: ["house", "office"] },
    contact: { type: "string", title: "Contact", format: "email" },
    phone: { type: "string", title: "Phone", format: "phone" },
    day: { type: "string", title: "Day", format: "date" },
    note: { type: "string", title: "Note", minLength: 3, maxLength: 5 },
    lift: { type: "boolean", title: "Lift", "x-depends-on": { field: "mode", in: ["house"] } },
    floors: {
      type: "integer",
      title: "Floors",
      minimum: 0,
      maximum: 30,
      "x-unit": "floors",
      "x-depends-on": { field: "lift", in: [false] },
    },
    weight: { type: "number", title: "Weight", minimum: 0.5, "x-unit": "kg" },
    entry: { type: "object", title: "Entry", format: "address" },
    items: {
      type: "array",
      title: "Items",
      maxItems: 2,
      items: {
        type: "object",
        required: ["name"],
        properties: {
          name: { type: "string", title: "Name" },
          fragile: { type: "boolean", title: "Fragile" },
          padding: { type: "string", title: "Padding", "x-depends-on": { field: "fragile", in: [true] } },
        },
      },
    },
  },
};
const good = { mode: "office", contact: "a@b.example", entry: { line1: "Quadra 1", country: "BR" } };
const listFaults = (answers: Record<string, unknown>) =>
  findAnswerFaults(form, { ...good, ...answers }).map(({ field, message }) => `${field} ${message.en}`);

describe("answers", () => {
  const cases: [string, Record<string, unknown>, string[]][] = [
    ["that are valid", {}, []],
    ["to a field that is not asked", { floors: 2 }, ["form/floors is asked only with another lift"]],
    ["to a field that depends on one that is asked", { mode: "house", lift: false, floors: 2 }, []],
    ["without one that is required now", { mode: "house", lift: false }, ["form/floors is required"]],
    ["without one that is not asked now", { mode: "house", lift: true }, []],
    ["of nulls and spaces are none", { contact: null, mode: "office" }, ["form/contact is required"]],
    ["outside the list", { mode: "boat" }, ["form/mode must be one of: house, office"]],
    ["of another type", { mode: 1 }, ["form/mode must be string"]],
    ["that are no e-mail address", { contact: "a@b" }, ["form/contact must be a valid email"]],
    ["that are no telephone number", { phone: "12-x" }, ["form/phone must be a valid phone"]],
    ["that are no day", { day: "2026-02-30" }, ["form/day must be a valid date"]],
    ["that are too short", { note: "ab" }, ["form/note must have at least 3 characters"]],
    ["that are too long", { note: "abcdef" }, ["form/note must have at most 5 characters"]],
    [
      "that are no whole number",
      { mode: "house", lift: false, floors: 1.5 },
      ["form/floors must be a whole number"],
    ],
    ["above the maximum", { mode: "house", lift: false, floors: 31 }, ["form/floors must be at most 30"]],
    ["below the minimum", { weight: 0.25 }, ["form/weight must be at least 0.5"]],
    ["of a number as text", { weight: "2" }, ["form/weight must be number"]],
    ["to a field that does not exist", { colour: "red" }, ["form/colour is no field of the form"]],
    ["named like a member of every object", { constructor: 1 }, ["form/constructor is no field of the form"]],
    ["with an address without a street", { entry: { city: "Brasília" } }, ["form/entry/line1 is required"]],
    [
      "with an address of other members",
      { entry: { line1: "Q", planet: "Mars", country: "Brazil" } },
      [
        "form/entry/planet is not a member of an address",
        "form/entry/country must have at most 2 characters",
      ],
    ],
    ["with an address as text", { entry: "Quadra 1" }, ["form/entry must be an address"]],
    ["with a list", { items: [{ name: "Piano", fragile: true, padding: "wool" }] }, []],
    [
      "with entries that are wrong",
      { items: [{ fragile: true }, { name: "x", padding: "y" }] },
      ["form/items/0/name is required", "form/items/1/padding is asked only with another fragile"],
    ],
    ["with too many entries", { items: [1, 2, 3] }, ["form/items must have at most 2 entries"]],
    ["with an entry that is no object", { items: [1] }, ["form/items/0 must be object"]],
  ];
  for (const [what, answers, expected] of cases)
    test(what, () => assert.deepEqual(listFaults(answers), expected));

  test("at most a hundred faults are listed", () => {
    const many = Object.fromEntries(Array.from({ length: 300 }, (_none, index) => [`x${index}`, 1]));
    assert.equal(findAnswerFaults(form, many).length, 100);
  });

  test("a field is asked if what it depends on is asked and has the value", () => {
    const level = form as never;
    assert.equal(isAsked(level, "floors", { mode: "house", lift: false }), true);
    assert.equal(isAsked(level, "floors", { mode: "office", lift: false }), false);
    assert.deepEqual(dropUnanswered({ a: null, b: false }), { b: false });
  });
});

describe("a form", () => {
  const faults = (properties: FormFields["properties"], required: string[] = []) =>
    findFormFaults({ type: "object", properties, required }).map(
      ({ field, message }) => `${field} ${message.en}`,
    );
  const cases: [string, FormFields["properties"], string[]][] = [
    ["that is valid", form.properties, []],
    [
      "with a keyword of another type",
      { a: { type: "boolean", title: "A", maxLength: 3 } },
      ["properties/a/maxLength means nothing for a field of type boolean"],
    ],
    [
      "with an object that is no address",
      { a: { type: "object", title: "A" } },
      ["properties/a/format must be address for a field of type object"],
    ],
    [
      "with a text that is an address",
      { a: { type: "string", title: "A", format: "address" } },
      ["properties/a/type must be object for the format address"],
    ],
    [
      "with a list of nothing",
      { a: { type: "array", title: "A" } },
      ["properties/a/items is required for a list"],
    ],
    [
      "with a list in a list",
      {
        a: {
          type: "array",
          title: "A",
          items: { type: "object", properties: { b: { type: "array", title: "B" } } },
        },
      },
      ["properties/a/items/properties/b/type must not be array inside a list"],
    ],
    [
      "with bounds that exclude all",
      { a: { type: "number", title: "A", minimum: 2, maximum: 1 } },
      ["properties/a/maximum must not be below minimum"],
    ],
    [
      "with a field that depends on a later one, or on itself",
      { a: { type: "string", title: "A", "x-depends-on": { field: "a", in: ["x"] } } },
      ["properties/a/x-depends-on/field must be a field before this one"],
    ],
    [
      "with a field that depends on a value that cannot be",
      {
        a: { type: "string", title: "A", enum: ["x"] },
        b: { type: "string", title: "B", "x-depends-on": { field: "a", in: ["x", "y"] } },
      },
      ["properties/b/x-depends-on/in/1 is no value of a"],
    ],
  ];
  for (const [what, properties, expected] of cases)
    test(what, () => assert.deepEqual(faults(properties), expected));

  test("that requires a field it does not have", () => {
    assert.deepEqual(faults({}, ["a"]), ["required/0 is no field of the form"]);
  });
});
