import assert from "node:assert/strict";
import { test } from "node:test";
import { loadRegistry } from "#operation/define/registry.ts";
import type { JsonSchema } from "#operation/define/schema.ts";
import { listFilters, listRules } from "./rules.ts";

const { operations } = await loadRegistry();

/** The schema of a member, without null. */
function findMember(schema: JsonSchema, [name, ...rest]: readonly string[]): JsonSchema | undefined {
  const only = schema.anyOf?.find(({ type }) => type !== "null") ?? schema;
  if (name === undefined) return only;
  const any = only.items ?? Object.values(only.patternProperties ?? {})[0] ?? only.additionalProperties;
  const member = name === "*" ? any : only.properties?.[name];
  return typeof member === "object" ? findMember(member, rest) : undefined;
}

test("the rules of forms are those of the schemas", () => {
  const compared = new Set<string>();
  for (const { name, input } of operations.values())
    for (const [path, { required, integer, unit, ...rule }] of Object.entries(
      listRules(input as JsonSchema),
    )) {
      const at = path.split(".");
      const schema = findMember(input as JsonSchema, at);
      const where = `${name} ${path}`;
      assert(schema !== undefined, where);
      for (const [keyword, value] of Object.entries(rule)) {
        if (value === "email") assert.match(String(schema.format ?? schema["pattern"]), /\+@|^email$/, where);
        else assert.equal(schema[keyword as keyof JsonSchema], value, `${where} ${keyword}`);
        compared.add(keyword);
      }
      if (integer) assert.equal(schema.type, "integer", where);
      if (unit !== undefined) assert(["integer", "number"].includes(String(schema.type)), where);
      if (required)
        assert(findMember(input as JsonSchema, at.slice(0, -1))?.required?.includes(at.at(-1)!), where);
    }
  assert.equal(
    [...compared].sort().join(),
    "format,maxItems,maxLength,maximum,minItems,minLength,minimum,pattern",
  );
});

test("every member that has a bound has its rule", () => {
  let members = 0;
  for (const { name, input } of operations.values()) {
    const rules = listRules(input as JsonSchema);
    for (const [member, { enum: words, format, "x-ref": ref, anyOf, ...schema }] of Object.entries(
      (input as JsonSchema).properties ?? {},
    )) {
      if (words !== undefined || format !== undefined || ref !== undefined || anyOf !== undefined) continue;
      for (const keyword of ["minLength", "maxLength", "minItems", "maxItems"] as const)
        assert.equal(rules[member]?.[keyword], schema[keyword], `${name} ${member}`);
      members += 1;
    }
  }
  assert(members > 1000, `${members} members`);
});

test("the unit of a member is the last part of its name, unless that is a minimum or belongs to a rate", () => {
  const getUnit = (operation: string, path: string) =>
    listRules(operations.get(operation)?.input as JsonSchema)[path]?.unit;
  assert.equal(getUnit("shiftCreate", "break_min"), "min");
  assert.equal(getUnit("labelserviceRate", "packages.*.weight_g"), "g");
  assert.equal(getUnit("labelserviceRulesSet", "rules.*.when.package_count_min"), undefined);
  assert.equal(getUnit("otepProviderCreate", "requests_per_s"), undefined);
});

test("filters have the type, the words and the length that the schema says", () => {
  const readFilters = (name: string) =>
    JSON.parse(JSON.stringify(listFilters(operations.get(name)!.input as JsonSchema)));
  const { state, device } = readFilters("lockerStorageRentals");
  const { properties } = operations.get("lockerStorageRentals")!.input as JsonSchema;
  assert.deepEqual(state, { type: "string", words: properties?.["state"]?.enum });
  assert.deepEqual(device, { type: "string", minLength: 1, maxLength: 100 });
  const { status, customer_id, on_route } = readFilters("clientOrders");
  assert(status.words.includes("NEW_ORDER"));
  assert.deepEqual([customer_id.type, on_route.type], ["integer", "boolean"]);
});
