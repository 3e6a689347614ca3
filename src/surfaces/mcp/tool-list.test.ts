/** What the list of tools costs a model, and that every tool and parameter is described in it. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { gunzipSync } from "node:zlib";
import { loadRegistry } from "#operation/define/registry.ts";
import { findSchemaErrors, type JsonSchema } from "#operation/define/schema.ts";
import { PROFILES } from "#vocabulary/scopes.ts";
import { getTools } from "./catalogue.ts";
import { compressParts } from "./protocol/compressed-parts.ts";
import { shareRepeatedSchemas } from "./shared-schemas.ts";
import type { ServerName, Tool } from "./tool.ts";

const registry = await loadRegistry();
const BYTES_PER_TOKEN = 4;

function countTokens(tools: readonly Tool[], with_outputs: boolean): number {
  const listed = tools.map(({ definition: { outputSchema, ...definition } }) =>
    with_outputs ? { ...definition, outputSchema } : definition,
  );
  return Buffer.byteLength(JSON.stringify(listed)) / BYTES_PER_TOKEN;
}

describe("the list of tools costs", () => {
  const user = getTools(registry, "user");
  const held = new Set<string>(PROFILES["ops-readonly"].scopes);
  const limits = [
    // The tools that are still to come get their share of the 30,000 tokens of all 93.
    ["the user server", user, (30_000 * user.length) / 93],
    [
      "ops-readonly",
      user.filter(({ is_public, scopes }) => is_public || scopes.every((scope) => held.has(scope))),
      9000,
    ],
    ["the developer server", getTools(registry, "developer"), 9000],
  ] as const;
  for (const [name, tools, limit] of limits) {
    test(`${name} at most ${Math.round(limit)} tokens, with output schemas half more`, () => {
      const [without, all] = [countTokens(tools, false), countTokens(tools, true)];
      assert.ok(without <= limit, `${Math.round(without)} tokens without output schemas`);
      assert.ok(all <= limit * 1.5, `${Math.round(all)} tokens with them`);
    });
  }
});

for (const server of ["user", "developer"] as ServerName[]) {
  test(`every parameter of the ${server} server is described`, () => {
    const bare = getTools(registry, server).flatMap(({ name, definition }) =>
      Object.entries(definition.inputSchema["properties"] as Record<string, { description?: string }>)
        .filter(([, { description }]) => description === undefined || description === "")
        .map(([parameter]) => `${name}: ${parameter}`),
    );
    assert.deepEqual(bare, []);
  });
}

for (const server of ["user", "developer"] as ServerName[]) {
  test(`every tool of the ${server} server says when to use it and what to call next, with an example of a call`, () => {
    const tools = getTools(registry, server);
    const names = new Set(tools.map(({ name }) => name));
    for (const { name, use, next, example, description, definition, source } of tools) {
      assert.match(use, /^[A-Z].*\.$/, name);
      assert.ok(next.length > 0, `${name}: no next tool`);
      assert.ok(
        next.every((one) => names.has(one) && one !== name),
        `${name}: ${next.join()}`,
      );
      assert.ok(description.endsWith(`${use} Next: ${next.join(", ")}.`), name);
      assert.equal(definition.description, description);
      const { confirm: _confirm, ...input } = example;
      const schema = "operation" in source ? source.operation.input : source.meta.input;
      assert.deepEqual(findSchemaErrors(schema, "write", input), null, name);
      const members = definition.inputSchema["properties"] as object;
      assert.deepEqual(
        Object.keys(example).filter((member) => !(member in members)),
        [],
        name,
      );
    }
  });
}

test("rows of lists have no bare id: it has the word that the next tool takes", () => {
  // Rates take the codes of carriers.
  const others = new Set(["get_shipping_methods"]);
  for (const { name, effect, source } of (["user", "developer"] as const).flatMap((server) =>
    getTools(registry, server),
  )) {
    if (!("operation" in source) || effect === "write" || others.has(name)) continue;
    for (const [member, { items }] of Object.entries(
      (source.operation.output as JsonSchema).properties ?? {},
    ))
      assert.ok(
        items?.properties?.["id"] === undefined || items["x-compact"]?.some((one) => / from id$/.test(one)),
        `${name}: ${member}`,
      );
  }
});

test("the words of tools name only tools", () => {
  const names = new Set(
    (["user", "developer"] as const).flatMap((server) => getTools(registry, server).map(({ name }) => name)),
  );
  for (const [name, { next }] of registry.tools.words)
    for (const one of next) assert.ok(names.has(one), `${name}: ${one}`);
});

test("what a schema repeats is a definition, with the descriptions of each use", () => {
  const place = {
    type: "object",
    properties: {
      line1: { type: "string", description: "Street and number, as it is written at the door." },
    },
    required: ["line1"],
  };
  const window = {
    type: "object",
    properties: {
      first: { type: "string", format: "date-time" },
      last: { type: "string", format: "date-time" },
      is_open: { type: "boolean" },
    },
    required: ["first", "last"],
  };
  const schema_with_windows = { ...place, properties: { ...place.properties, window, other_window: window } };
  const shared = shareRepeatedSchemas({
    type: "object",
    properties: {
      pickup: { ...schema_with_windows, description: "Where it is." },
      dropoff: schema_with_windows,
      items: { type: "array", items: window },
    },
  });
  assert.deepEqual(shared.properties?.["pickup"], { $ref: "#/$defs/pickup", description: "Where it is." });
  assert.deepEqual(shared.properties?.["dropoff"], { $ref: "#/$defs/pickup" });
  assert.deepEqual(Object.keys(shared["$defs"] as object), ["pickup", "items"]);
  assert.deepEqual((shared["$defs"] as Record<string, unknown>)["items"], window);
});

test("a list in parts is compressed as one gzip member, without its kept part being compressed again", () => {
  const bytes = Buffer.from(JSON.stringify(getTools(registry, "user").map(({ definition }) => definition)));
  for (const head of ['{"id":1,"result":', '{"id":"ü","result":', ""]) {
    const parts = compressParts({ head, bytes, tail: "}" });
    const joined_bytes = Buffer.concat(parts);
    assert.equal(gunzipSync(joined_bytes).toString(), `${head}${bytes}}`);
    assert.ok(joined_bytes.length < bytes.length / 4);
    assert.equal(parts[2], compressParts({ head: "other", bytes, tail: "" })[2]);
  }
});
