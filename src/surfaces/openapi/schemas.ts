/** From the schemas of operations to those of OpenAPI: what has `$id` becomes a component, told once. */
import type { JsonSchema } from "#operation/schema.ts";

export type Projected = Record<string, unknown>;

export interface Components {
  project(schema: JsonSchema): Projected;
  /** In name order. */
  schemas(): Record<string, Projected>;
}

/** Members that hold schemas, by how they hold them. */
const ONE = ["items", "additionalProperties", "not", "contains"] as const;
const LISTS = ["anyOf", "oneOf", "allOf", "prefixItems"] as const;
const MAPS = ["properties", "patternProperties"] as const;

export function makeComponents(): Components {
  const named = new Map<string, { text: string; schema: Projected }>();

  const project = (schema: JsonSchema): Projected => {
    if (schema.$id === undefined || !/^[A-Za-z0-9._-]+$/.test(schema.$id)) return inside(schema);
    const text = JSON.stringify(schema);
    for (let name = schema.$id, n = 2; ; name = `${schema.$id}${n++}`) {
      const known = named.get(name);
      const reference = { $ref: `#/components/schemas/${name}` };
      if (known?.text === text) return reference;
      if (known !== undefined) continue;
      const entry = { text, schema: {} as Projected };
      named.set(name, entry);
      entry.schema = inside(schema);
      return reference;
    }
  };

  const inside = (schema: JsonSchema): Projected => {
    const { $id: _name, "x-secret": secret, "x-price": price, ...rest } = schema;
    const projected: Projected = { ...rest };
    for (const key of ONE) {
      if (typeof rest[key] === "object" && !Array.isArray(rest[key]))
        projected[key] = project(rest[key] as JsonSchema);
    }
    for (const key of LISTS) {
      if (Array.isArray(rest[key])) projected[key] = (rest[key] as JsonSchema[]).map(project);
    }
    for (const key of MAPS) {
      const map = rest[key] as Record<string, JsonSchema> | undefined;
      if (map !== undefined)
        projected[key] = Object.fromEntries(
          Object.entries(map).map(([name, member]) => [name, project(member)]),
        );
    }
    if (secret && rest.type === "string") projected["format"] ??= "password";
    if (price !== undefined) projected["x-price-family"] = price;
    return projected;
  };

  return {
    project,
    schemas: () =>
      Object.fromEntries(
        [...named.entries()]
          .sort(([one], [other]) => (one < other ? -1 : 1))
          .map(([name, { schema }]) => [name, schema]),
      ),
  };
}
