/** Converts the arguments of a field to the input of an operation. */
import type { JsonSchema } from "#operation/define/schema.ts";
import { classifySchema } from "./shape.ts";

/**
 * A copy without nulls for members that are not nullable: in GraphQL, null for an optional argument means that it
 * was not sent.
 */
export function withoutNulls(schema: JsonSchema, value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  const shape = classifySchema(schema, "int");
  if (Array.isArray(value)) {
    if (shape.kind !== "list") return value;
    // Items that are validated one by one are JSON in GraphQL, but their schema is known.
    const items = schema["x-per-item"] ? (schema.items ?? shape.items) : shape.items;
    return value.map((one) => withoutNulls(items, one));
  }
  if (shape.kind !== "object") return Object.fromEntries(Object.entries(value));
  const { properties } = shape.schema;
  const kept_entries: [string, unknown][] = [];
  for (const [name, member] of Object.entries(value)) {
    const of = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (of === undefined) kept_entries.push([name, member]);
    else if (member !== null || classifySchema(of, "int").nullable)
      kept_entries.push([name, withoutNulls(of, member)]);
  }
  return Object.fromEntries(kept_entries);
}
