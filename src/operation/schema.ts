/**
 * What is derived from an operation's schemas: validators, coercion of query strings, and the picker that
 * lets only declared members out and takes hidden prices away.
 *
 * A TypeBox schema is JSON Schema. Bounds that a schema leaves open get a default here, so that no operation
 * can forget them: integers are 32-bit, strings at most 4,000 characters, arrays at most 1,000 items.
 */
import { Ajv2020, type ErrorObject, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import type { TSchema } from "typebox";
import type { PriceFamily } from "#vocabulary/features.ts";
import type { RefusalDetail } from "./refusal.ts";

/** JSON Schema as a plain object, with our two marks. */
export interface JsonSchema {
  $id?: string;
  type?: string | string[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  enum?: unknown[];
  const?: unknown;
  additionalProperties?: boolean | JsonSchema;
  patternProperties?: Record<string, JsonSchema>;
  description?: string;
  default?: unknown;
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  maxItems?: number;
  format?: string;
  /** Money of this family: taken away from callers it is hidden from. `by:member` reads the sibling. */
  "x-price"?: PriceFamily | `by:${string}`;
  /** Never logged, never audited. */
  "x-secret"?: true;
  [key: string]: unknown;
}

const INT32_MAX = 2_147_483_647;
const STRING_MAX = 4000;
const ARRAY_MAX = 1000;

const ajv = new Ajv2020({
  strict: false,
  allErrors: true,
  useDefaults: true,
  discriminator: false,
  code: { optimize: false },
});
addFormats.default(ajv as never);

type TextFormat = { validate(text: string): boolean };
const [date, dateTime] = [ajv.formats["date"] as TextFormat, ajv.formats["date-time"] as TextFormat];
/** Nothing moved before 1900 or will after 2199: years beyond are typing errors that calendars and loops choke on. */
const isNear = (text: string) => /^(?:19|20|21)\d\d-/.test(text);
ajv.addFormat("date", { type: "string", validate: (text: string) => isNear(text) && date.validate(text) });
/** RFC 3339 allows leap seconds, which no clock of ours can hold. */
ajv.addFormat("date-time", {
  type: "string",
  validate: (text: string) => isNear(text) && dateTime.validate(text) && !Number.isNaN(Date.parse(text)),
});

/** A copy with defaults for open bounds, without `$id` (Ajv refuses one twice), closed when `closed`. */
export function bounded(schema: JsonSchema, closed: boolean): JsonSchema {
  const copy: JsonSchema = { ...schema };
  delete copy.$id;
  if (copy.properties !== undefined) {
    copy.properties = Object.fromEntries(
      Object.entries(copy.properties).map(([key, member]) => [key, bounded(member, closed)]),
    );
    if (closed && copy.additionalProperties === undefined) copy.additionalProperties = false;
  }
  if (typeof copy.additionalProperties === "object") {
    copy.additionalProperties = bounded(copy.additionalProperties, closed);
  }
  if (copy.patternProperties !== undefined) {
    copy.patternProperties = Object.fromEntries(
      Object.entries(copy.patternProperties).map(([key, member]) => [key, bounded(member, closed)]),
    );
  }
  if (copy.items !== undefined) copy.items = bounded(copy.items, closed);
  if (copy.anyOf !== undefined) copy.anyOf = copy.anyOf.map((branch) => bounded(branch, closed));
  if (copy.type === "integer" && copy.enum === undefined) {
    copy.minimum ??= -INT32_MAX;
    copy.maximum ??= INT32_MAX;
  }
  if (copy.type === "string" && copy.enum === undefined && copy.const === undefined)
    copy.maxLength ??= STRING_MAX;
  if (copy.type === "array") copy.maxItems ??= ARRAY_MAX;
  return copy;
}

const inputs = {
  read: new WeakMap<object, ValidateFunction>(),
  write: new WeakMap<object, ValidateFunction>(),
};

/**
 * The faults of an input, one entry a field; null when it is good. Defaults are filled in. An input judged as that of
 * a read may have members that nobody knows.
 */
export function faultsOf(schema: TSchema, effect: "read" | "write", input: unknown): RefusalDetail[] | null {
  let validate = inputs[effect].get(schema);
  if (validate === undefined) {
    validate = ajv.compile(bounded(schema as JsonSchema, effect === "write"));
    inputs[effect].set(schema, validate);
  }
  if (validate(input)) return null;
  return detailsOf(validate.errors ?? []);
}

function detailsOf(errors: ErrorObject[]): RefusalDetail[] {
  const byField = new Map<string, RefusalDetail>();
  // A union reports every branch. That null was also possible helps nobody, and what is wrong inside the other
  // branch says more than that no branch fitted.
  const plain = errors.filter(({ keyword, params }) => !(keyword === "type" && params["type"] === "null"));
  const inside = plain.filter(({ keyword }) => keyword !== "anyOf");
  for (const error of plain) {
    if (
      error.keyword === "anyOf" &&
      inside.some(({ instancePath }) => instancePath.startsWith(error.instancePath))
    )
      continue;
    const { field, message } = describe(error);
    if (!byField.has(field)) byField.set(field, { field, message });
  }
  return [...byField.values()].slice(0, 100);
}

function describe(error: ErrorObject): { field: string; message: string } {
  const at = error.instancePath.slice(1).replaceAll("~1", "/").replaceAll("~0", "~");
  const inside = (name: string) => (at === "" ? name : `${at}/${name}`);
  const params = error.params as Record<string, unknown>;
  const limit = params["limit"];
  switch (error.keyword) {
    case "required":
      return { field: inside(String(params["missingProperty"])), message: "is required" };
    case "additionalProperties":
      return {
        field: inside(String(params["additionalProperty"]).slice(0, 80)),
        message: "is not a member of this request",
      };
    case "enum":
      return { field: at, message: `must be one of: ${(params["allowedValues"] as unknown[]).join(", ")}` };
    case "const":
      return { field: at, message: `must be ${JSON.stringify(params["allowedValue"])}` };
    case "format":
      return { field: at, message: `must be a valid ${String(params["format"])}` };
    case "minLength":
      return {
        field: at,
        message: limit === 1 ? "must not be empty" : `must have at least ${limit} characters`,
      };
    case "maxLength":
      return { field: at, message: `must have at most ${limit} characters` };
    case "minItems":
      return {
        field: at,
        message: limit === 1 ? "must not be empty" : `must have at least ${limit} entries`,
      };
    case "maxItems":
      return { field: at, message: `must have at most ${limit} entries` };
    case "minimum":
      return { field: at, message: `must be at least ${limit}` };
    case "maximum":
      return { field: at, message: `must be at most ${limit}` };
    case "anyOf":
      return { field: at, message: "is of none of the kinds it may be" };
    default:
      return { field: at, message: error.message ?? "is not valid" };
  }
}

/** Deepest nesting of an input. */
const DEPTH_MAX = 40;

/**
 * Text that PostgreSQL cannot hold: NUL characters and lone surrogates; and nesting without end.
 * The pointer of the first place where it occurs, or null.
 */
export function unstorable(input: unknown): RefusalDetail | null {
  const stack: { value: unknown; at: string; depth: number }[] = [{ value: input, at: "", depth: 0 }];
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const { value, at, depth } = next;
    if (typeof value === "string") {
      if (value.includes("\u0000")) return { field: at, message: "must not contain the NUL character" };
      if (!value.isWellFormed()) return { field: at, message: "must be well-formed Unicode" };
    } else if (typeof value === "object" && value !== null) {
      if (depth >= DEPTH_MAX)
        return { field: at.slice(0, 200), message: `is nested deeper than ${DEPTH_MAX} levels` };
      for (const [key, member] of Object.entries(value)) {
        if (key.includes("\u0000") || !key.isWellFormed()) {
          return { field: at, message: "has a member whose name is not storable text" };
        }
        stack.push({ value: member, at: at === "" ? key : `${at}/${key}`, depth: depth + 1 });
      }
    }
  }
  return null;
}

/** Path and query strings become what the schema says; what does not fit stays text and fails validation. */
export function coerce(schema: TSchema, strings: Record<string, unknown>): Record<string, unknown> {
  const { properties = {} } = schema as JsonSchema;
  const input: Record<string, unknown> = {};
  for (const [key, raw] of Object.entries(strings)) {
    const member = properties[key];
    if (raw === undefined) continue;
    input[key] = member === undefined ? raw : coerceOne(member, raw);
  }
  return input;
}

function coerceOne(member: JsonSchema, raw: unknown): unknown {
  const types = typeWordsOf(member);
  if (types.has("array")) {
    const parts = Array.isArray(raw) ? raw : typeof raw === "string" ? raw.split(",") : [raw];
    return parts.map((part) => coerceOne(arrayOf(member)?.items ?? {}, part));
  }
  const one = Array.isArray(raw) ? raw[raw.length - 1] : raw;
  if (typeof one !== "string") return one;
  if (types.has("integer") || types.has("number")) {
    if (/^-?\d+(\.\d+)?$/.test(one)) return Number(one);
  }
  if (types.has("boolean")) {
    if (one === "true" || one === "1") return true;
    if (one === "false" || one === "0") return false;
  }
  if (types.has("null") && one === "") return null;
  return one;
}

function typeWordsOf(schema: JsonSchema): Set<string> {
  if (schema.type !== undefined) return new Set(Array.isArray(schema.type) ? schema.type : [schema.type]);
  const words = new Set<string>();
  for (const branch of schema.anyOf ?? []) for (const word of typeWordsOf(branch)) words.add(word);
  return words;
}

function arrayOf(schema: JsonSchema): JsonSchema | undefined {
  if (schema.type === "array") return schema;
  return schema.anyOf?.find((branch) => branch.type === "array");
}

type Pick = (value: unknown) => unknown;

const pickers = new WeakMap<object, Map<string, Pick>>();
const asIs: Pick = (value) => value;

/**
 * The function that lets out what a schema declares, for a caller from whom `hidden` families are hidden.
 * Where it takes a price away the object says `price_hidden: true`. Compiled once per schema and set.
 */
export function pickerOf(schema: TSchema, hidden: ReadonlySet<PriceFamily>): Pick {
  const key = hidden.size === 0 ? "" : [...hidden].sort().join();
  let ofSchema = pickers.get(schema);
  if (ofSchema === undefined) {
    ofSchema = new Map();
    pickers.set(schema, ofSchema);
  }
  let pick = ofSchema.get(key);
  if (pick === undefined) {
    pick = compilePick(schema as JsonSchema, hidden);
    ofSchema.set(key, pick);
  }
  return pick;
}

function compilePick(schema: JsonSchema, hidden: ReadonlySet<PriceFamily>): Pick {
  if (schema.anyOf !== undefined) return compileUnion(schema.anyOf, hidden);
  if (schema.type === "array" && schema.items !== undefined) {
    const pick = compilePick(schema.items, hidden);
    if (pick === asIs) return asIs;
    return (value) => (Array.isArray(value) ? value.map(pick) : value);
  }
  if (schema.properties !== undefined) return compileObject(schema, schema.properties, hidden);
  return asIs;
}

function compileUnion(branches: JsonSchema[], hidden: ReadonlySet<PriceFamily>): Pick {
  const objects = branches.filter((branch) => branch.properties !== undefined || branch.type === "array");
  if (objects.length === 0) return asIs;
  const only = objects[0];
  if (objects.length === 1 && only !== undefined) {
    const pick = compilePick(only, hidden);
    return (value) => (typeof value === "object" && value !== null ? pick(value) : value);
  }
  const choices = objects.map((branch) => ({
    fits: ajv.compile(bounded(branch, false)),
    pick: compilePick(branch, hidden),
  }));
  return (value) => {
    if (typeof value !== "object" || value === null) return value;
    const choice = choices.find(({ fits }) => fits(value));
    return choice === undefined ? value : choice.pick(value);
  };
}

function compileObject(
  schema: JsonSchema,
  properties: Record<string, JsonSchema>,
  hidden: ReadonlySet<PriceFamily>,
): Pick {
  const open = schema.additionalProperties !== undefined && schema.additionalProperties !== false;
  const keys = Object.keys(properties);
  const picks = keys.map((key) => compilePick(properties[key] as JsonSchema, hidden));
  const marks = keys.map((key) => (properties[key] as JsonSchema)["x-price"]);
  const priced = marks.some((mark) => mark !== undefined) && hidden.size > 0;
  return (value) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
    const from = value as Record<string, unknown>;
    const to: Record<string, unknown> = {};
    let took = false;
    for (let index = 0; index < keys.length; index += 1) {
      const key = keys[index] as string;
      if (priced && isHidden(marks[index], from, hidden)) {
        took = true;
        continue;
      }
      const member = from[key];
      if (member !== undefined) to[key] = (picks[index] as Pick)(member);
    }
    if (open) {
      for (const key of Object.keys(from)) if (!Object.hasOwn(properties, key)) to[key] = from[key];
    }
    if (took) to["price_hidden"] = true;
    return to;
  };
}

function isHidden(
  mark: JsonSchema["x-price"],
  from: Record<string, unknown>,
  hidden: ReadonlySet<PriceFamily>,
): boolean {
  if (mark === undefined) return false;
  const family = mark.startsWith("by:") ? from[mark.slice(3)] : mark;
  return hidden.has(family as PriceFamily);
}
