/** Moves what is repeated within a schema to `$defs`: two places, the parcels of twenty shipments. */
import type { JsonSchema } from "#operation/define/schema.ts";

/** Shorter ones cost more as a reference. */
const SHARED_MIN = 150;

interface FoundSchema {
  /** The member that it was found at first. */
  name: string;
  times: number;
}

export function shareRepeatedSchemas(schema: JsonSchema): JsonSchema {
  const definitions: Record<string, JsonSchema> = {};
  let root = schema;
  for (;;) {
    const repeated = findLongestRepeated({ root, definitions });
    if (repeated === undefined) break;
    const name = freeName(definitions, repeated.name);
    const replace = (value: unknown): unknown =>
      replaceSchema(value, repeated.text, { $ref: `#/$defs/${name}` });
    root = replace(root) as JsonSchema;
    for (const [key, one] of Object.entries(definitions)) definitions[key] = replace(one) as JsonSchema;
    definitions[name] = JSON.parse(repeated.text);
  }
  return Object.keys(definitions).length === 0 ? root : { ...root, $defs: definitions };
}

function findLongestRepeated(all: object): { text: string; name: string } | undefined {
  const schemas_by_text = new Map<string, FoundSchema>();
  count(all, "", schemas_by_text);
  let longest: { text: string; name: string } | undefined;
  for (const [text, { name, times }] of schemas_by_text)
    if (times > 1 && text.length > (longest?.text.length ?? SHARED_MIN)) longest = { text, name };
  return longest;
}

function count(value: unknown, name: string, schemas_by_text: Map<string, FoundSchema>): void {
  if (Array.isArray(value)) {
    for (const one of value) count(one, name, schemas_by_text);
    return;
  }
  if (typeof value !== "object" || value === null) return;
  const { type, properties } = value as JsonSchema;
  if (type === "object" && properties !== undefined) {
    const { text } = splitDescription(value as JsonSchema);
    const counted = schemas_by_text.get(text);
    if (counted === undefined) schemas_by_text.set(text, { name, times: 1 });
    else counted.times += 1;
  }
  for (const [key, member] of Object.entries(value))
    count(member, type === "array" ? name : key, schemas_by_text);
}

function replaceSchema(value: unknown, text: string, reference: { $ref: string }): unknown {
  if (Array.isArray(value)) return value.map((one) => replaceSchema(one, text, reference));
  if (typeof value !== "object" || value === null) return value;
  const split_schema = splitDescription(value as JsonSchema);
  if (split_schema.text === text) return { ...reference, ...split_schema.description_member };
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, replaceSchema(member, text, reference)]),
  );
}

/** Two uses of one schema may be described differently. */
function splitDescription({ description, ...schema }: JsonSchema): {
  text: string;
  description_member: object;
} {
  return {
    text: JSON.stringify(schema),
    description_member: description === undefined ? {} : { description },
  };
}

function freeName(definitions: object, preferred_name: string): string {
  let name = preferred_name;
  for (let number = 2; Object.hasOwn(definitions, name); number += 1) name = `${preferred_name}${number}`;
  return name;
}
