/** What a JSON Schema is to GraphQL: one of few shapes, and whether it may be null. Pure. */
import type { JsonSchema } from "#operation/schema.ts";

export type ObjectSchema = JsonSchema & { properties: Record<string, JsonSchema> };

export type Shape = { nullable: boolean } & (
  | { kind: "string" | "boolean" | "int" | "long" | "float" | "json" }
  | { kind: "enum"; words: readonly string[]; schema: JsonSchema }
  | { kind: "list"; items: JsonSchema }
  | { kind: "object"; schema: ObjectSchema }
);

const INT32_MAX = 2_147_483_647;

const known = { int: new WeakMap<object, Shape>(), long: new WeakMap<object, Shape>() };

/** `open` integers are those without bounds: 32-bit where callers send them, 53-bit where we do. */
export function shapeOf(schema: JsonSchema, open: "int" | "long"): Shape {
  let shape = known[open].get(schema);
  if (shape === undefined) {
    shape = lookAt(schema, open);
    known[open].set(schema, shape);
  }
  return shape;
}

function lookAt(schema: JsonSchema, open: "int" | "long"): Shape {
  const branches = schema.anyOf ?? (schema["oneOf"] as JsonSchema[] | undefined);
  if (branches !== undefined) return ofUnion(branches, open);
  const all = schema["allOf"] as JsonSchema[] | undefined;
  if (all !== undefined)
    return all.every(isClosedObject) ? ofObject(mergedOf(all, "all"), false) : json(false);
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
      return { kind: sizeOf(schema, open), nullable: false };
    case "null":
      return json(true);
    case "array":
      return schema.items === undefined || schema["prefixItems"] !== undefined || Array.isArray(schema.items)
        ? json(false)
        : { kind: "list", items: schema.items, nullable: false };
    default:
      return isClosedObject(schema)
        ? ofObject(schema, false)
        : json(schema.type === undefined && !isObject(schema));
  }
}

/** A name that GraphQL takes as it is. */
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

/** Every member is known and has a name; anything else can only be told as JSON. */
function isClosedObject(schema: JsonSchema): schema is ObjectSchema {
  const names = Object.keys(schema.properties ?? {});
  const open = schema.additionalProperties !== undefined && schema.additionalProperties !== false;
  return names.length > 0 && names.every(isName) && !open && schema.patternProperties === undefined;
}

function sizeOf({ minimum, maximum }: JsonSchema, open: "int" | "long"): "int" | "long" {
  if (minimum === undefined && maximum === undefined) return open;
  const [least, most] = [minimum ?? 0, maximum ?? (open === "int" ? INT32_MAX : Number.MAX_SAFE_INTEGER)];
  return least >= -INT32_MAX - 1 && most <= INT32_MAX ? "int" : "long";
}

function ofTypes(schema: JsonSchema, types: string[], open: "int" | "long"): Shape {
  const nullable = types.includes("null");
  const [one, ...more] = types.filter((type) => type !== "null");
  if (one !== undefined && more.length === 0) return { ...shapeOf({ ...schema, type: one }, open), nullable };
  return types.every((type) => type === "integer" || type === "number" || type === "null")
    ? { kind: "float", nullable }
    : json(nullable);
}

function ofWords(words: unknown[], schema: JsonSchema): Shape {
  const said = words.filter((word) => word !== null);
  const nullable = said.length < words.length;
  if (said.every((word) => typeof word === "string")) {
    const areNames = said.every((word) => isName(word) && !["true", "false", "null"].includes(word));
    return areNames && said.length > 0
      ? { kind: "enum", words: [...new Set(said)], schema, nullable }
      : { kind: "string", nullable };
  }
  if (said.every((word) => typeof word === "boolean")) return { kind: "boolean", nullable };
  if (said.every((word) => Number.isInteger(word) && Math.abs(word as number) <= INT32_MAX)) {
    return { kind: "int", nullable };
  }
  return said.every((word) => typeof word === "number") ? { kind: "float", nullable } : json(nullable);
}

function ofUnion(branches: JsonSchema[], open: "int" | "long"): Shape {
  const shapes = branches.filter((branch) => branch.type !== "null").map((branch) => shapeOf(branch, open));
  const nullable = shapes.length < branches.length || shapes.some((shape) => shape.nullable);
  const [first] = shapes;
  if (first === undefined) return json(true);
  if (shapes.length === 1) return { ...first, nullable };
  const kinds = new Set(shapes.map(({ kind }) => kind));
  if (shapes.every((shape) => shape.kind === "object")) {
    return ofObject(
      mergedOf(
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

/** One object with the members of all: what every branch requires stays required. */
function mergedOf(schemas: JsonSchema[], how: "any" | "all"): ObjectSchema {
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
