/** From the arguments of a field to the input of an operation. */
import type { JsonSchema } from "#operation/schema.ts";
import { shapeOf } from "./shape.ts";

/**
 * A plain copy without the nulls of members that take none: in GraphQL, null for an optional argument means
 * that it is not sent.
 */
export function withoutNulls(schema: JsonSchema, value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  const shape = shapeOf(schema, "int");
  if (Array.isArray(value))
    return shape.kind === "list" ? value.map((one) => withoutNulls(shape.items, one)) : value;
  if (shape.kind !== "object") return Object.fromEntries(Object.entries(value));
  const { properties } = shape.schema;
  const kept: [string, unknown][] = [];
  for (const [name, member] of Object.entries(value)) {
    const of = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (of === undefined) kept.push([name, member]);
    else if (member !== null || shapeOf(of, "int").nullable) kept.push([name, withoutNulls(of, member)]);
  }
  return Object.fromEntries(kept);
}
