/** Inputs generated from the schemas of operations: minimal valid, random valid, and hostile ones. */
import fc from "fast-check";
import type { JsonSchema } from "#operation/define/schema.ts";

type Values = Record<string, unknown>;

/** The minimal valid input: required members only, each as small as allowed. */
export function minimalInput(schema: JsonSchema): unknown {
  if (schema.default !== undefined) return schema.default;
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return schema.enum[0];
  const branches = schema.anyOf ?? (schema["oneOf"] as JsonSchema[] | undefined);
  if (branches !== undefined) return minimalInput(branches[0] ?? {});
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  switch (type) {
    case "string":
      return buildString(schema);
    case "integer":
    case "number":
      return schema.minimum ?? 1;
    case "boolean":
      return true;
    case "array":
      return Array.from({ length: (schema["minItems"] as number | undefined) ?? 0 }, () =>
        minimalInput(schema.items ?? {}),
      );
    case "null":
      return null;
    default:
      return Object.fromEntries(
        (schema.required ?? []).map((key) => [key, minimalInput(schema.properties?.[key] ?? {})]),
      );
  }
}

function buildString(schema: JsonSchema): string {
  const pattern = schema["pattern"] as string | undefined;
  if (pattern !== undefined)
    return fc.sample(fc.stringMatching(new RegExp(pattern)), { seed: 1, numRuns: 1 })[0] ?? "";
  switch (schema.format) {
    case "date-time":
      return "2026-11-20T12:00:00Z";
    case "date":
      return "2026-11-20";
    case "email":
      return "walk@test.example";
    case "uri":
      return "https://receiver.test.example/hook";
    case "uuid":
      return "00000000-0000-4000-8000-000000000000";
    default:
      return "a".repeat(Math.max((schema["minLength"] as number | undefined) ?? 1, 1));
  }
}

/** A random valid input of limited size. */
export function randomInput(schema: JsonSchema, depth = 0): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  const branches = schema.anyOf ?? (schema["oneOf"] as JsonSchema[] | undefined);
  if (branches !== undefined) return fc.oneof(...branches.map((branch) => randomInput(branch, depth)));
  const types = Array.isArray(schema.type) ? schema.type : [schema.type];
  if (types.length > 1)
    return fc.oneof(...types.map((type) => randomInput({ ...schema, type: type as string }, depth)));
  switch (types[0]) {
    case "string":
      return validText(schema);
    case "integer":
      return fc.integer({
        min: Math.max(schema.minimum ?? -1000, -(2 ** 31)),
        max: Math.min(schema.maximum ?? 1000, 2 ** 31 - 1),
      });
    case "number":
      return fc.double({ min: schema.minimum ?? -1e6, max: schema.maximum ?? 1e6, noNaN: true });
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    case "array": {
      const least = (schema["minItems"] as number | undefined) ?? 0;
      return fc.array(randomInput(schema.items ?? {}, depth + 1), {
        minLength: least,
        maxLength: Math.max(least, 2),
      });
    }
    default: {
      const members = Object.entries(schema.properties ?? {});
      if (members.length === 0)
        return fc.dictionary(fc.string({ maxLength: 8 }), fc.oneof(fc.string(), fc.integer()), {
          maxKeys: 2,
        });
      return fc.record(
        Object.fromEntries(members.map(([key, member]) => [key, randomInput(member, depth + 1)])),
        {
          requiredKeys: schema.required ?? [],
        },
      );
    }
  }
}

function validText(schema: JsonSchema): fc.Arbitrary<unknown> {
  const pattern = schema["pattern"] as string | undefined;
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern));
  switch (schema.format) {
    case "date-time":
      return fc.constantFrom(
        "2026-11-20T12:00:00Z",
        "2026-02-28T23:59:59.999999Z",
        "1900-01-01T00:00:00Z",
        "2199-12-31T23:59:59+14:00",
      );
    case "date":
      return fc.constantFrom("2026-11-20", "2024-02-29", "1900-01-01", "2199-12-31");
    case undefined: {
      const least = (schema["minLength"] as number | undefined) ?? 0;
      return fc.string({
        minLength: least,
        maxLength: Math.min(schema.maxLength ?? 60, Math.max(least, 60)),
        unit: "grapheme",
      });
    }
    default:
      return fc.constant(buildString(schema));
  }
}

const deep = (levels: number): unknown => {
  let value: unknown = "bottom";
  for (let level = 0; level < levels; level += 1) value = level % 2 === 0 ? [value] : { a: value };
  return value;
};

/** Hostile values. */
export const HOSTILE: readonly unknown[] = [
  "\u0000",
  "a\u0000b",
  "\ud800",
  "\udfff\ud800",
  "",
  " ",
  "'; drop table business; --",
  "%00%ff",
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the placeholder is part of the hostile value.
  "{0}${1}",
  "\u202e\u200b\ufeff",
  "2026-02-30",
  "0001-01-01",
  "9999-12-31",
  "2026-02-28T23:59:60Z",
  "9999999-99-99T99:99:99Z",
  "x".repeat(5000),
  -1,
  0,
  1.5,
  -0.1,
  2 ** 31,
  2 ** 53,
  1e21,
  -1e308,
  null,
  true,
  [],
  {},
  [[]],
  [null],
  ["\u0000"],
  { "\u0000": 1 },
  JSON.parse('{"__proto__":{"polluted":true},"constructor":{"prototype":{}}}'),
  Array.from({ length: 2000 }, () => 1),
  deep(60),
  deep(2000),
];

/** A valid input with one member, at any depth, replaced by something hostile. */
export function hostileInput(schema: JsonSchema): fc.Arbitrary<Values> {
  return fc
    .tuple(randomInput(schema), fc.constantFrom(...HOSTILE), fc.nat(), fc.nat(4))
    .map(([input, value, where, levels]) => replaced(input, value, where, levels, schema) as Values);
}

function replaced(
  input: unknown,
  value: unknown,
  where: number,
  levels: number,
  schema: JsonSchema,
): unknown {
  const keys = Object.keys(schema.properties ?? {});
  if (typeof input !== "object" || input === null || Array.isArray(input) || keys.length === 0) return value;
  const key = keys[where % keys.length] as string;
  const member = (input as Values)[key];
  const inside = levels > 0 && typeof member === "object" && member !== null && !Array.isArray(member);
  return {
    ...input,
    [key]: inside ? replaced(member, value, where >>> 3, levels - 1, schema.properties?.[key] ?? {}) : value,
  };
}
