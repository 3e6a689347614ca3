/** The schemas of events in the reference are those that the families declare, with repeated parts under `$defs`. */
import assert from "node:assert/strict";
import { test } from "node:test";
import Type from "typebox";
import { buildEventCatalogue, defineEvents } from "#operation/define/events.ts";
import { loadRegistry } from "#operation/define/registry.ts";
import { stringifyWithoutMarks } from "#vocabulary/ref.ts";
import { buildEventSchemas, buildEventSection } from "./events.ts";

type Schemas = { kinds: Record<string, { payload: unknown }>; $defs?: Record<string, unknown> };

/** With every reference replaced by what it refers to. */
function expand(value: unknown, $defs: Record<string, unknown>): unknown {
  if (Array.isArray(value)) return value.map((item) => expand(item, $defs));
  if (typeof value !== "object" || value === null) return value;
  const { $ref } = value as { $ref?: string };
  if (typeof $ref === "string") {
    const definition = $defs[$ref.replace("#/$defs/", "")];
    assert(definition !== undefined, `${$ref} is not defined.`);
    return expand(definition, $defs);
  }
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, expand(member, $defs)]));
}

/** Without the kinds of records that members name: they are not published. */
const toJson = (value = {}) => JSON.parse(stringifyWithoutMarks(value)) as unknown;

test("the payload of every kind is the declared one, once its references are followed", async () => {
  const { events } = await loadRegistry();
  const families = new Set([...events.kinds.values()].map(({ family }) => family));
  let compared = 0;
  for (const family of families) {
    const { kinds, $defs = {} } = toJson(buildEventSchemas(family, events)) as Schemas;
    for (const [kind, { payload }] of Object.entries(kinds)) {
      assert.deepEqual(expand(payload, $defs), toJson(events.kinds.get(kind)?.payload), kind);
      compared += 1;
    }
  }
  assert.equal(compared, events.kinds.size);
});

test("a part that stands in several payloads is one definition, named after its first member", () => {
  const Place = Type.Object({
    line1: Type.String({ description: "Street and number, as it is printed on the label of the parcel." }),
    lat: Type.Number({ minimum: -90, maximum: 90 }),
    lng: Type.Number({ minimum: -180, maximum: 180 }),
  });
  const common = { record_kinds: ["card"], scope: "drivers:read" } as const;
  const events = buildEventCatalogue([
    [
      "cards",
      defineEvents(
        {
          "card.sent": {
            ...common,
            summary: "A card was sent.",
            payload: Type.Object({ sent_to: Place, count: Type.Integer() }),
            public_types: ["card.changed"],
          },
          "card.returned": {
            ...common,
            summary: "A card came back.",
            payload: Type.Object({ from: Type.Array(Place) }),
            public_types: [{ type: "card.changed", when: "it is valid", applies: () => true }],
          },
        },
        { "card.changed": "A card changed." },
      ),
    ],
    ["others", defineEvents({ other: { ...common, summary: "Another.", payload: Type.Object({}) } })],
  ]);
  const { kinds, $defs = {} } = buildEventSchemas("cards", events) as Schemas;
  assert.deepEqual(Object.keys(kinds), ["card.sent", "card.returned"]);
  assert.deepEqual(Object.keys($defs), ["SentTo"]);
  assert.partialDeepStrictEqual(kinds, {
    "card.sent": { payload: { properties: { sent_to: { $ref: "#/$defs/SentTo" } } } },
    "card.returned": { payload: { properties: { from: { items: { $ref: "#/$defs/SentTo" } } } } },
  });
  const section = buildEventSection("cards", events, "cards.events.json").join("\n");
  assert.match(section, /\| `card\.sent`: A card was sent\. \| card \| `drivers:read` \|/);
  assert.match(section, /`card\.changed` when it is valid/);
  assert.match(
    section,
    /\| `card\.changed` \| A card changed\. \| `card\.sent`; when it is valid: `card\.returned` \|/,
  );
  assert.doesNotMatch(section, /Another/);
  assert.equal(buildEventSchemas("nobody", events), undefined);
  assert.deepEqual(buildEventSection("nobody", events, ""), []);
});
