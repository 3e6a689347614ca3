/** The declared events of every family. What a test emits is compared with them by tests/support/events.ts. */
import assert from "node:assert/strict";
import { test } from "node:test";
import Type from "typebox";
import {
  buildEventCatalogue,
  defineEvents,
  filterPayload,
  listPublicTypes,
} from "#operation/define/events.ts";
import { loadRegistry } from "#operation/define/registry.ts";
import type { JsonSchema } from "#operation/define/schema.ts";
import { checkEvents } from "#tests/support/events.ts";
import { Price, PriceHidden } from "#vocabulary/price.ts";
import { FOLDERS } from "./fixture.ts";

const { events, scopes } = await loadRegistry(FOLDERS);

/** Not prices: cash that recipients owe, which the driver who collects it must see, the currency of a business, price lists. */
const NO_PRICE = /^(cash|cod)_|^price_list_id$|^business\.created currency$/;

function* walkMembers(schema: JsonSchema, at = ""): Iterable<[string, JsonSchema]> {
  for (const [name, member] of Object.entries(schema.properties ?? {})) {
    yield [`${at}${name}`, member];
    yield* walkMembers(member, `${at}${name}/`);
  }
  for (const branch of schema.anyOf ?? []) yield* walkMembers(branch, at);
  if (schema.items !== undefined) yield* walkMembers(schema.items, at);
}

test("kinds are named after a subject and a fact, and money in payloads is marked as a price", () => {
  assert.ok(events.kinds.size > 100);
  for (const [kind, { payload, scope, record_kinds, summary }] of events.kinds) {
    assert.match(kind, /^[a-z_]+\.[a-z_]+$/);
    assert.match(summary, /^[A-Z].*\.$/, kind);
    assert.ok(scopes.declared.has(scope), kind);
    assert.ok(record_kinds.length > 0, kind);
    for (const [member, schema] of walkMembers(payload as unknown as JsonSchema)) {
      const name = member.split("/").at(-1) ?? "";
      if (schema["x-own-money"] || NO_PRICE.test(name) || NO_PRICE.test(`${kind} ${member}`)) continue;
      if (/_minor|price|amount|fee|charge|currency/.test(name))
        assert.ok(schema["x-price"] !== undefined, `${kind}: ${member} looks like money and is no price`);
    }
  }
});

const priced = defineEvents(
  {
    "label.purchased": {
      summary: "A label was purchased.",
      record_kinds: ["label"],
      scope: "labels:read",
      payload: Type.Object({
        carrier: Type.String(),
        price_minor: Price("label_service"),
        price_hidden: PriceHidden,
      }),
      public_types: [
        "label.purchased",
        { type: "label.paid", when: "it was paid", applies: ({ carrier }) => carrier === "house" },
      ],
    },
  },
  { "label.purchased": "A label was purchased.", "label.paid": "A label was paid." },
);
const catalogue = buildEventCatalogue([["labels", priced]]);
const bought = { kind: "label.purchased", payload: { carrier: "house", price_minor: 250 } };

test("hidden prices vanish from a payload, the other members stay, and an undeclared kind shows nothing", () => {
  assert.deepEqual(filterPayload(catalogue, bought, new Set()), bought.payload);
  assert.deepEqual(filterPayload(catalogue, bought, new Set(["storage_services"])), bought.payload);
  assert.deepEqual(filterPayload(catalogue, bought, new Set(["label_service"])), {
    carrier: "house",
    price_hidden: true,
  });
  const retired = { kind: "label.bought", payload: { cost: 250 } };
  assert.deepEqual(filterPayload(catalogue, retired, new Set(["label_service"])), {});
  assert.deepEqual(filterPayload(catalogue, retired, new Set()), retired.payload);
});

test("an event has its public types, those with a condition where it applies", () => {
  assert.deepEqual(listPublicTypes(catalogue, bought), ["label.purchased", "label.paid"]);
  assert.deepEqual(listPublicTypes(catalogue, { ...bought, payload: { carrier: "ups" } }), [
    "label.purchased",
  ]);
  assert.deepEqual(listPublicTypes(catalogue, { kind: "label.bought", payload: {} }), []);
});

test("the catalogue refuses a kind or a type that two families declare, and types without a kind", () => {
  const { kinds } = priced;
  assert.throws(
    () =>
      buildEventCatalogue([
        ["labels", priced],
        ["other", priced],
      ]),
    /Two families declare events/,
  );
  assert.throws(
    () => buildEventCatalogue([["labels", defineEvents(kinds)]]),
    /no family declares as a public type/,
  );
  const idle = defineEvents({}, { "label.lost": "A label was lost." });
  assert.throws(
    () =>
      buildEventCatalogue([
        ["labels", priced],
        ["other", idle],
      ]),
    /No kind of event is published as/,
  );
});

test("what is emitted and differs from its declaration is found: kind, subject, members", () => {
  const subject = { type: "file", id: 1, first: true as const };
  const payload = { sha256: "0", content_type: "image/png", size_bytes: 1 };
  const findFaults = (event: object) => {
    const checked = checkEvents(events);
    checked.onEmit([event as never]);
    try {
      checked.assertDeclared();
      return "";
    } catch (error) {
      return JSON.stringify((error as assert.AssertionError).actual);
    }
  };
  const uploaded = { subject, kind: "file.uploaded", payload };
  assert.equal(findFaults(uploaded), "");
  assert.match(findFaults({ ...uploaded, kind: "file.lost" }), /no family declares/);
  assert.match(findFaults({ ...uploaded, subject: { type: "order", id: 1 } }), /its subject is a order/);
  assert.match(findFaults({ ...uploaded, payload: { ...payload, name: "a" } }), /additional properties/);
  assert.match(findFaults({ ...uploaded, payload: { ...payload, sha256: undefined } }), /required property/);
});
