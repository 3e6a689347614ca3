import assert from "node:assert/strict";
import { test } from "node:test";
import type { FormFields } from "../../../../packages/client/client.gen.ts";
import {
  findRepeatedNames,
  newQuestion,
  readQuestions,
  toName,
  toQuestionPath,
  writeQuestions,
} from "./questions.ts";
import { mergeValues, NEW_SERVICE, toDefinition, toPath } from "./service-values.ts";

const form: FormFields = {
  type: "object",
  properties: {
    floors: { type: "integer", title: "Floors", minimum: 0, maximum: 40, "x-unit": "floors" },
    has_lift: { type: "boolean", title: "Is there a lift?" },
    kind: { type: "string", title: "What?", enum: ["Flat", "Office"], description: "Roughly" },
    note: { type: "string", title: "Note", minLength: 2, maxLength: 200 },
    day: { type: "string", title: "Day", format: "date", "x-depends-on": { field: "kind", in: ["Flat"] } },
    from: { type: "object", title: "From", format: "address" },
    items: {
      type: "array",
      title: "Items",
      maxItems: 5,
      items: {
        type: "object",
        properties: { name: { type: "string", title: "Name" }, weight: { type: "number", title: "Weight" } },
        required: ["name"],
      },
    },
  },
  required: ["floors", "kind"],
};

test("a form that is read and written is the same form, in the same sequence", () => {
  const written = writeQuestions(readQuestions(form));
  assert.deepEqual(written, form);
  assert.deepEqual(Object.keys(written.properties), Object.keys(form.properties));
});

test("a change of the kind of an answer leaves no keyword of the kind before", () => {
  const [floors] = readQuestions(form);
  assert(floors !== undefined);
  assert.deepEqual(writeQuestions([{ ...floors, kind: "boolean" }]).properties, {
    floors: { type: "boolean", title: "Floors" },
  });
});

test("a question without a code has one made of its text, and two with the same code are found", () => {
  assert.equal(toName("Número de andares?"), "numero_de_andares");
  const twins = [
    { ...newQuestion(1), title: "Lift" },
    { ...newQuestion(2), title: "lift!" },
  ];
  assert.deepEqual(findRepeatedNames(twins), ["lift"]);
});

test("an error of the schema is shown at the question", () => {
  const questions = readQuestions(form);
  assert.equal(toQuestionPath(["properties", "kind", "enum"], questions), "2.choices");
  assert.equal(
    toPath("form_fields.properties.items.items.properties.weight.title", { questions }),
    "questions.6.entries.1.title",
  );
  assert.equal(toPath("packaging.0.code", { questions }), "packaging.0.code");
});

test("one's own changes stand on top of what somebody else has saved; what both changed stays one's own", () => {
  const mine = { ...NEW_SERVICE, name: "Mine", description: "Mine" };
  const saved = { ...NEW_SERVICE, description: "Theirs", is_offered: false };
  const { values, theirs, both } = mergeValues(NEW_SERVICE, mine, saved);
  assert.partialDeepStrictEqual(values, { name: "Mine", description: "Mine", is_offered: false });
  assert.deepEqual([theirs, both], [["is_offered"], ["description"]]);
});

test("what a service of its kind cannot have is not sent", () => {
  const times = [{ key: 1, code: "", name: "Early morning", start: "06:00", end: "09:00" }];
  const none = toDefinition({ ...NEW_SERVICE, pickup: "none", pickup_timeframes: times });
  assert.deepEqual([none.pickup_timeframes, "storage" in none], [[], false]);
  const collected = toDefinition({ ...NEW_SERVICE, pickup: "required", pickup_timeframes: times });
  assert.equal(collected.pickup_timeframes[0]?.code, "early-morning");
});
