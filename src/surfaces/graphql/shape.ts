/** Classifies a JSON Schema for GraphQL as one of a few shapes, and whether it is nullable. Pure. */
import type { JsonSchema } from "#operation/define/schema.ts";

export type ObjectSchema = JsonSchema & { properties: Record<string, JsonSchema> };

export type Shape = { nullable: boolean } & (
  | { kind: "string" | "boolean" | "int" | "long" | "float" | "json" }
  | { kind: "enum"; words: readonly string[]; schema: JsonSchema }
  | { kind: "list"; items: JsonSchema }
  | { kind: "object"; schema: ObjectSchema }
);

/** GraphQL would refuse the whole document for one item of the wrong type, so these are JSON. */
const ANY: JsonSchema = {};

const INT32_MAX = 2_147_483_647;

const cached_shapes = { int: new WeakMap<object, Shape>(), long: new WeakMap<object, Shape>() };

/** `open` is the size of integers without bounds: 32-bit in inputs, 53-bit in responses. */
export function classifySchema(schema: JsonSchema, open: "int" | "long"): Shape {
  let shape = cached_shapes[open].get(schema);
  if (shape === undefined) {
    shape = classify(schema, open);
    cached_shapes[open].set(schema, shape);
  }
  return shape;
}

function classify(schema: JsonSchema, open: "int" | "long"): Shape {
  const branches = schema.anyOf ?? (schema["oneOf"] as JsonSchema[] | undefined);
  if (branches !== undefined) return ofUnion(branches, open);
  const all = schema["allOf"] as JsonSchema[] | undefined;
  if (all !== undefined)
    return all.every(isClosedObject) ? ofObject(mergeObjects(all, "all"), false) : json(false);
  if (schema.enum !== undefined) return ofWords(schema.enum, schema);
  if (schema.const !== undefined) return ofWords([schema.const], schema);
  if (Array.isArray(schema.type)) return ofTypes(schema, schema.type, open);
  switch (schema.type) {
    case "string":
      return { kind: "string", nullable: false };
    case "boolean":
      return { kind: "boolean", nullable: false };
    case "number":
      return { kind: "float", nullable: false };
    case "integer":
      return { kind: integerSize(schema, open), nullable: false };
    case "null":
      return json(true);
    case "array":
      return schema.items === undefined || schema["prefixItems"] !== undefined || Array.isArray(schema.items)
        ? json(false)
        : { kind: "list", items: schema["x-per-item"] ? ANY : schema.items, nullable: false };
    default:
      return isClosedObject(schema)
        ? ofObject(schema, false)
        : json(schema.type === undefined && !isObject(schema));
  }
}

/** True for a valid GraphQL name. */
export function isName(word: string): boolean {
  return /^[A-Za-z_]\w*$/.test(word) && !word.startsWith("__");
}

function json(nullable: boolean): Shape {
  return { kind: "json", nullable };
}

function ofObject(schema: ObjectSchema, nullable: boolean): Shape {
  return { kind: "object", schema, nullable };
}

function isObject(schema: JsonSchema): boolean {
  return schema.type === "object" || schema.properties !== undefined;
}

/** True when every member is declared and has a valid name; any other object can only be JSON. */
function isClosedObject(schema: JsonSchema): schema is ObjectSchema {
  const names = Object.keys(schema.properties ?? {});
  const open = schema.additionalProperties !== undefined && schema.additionalProperties !== false;
  return names.length > 0 && names.every(isName) && !open && schema.patternProperties === undefined;
}

function integerSize({ minimum, maximum }: JsonSchema, open: "int" | "long"): "int" | "long" {
  if (minimum === undefined && maximum === undefined) return open;
  const [least, most] = [minimum ?? 0, maximum ?? (open === "int" ? INT32_MAX : Number.MAX_SAFE_INTEGER)];
  return least >= -INT32_MAX - 1 && most <= INT32_MAX ? "int" : "long";
}

function ofTypes(schema: JsonSchema, types: string[], open: "int" | "long"): Shape {
  const nullable = types.includes("null");
  const [one, ...more] = types.filter((type) => type !== "null");
  if (one !== undefined && more.length === 0)
    return { ...classifySchema({ ...schema, type: one }, open), nullable };
  return types.every((type) => type === "integer" || type === "number" || type === "null")
    ? { kind: "float", nullable }
    : json(nullable);
}

function ofWords(words: unknown[], schema: JsonSchema): Shape {
  const non_null = words.filter((word) => word !== null);
  const nullable = non_null.length < words.length;
  if (non_null.every((word) => typeof word === "string")) {
    const areNames = non_null.every((word) => isName(word) && !["true", "false", "null"].includes(word));
    return areNames && non_null.length > 0
      ? { kind: "enum", words: [...new Set(non_null)], schema, nullable }
      : { kind: "string", nullable };
  }
  if (non_null.every((word) => typeof word === "boolean")) return { kind: "boolean", nullable };
  if (non_null.every((word) => Number.isInteger(word) && Math.abs(word as number) <= INT32_MAX)) {
    return { kind: "int", nullable };
  }
  return non_null.every((word) => typeof word === "number") ? { kind: "float", nullable } : json(nullable);
}

function ofUnion(branches: JsonSchema[], open: "int" | "long"): Shape {
  const shapes = branches
    .filter((branch) => branch.type !== "null")
    .map((branch) => classifySchema(branch, open));
  const nullable = shapes.length < branches.length || shapes.some((shape) => shape.nullable);
  const [first] = shapes;
  if (first === undefined) return json(true);
  if (shapes.length === 1) return { ...first, nullable };
  const kinds = new Set(shapes.map(({ kind }) => kind));
  if (shapes.every((shape) => shape.kind === "object")) {
    return ofObject(
      mergeObjects(
        shapes.map(({ schema }) => schema),
        "any",
      ),
      nullable,
    );
  }
  if (shapes.every((shape) => shape.kind === "enum")) {
    const words = [...new Set(shapes.flatMap((shape) => shape.words))];
    return { kind: "enum", words, schema: { enum: words }, nullable };
  }
  if ([...kinds].every((kind) => kind === "string" || kind === "enum")) return { kind: "string", nullable };
  if ([...kinds].every((kind) => kind === "int" || kind === "long")) return { kind: "long", nullable };
  if ([...kinds].every((kind) => kind === "int" || kind === "long" || kind === "float"))
    return { kind: "float", nullable };
  return kinds.size === 1 && first.kind === "boolean" ? { kind: "boolean", nullable } : json(nullable);
}

/** One object with the members of all branches. A member that every branch requires stays required. */
function mergeObjects(schemas: JsonSchema[], how: "any" | "all"): ObjectSchema {
  const properties: Record<string, JsonSchema> = {};
  for (const schema of schemas) {
    for (const [name, member] of Object.entries(schema.properties ?? {})) {
      const before = properties[name];
      if (before === undefined) properties[name] = member;
      else if (JSON.stringify(before) !== JSON.stringify(member))
        properties[name] = { anyOf: [before, member] };
    }
  }
  const required = Object.keys(properties).filter((name) => {
    const says = (schema: JsonSchema) => schema.required?.includes(name) === true;
    return how === "all" ? schemas.some(says) : schemas.every(says);
  });
  return { type: "object", properties, required };
}
