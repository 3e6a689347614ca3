import assert from "node:assert/strict";
import { test } from "node:test";
import { isAsked, type Level, toAnswers } from "./answers.ts";

const form: Level = {
  properties: {
    is_fragile: { type: "boolean", title: "Fragile?" },
    how: { type: "string", title: "How?", "x-depends-on": { field: "is_fragile", in: [true] } },
    who: { type: "string", title: "Who?", "x-depends-on": { field: "how", in: ["by hand"] } },
    home: { type: "object", format: "address", title: "Home" },
    items: {
      type: "array",
      title: "Items",
      items: { type: "object", properties: { name: { type: "string", title: "Name" } } },
    },
  },
};

test("a question is asked when what it depends on is asked and has that answer", () => {
  assert.equal(isAsked(form, "how", {}), false);
  assert.equal(isAsked(form, "how", { is_fragile: true }), true);
  assert.equal(isAsked(form, "who", { is_fragile: true, how: "by hand" }), true);
  assert.equal(isAsked(form, "who", { is_fragile: false, how: "by hand" }), false);
});

test("answers to what is not asked any more are not sent, nor empty ones", () => {
  const answers = {
    is_fragile: false,
    how: "by hand",
    items: [{ name: "Atlas", left: 1 }],
    home: { country: "FR" },
  };
  assert.deepEqual(toAnswers(form, answers), { is_fragile: false, items: [{ name: "Atlas" }] });
});
