/**
 * Arguments as real clients send them: a number, a list, an object, a boolean or `null` as text (`"5"`, `"[1,2]"`,
 * `"null"`). They are read by the schema, over MCP alone: REST and GraphQL are called by programs, and stay strict.
 *
 * A member that takes text stays as it was sent, and what does not fit stays text, for the validation to refuse.
 */
import type { JsonSchema } from "../define/schema.ts";

/** Deeper values are refused later, for their depth. */
const DEPTH_MAX = 40;

export function readArguments(schema: JsonSchema, value: unknown, depth = 0): unknown {
  if (depth > DEPTH_MAX) return value;
  const branches = listBranches(schema);
  if (typeof value === "string") {
    if (branches.some((branch) => takesText(branch, value))) return value;
    const read = readText(branches, value);
    return read === value ? value : readArguments(schema, read, depth + 1);
  }
  if (Array.isArray(value)) {
    const items = branches.find(({ type }) => type === "array")?.items;
    return items === undefined ? value : value.map((one) => readArguments(items, one, depth + 1));
  }
  if (typeof value !== "object" || value === null) return value;
  const object = chooseObject(branches, value);
  if (object === undefined) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, readMember(object, name, member, depth)]),
  );
}

function readMember(
  { properties = {}, patternProperties = {}, additionalProperties }: JsonSchema,
  name: string,
  member: unknown,
  depth: number,
): unknown {
  const by_pattern = Object.entries(patternProperties).find(([pattern]) =>
    new RegExp(pattern, "u").test(name),
  );
  const others = typeof additionalProperties === "object" ? additionalProperties : undefined;
  const schema = Object.hasOwn(properties, name) ? properties[name] : (by_pattern?.[1] ?? others);
  return schema === undefined ? member : readArguments(schema, member, depth + 1);
}

function listBranches(schema: JsonSchema): JsonSchema[] {
  const union = schema.anyOf ?? (schema["oneOf"] as JsonSchema[] | undefined);
  if (union !== undefined) return union.flatMap(listBranches);
  return Array.isArray(schema.type) ? schema.type.map((type) => ({ ...schema, type })) : [schema];
}

/** A word of an enumeration is text only if it is one of its words; an open schema takes everything as it is. */
function takesText(branch: JsonSchema, text: string): boolean {
  const { type, enum: words, const: word, pattern, format } = branch;
  if (words !== undefined) return words.includes(text);
  if (word !== undefined) return word === text;
  if (type !== "string") return type === undefined;
  // A date or a code is no text of any kind: `null` beside it is no date.
  if (text.trim() === "null" && format !== undefined) return false;
  return typeof pattern !== "string" || new RegExp(pattern, "u").test(text);
}

/** As JSON writes numbers: `007` is a reference, and `+55` begins a telephone number. */
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d{1,3})?$/;

function readText(branches: readonly JsonSchema[], text: string): unknown {
  const trimmed = text.trim();
  const types = new Set(branches.flatMap(listTypes));
  if (types.has("null") && trimmed === "null") return null;
  if (types.has("boolean") && /^(?:true|false)$/i.test(trimmed)) return trimmed.toLowerCase() === "true";
  if ((types.has("integer") || types.has("number")) && NUMBER.test(trimmed)) {
    const number = Number(trimmed);
    if (isExact(number, trimmed)) return number + 0;
  }
  if (types.has("array") && trimmed.startsWith("[")) return parse(trimmed) ?? text;
  if (types.has("object") && trimmed.startsWith("{")) return parse(trimmed) ?? text;
  return text;
}

function listTypes({ type, const: word, enum: words }: JsonSchema): string[] {
  if (typeof type === "string") return [type];
  return (words ?? (word === undefined ? [] : [word])).map((one) => (one === null ? "null" : typeof one));
}

/** A number that would lose digits, or all of them, stays text, and is refused. */
function isExact(number: number, text: string): boolean {
  if (number === 0) return /^[-0.]*(?:[eE].*)?$/.test(text);
  return Number.isFinite(number) && (!Number.isInteger(number) || Number.isSafeInteger(number));
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text, (_name, value) => {
      if (typeof value === "number" && Number.isInteger(value) && !Number.isSafeInteger(value))
        throw new RangeError("A number that would lose digits.");
      return value;
    });
  } catch {
    return undefined;
  }
}

/** Of several kinds of objects, the one that has most of the members. */
function chooseObject(branches: readonly JsonSchema[], value: object): JsonSchema | undefined {
  const names = Object.keys(value);
  const count = ({ properties = {} }: JsonSchema) =>
    names.filter((name) => Object.hasOwn(properties, name)).length;
  return branches
    .filter(({ type }) => type === "object")
    .toSorted((one, other) => count(other) - count(one))[0];
}
