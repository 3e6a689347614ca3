/** Converts schemas of operations to OpenAPI: a schema with `$id` becomes one shared component. */
import type { JsonSchema } from "#operation/define/schema.ts";
import { stringifyWithoutMarks } from "#vocabulary/ref.ts";

export type OpenApiSchema = Record<string, unknown>;

export interface Components {
  project(schema: JsonSchema): OpenApiSchema;
  /** In name order. */
  schemas(): Record<string, OpenApiSchema>;
}

/** Keywords whose values are schemas, by the form of the value. */
const ONE = ["items", "additionalProperties", "not", "contains"] as const;
const LISTS = ["anyOf", "oneOf", "allOf", "prefixItems"] as const;
const MAPS = ["properties", "patternProperties"] as const;

export function createComponents(): Components {
  const schemas_by_name = new Map<string, { text: string; schema: OpenApiSchema }>();

  const project = (schema: JsonSchema): OpenApiSchema => {
    if (schema.$id === undefined || !/^[A-Za-z0-9._-]+$/.test(schema.$id)) return inside(schema);
    const text = stringifyWithoutMarks(schema);
    for (let name = schema.$id, n = 2; ; name = `${schema.$id}${n++}`) {
      const existing = schemas_by_name.get(name);
      const reference = { $ref: `#/components/schemas/${name}` };
      if (existing?.text === text) return reference;
      if (existing !== undefined) continue;
      const entry = { text, schema: {} as OpenApiSchema };
      schemas_by_name.set(name, entry);
      entry.schema = inside(schema);
      return reference;
    }
  };

  const inside = (schema: JsonSchema): OpenApiSchema => {
    const {
      $id: _name,
      "x-secret": secret,
      "x-price": price,
      "x-own-money": _own_money,
      "x-per-item": _per_item,
      "x-any-text": _any_text,
      "x-compact": _compact,
      "x-text": _text,
      "x-document": _document,
      "x-ref": _ref,
      "x-no-ref": _no_ref,
      "x-tool": _tool,
      "x-single": _single,
      ...rest
    } = schema;
    const projected: OpenApiSchema = { ...rest };
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
        [...schemas_by_name.entries()]
          .sort(([one], [other]) => (one < other ? -1 : 1))
          .map(([name, { schema }]) => [name, schema]),
      ),
  };
}
