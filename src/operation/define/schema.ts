/**
 * Everything derived from an operation's schemas: validators, coercion of query strings, and the response filter
 * that removes undeclared members and hidden prices.
 *
 * A TypeBox schema is JSON Schema. Bounds missing from a schema get a default here, so that no operation can forget
 * them: integers are 32-bit, strings at most 4,000 characters, arrays at most 1,000 items.
 */
import { Ajv2020, type ErrorObject, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import type { TSchema } from "typebox";
import { findPositionFault, type PositionFault } from "#platform/geography/position.ts";
import type { PriceFamily } from "#vocabulary/features.ts";
import type { RecordKind } from "#vocabulary/ref.ts";
import { getTextKind, judgeText, type TextFault, type TextKind } from "#vocabulary/text.ts";
import { type Message, plainMessage } from "../response/messages.ts";
import { describePositionFault, fields, text_faults } from "../response/platform-messages.ts";
import type { RefusalDetail } from "./refusal.ts";

/** JSON Schema as a plain object, with our extensions. */
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
  minLength?: number;
  maxLength?: number;
  maxItems?: number;
  format?: string;
  /**
   * Money of this price family: removed for callers it is hidden from. `by:member` reads the family from the
   * sibling member.
   */
  "x-price"?: PriceFamily | `by:${string}`;
  /** The caller's own money, not a price: never hidden from its owner. */
  "x-own-money"?: true;
  /** `lat` and `lng` of the object are where an address can be, in its `country` when it has one. */
  "x-position"?: true;
  /** Never logged, never audited. */
  "x-secret"?: true;
  /** What the text may contain, where the rest of the schema does not say it: see `getTextKind`. */
  "x-text"?: TextKind;
  /** For a list: the operation validates its items itself, one by one. */
  "x-per-item"?: true;
  /** The operation checks the characters of this text, or of each text of this list, itself, and never stores one that it refuses. */
  "x-any-text"?: true;
  /**
   * For a row: the members that agents need of it, over MCP; `order_id from id` for another word, and
   * `order { id, name }` for those of a member, `expires_at when state is pending` for one that matters in some rows only. All of them with `view: "full"`.
   */
  "x-compact"?: readonly string[];
  /** A whole answer: a document of a published format, with the members of that format alone. */
  "x-document"?: true;
  /** It names a record of this kind: an id, or a code. See `Ref`. */
  "x-ref"?: RecordKind;
  /** What tools say in place of its description, or of a parameter that has none: models pay for every word. */
  "x-tool"?: string;
  /** Of a call for one: lists of the same do not take it. */
  "x-single"?: true;
  /** What it is, where it looks like the id of a record and is none. See `NoRef`. */
  "x-no-ref"?: string;
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
type Keyword = { (schema: boolean, value: object): boolean; errors?: Partial<ErrorObject>[] };

const isPlausiblePosition: Keyword = (_schema, value) => {
  const fault = findPositionFault(value);
  if (fault === null) return true;
  isPlausiblePosition.errors = [{ keyword: "x-position", params: { fault } }];
  return false;
};
/** On an object with `lat` and `lng`: they are where an address can be, in its `country` when it has one. */
ajv.addKeyword({
  keyword: "x-position",
  type: "object",
  schemaType: "boolean",
  errors: true,
  validate: isPlausiblePosition,
});

type TextKeyword = {
  (
    kind: TextKind,
    text: string,
    schema: JsonSchema,
    at: { parentData: Record<PropertyKey, unknown>; parentDataProperty: string | number },
  ): boolean;
  errors?: Partial<ErrorObject>[];
};

const judgeMember: TextKeyword = (kind, text, { minLength = 0 }, { parentData, parentDataProperty }) => {
  const judged = judgeText(kind, text, minLength > 0);
  if ("fault" in judged || judged.text.length < minLength) {
    const params = { fault: "fault" in judged ? judged.fault : "short", limit: minLength };
    judgeMember.errors = [{ keyword: "x-text", params }];
    return false;
  }
  if (judged.text !== text) parentData[parentDataProperty] = judged.text;
  return true;
};
/** On a text of an input: what it may contain. Replaces it with the text as it is stored, see `judgeText`. */
ajv.addKeyword({
  keyword: "x-text",
  type: "string",
  schemaType: "string",
  modifying: true,
  errors: true,
  validate: judgeMember,
} as Parameters<typeof ajv.addKeyword>[0]);

type TextFormat = { validate(text: string): boolean };
const [date, dateTime] = [ajv.formats["date"] as TextFormat, ajv.formats["date-time"] as TextFormat];
/** Dates before 1900 or after 2199 are typing errors that break calendars and loops. */
const isPlausibleYear = (text: string) => /^(?:19|20|21)\d\d-/.test(text);
ajv.addFormat("date", {
  type: "string",
  validate: (text: string) => isPlausibleYear(text) && date.validate(text),
});
/** RFC 3339 allows leap seconds, which JavaScript dates and PostgreSQL cannot represent. */
ajv.addFormat("date-time", {
  type: "string",
  validate: (text: string) =>
    isPlausibleYear(text) && dateTime.validate(text) && !Number.isNaN(Date.parse(text)),
});

/**
 * A copy with defaults for missing bounds, without `$id` (Ajv refuses one twice); unknown members are refused when
 * `closed`.
 */
export function addDefaultBounds(schema: JsonSchema, closed: boolean): JsonSchema {
  const copy: JsonSchema = { ...schema };
  delete copy.$id;
  if (copy.properties !== undefined) {
    copy.properties = Object.fromEntries(
      Object.entries(copy.properties).map(([key, member]) => [key, addDefaultBounds(member, closed)]),
    );
    if (closed && copy.additionalProperties === undefined) copy.additionalProperties = false;
  }
  if (typeof copy.additionalProperties === "object") {
    copy.additionalProperties = addDefaultBounds(copy.additionalProperties, closed);
  }
  if (copy.patternProperties !== undefined) {
    copy.patternProperties = Object.fromEntries(
      Object.entries(copy.patternProperties).map(([key, member]) => [key, addDefaultBounds(member, closed)]),
    );
  }
  if (copy["x-per-item"]) copy.items = {};
  if (copy.items !== undefined) copy.items = addDefaultBounds(copy.items, closed);
  if (copy.anyOf !== undefined) copy.anyOf = copy.anyOf.map((branch) => addDefaultBounds(branch, closed));
  if (copy.type === "integer" && copy.enum === undefined) {
    copy.minimum ??= -INT32_MAX;
    copy.maximum ??= INT32_MAX;
  }
  if (copy.type === "string" && copy.enum === undefined && copy.const === undefined)
    copy.maxLength ??= STRING_MAX;
  if (copy.type === "array") copy.maxItems ??= ARRAY_MAX;
  return copy;
}

/** A copy in which every text has its kind; `name` is the member that it is. */
function addTextKinds(schema: JsonSchema, name = ""): JsonSchema {
  const copy: JsonSchema = { ...schema };
  for (const members of ["properties", "patternProperties"] as const) {
    const all = copy[members];
    if (all !== undefined)
      copy[members] = Object.fromEntries(
        Object.entries(all).map(([key, member]) => [
          key,
          addTextKinds(member, members === "properties" ? key : name),
        ]),
      );
  }
  if (typeof copy.additionalProperties === "object")
    copy.additionalProperties = addTextKinds(copy.additionalProperties, name);
  if (copy.items !== undefined) copy.items = addTextKinds(copy.items, name);
  if (copy.anyOf !== undefined) copy.anyOf = copy.anyOf.map((branch) => addTextKinds(branch, name));
  if (!allowedTypes({ type: copy.type ?? [] }).has("string")) return copy;
  const kind = getTextKind(name, copy);
  if (kind === "exact") delete copy["x-text"];
  else copy["x-text"] = kind;
  return copy;
}

/**
 * A copy in which the entries of a list are validated only when the list is short enough. The validator collects all
 * errors, so a list of a hundred thousand wrong entries would cost a second.
 */
function skipLongLists(schema: JsonSchema): JsonSchema {
  const { items, uniqueItems, ...copy } = schema;
  for (const name of ["properties", "patternProperties"] as const) {
    const members = copy[name];
    if (members !== undefined)
      copy[name] = Object.fromEntries(
        Object.entries(members).map(([key, member]) => [key, skipLongLists(member)]),
      );
  }
  if (typeof copy.additionalProperties === "object")
    copy.additionalProperties = skipLongLists(copy.additionalProperties);
  if (copy.anyOf !== undefined) copy.anyOf = copy.anyOf.map(skipLongLists);
  if (items === undefined) return copy;
  const entries = { items: skipLongLists(items), ...(uniqueItems === undefined ? {} : { uniqueItems }) };
  if (copy.maxItems === undefined) return { ...copy, ...entries };
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
  return { ...copy, if: { maxItems: copy.maxItems }, then: entries };
}

const inputs = {
  read: new WeakMap<object, ValidateFunction>(),
  write: new WeakMap<object, ValidateFunction>(),
};

/**
 * The errors of an input, one entry per field; null when it is valid. Fills in defaults, and puts texts as they are
 * stored in the place of those that were sent. The input of a read may have unknown members.
 */
export function findSchemaErrors(
  schema: TSchema,
  effect: "read" | "write",
  input: unknown,
): RefusalDetail[] | null {
  let validate = inputs[effect].get(schema);
  if (validate === undefined) {
    const bounded = addDefaultBounds(schema as JsonSchema, effect === "write");
    validate = ajv.compile(skipLongLists(addTextKinds(bounded)));
    inputs[effect].set(schema, validate);
  }
  if (validate(input)) return null;
  return describeErrors(validate.errors ?? []);
}

function describeErrors(errors: ErrorObject[]): RefusalDetail[] {
  const byField = new Map<string, RefusalDetail>();
  // A union reports every branch. That null is also possible helps nobody, and an error inside the other branch says
  // more than that no branch matched.
  // An error of an entry comes with one of the condition that its list is short enough.
  const plain = errors.filter(
    ({ keyword, params }) => keyword !== "if" && !(keyword === "type" && params["type"] === "null"),
  );
  const inside = plain.filter(({ keyword }) => keyword !== "anyOf");
  for (const error of plain) {
    if (
      error.keyword === "anyOf" &&
      inside.some(({ instancePath }) => instancePath.startsWith(error.instancePath))
    )
      continue;
    const detail = describeError(error);
    if (!byField.has(detail.field)) byField.set(detail.field, detail);
  }
  return [...byField.values()].slice(0, 100);
}

type Described = RefusalDetail & { field: string };

/** The messages about a value of the wrong type. */
const TYPE_MESSAGES: Readonly<Record<string, Message>> = {
  string: fields.string,
  integer: fields.integer,
  number: fields.number,
  boolean: fields.boolean,
  array: fields.array,
  object: fields.object,
  null: fields.null,
};

const TEXT_MESSAGES: Readonly<Record<TextFault | "short", Message<{ limit: number }>>> = {
  ...text_faults,
  short: fields.characters_min,
};

function describeError(error: ErrorObject): Described {
  const at = error.instancePath.slice(1).replaceAll("~1", "/").replaceAll("~0", "~");
  const inside = (name: string) => (at === "" ? name : `${at}/${name}`);
  const params = error.params as Record<string, unknown>;
  const limit = Number(params["limit"]);
  switch (error.keyword) {
    case "required":
      return { field: inside(String(params["missingProperty"])), message: fields.required };
    case "additionalProperties":
      return {
        field: inside(String(params["additionalProperty"]).slice(0, 80)),
        message: fields.not_a_member,
      };
    case "enum": {
      const words = (params["allowedValues"] as unknown[]).join(", ");
      return { field: at, message: fields.one_of.with({ words }) };
    }
    case "const":
      return {
        field: at,
        message: fields.value.with({ value: JSON.stringify(params["allowedValue"]) }),
      };
    case "format":
      return { field: at, message: fields.format.with({ format: String(params["format"]) }) };
    case "minLength":
      return {
        field: at,
        message: (limit === 1 ? fields.empty : fields.characters_min).with({ limit }),
      };
    case "maxLength":
      return { field: at, message: fields.characters_max.with({ limit }) };
    case "minItems":
      return { field: at, message: (limit === 1 ? fields.empty : fields.entries_min).with({ limit }) };
    case "maxItems":
      return { field: at, message: fields.entries_max.with({ limit }) };
    case "minimum":
      return { field: at, message: fields.minimum.with({ limit }) };
    case "maximum":
      return { field: at, message: fields.maximum.with({ limit }) };
    case "exclusiveMinimum":
    case "exclusiveMaximum":
      return { field: at, message: fields.value.with({ value: `${params["comparison"]} ${limit}` }) };
    case "multipleOf":
      return { field: at, message: fields.multiple_of.with({ step: Number(params["multipleOf"]) }) };
    case "pattern":
      return { field: at, message: fields.pattern.with({ pattern: `"${params["pattern"]}"` }) };
    case "uniqueItems":
      return {
        field: at,
        message: fields.duplicates.with({ first: Number(params["j"]), second: Number(params["i"]) }),
      };
    case "type":
      return { field: at, ...describeType([params["type"]].flat().map(String)) };
    case "x-text":
      return {
        field: at,
        message: TEXT_MESSAGES[params["fault"] as TextFault | "short"].with({ limit }),
      };
    case "x-position":
      return { field: inside("lat"), message: describePositionFault(params["fault"] as PositionFault) };
    case "anyOf":
      return { field: at, message: fields.none_of_its_kinds };
    default:
      return {
        field: at,
        message:
          error.message === undefined ? fields.not_valid : plainMessage({ en: error.message }, "vendor"),
      };
  }
}

/** `["string", "null"]`: the types that a value may have. */
function describeType(types: readonly string[]): Pick<RefusalDetail, "message"> {
  const only = types.length === 1 ? TYPE_MESSAGES[types[0] ?? ""] : undefined;
  if (only !== undefined) return { message: only };
  return types.at(-1) === "null"
    ? { message: fields.type_or_null.with({ type: types.slice(0, -1).join(",") }) }
    : { message: fields.value.with({ value: types.join(",") }) };
}

/** Deepest nesting of an input. */
const DEPTH_MAX = 40;

/**
 * Finds text that PostgreSQL cannot store (NUL characters and lone surrogates) and excessive nesting. Returns a
 * pointer to the first occurrence, or null.
 */
export function findUnstorableOrTooDeep(input: unknown): RefusalDetail | null {
  return findFirstError(input, true);
}

/** Checks nesting only, for input whose texts are checked later. */
export function findExcessiveNesting(input: unknown): RefusalDetail | null {
  return findFirstError(input, false);
}

function findFirstError(input: unknown, with_texts: boolean): RefusalDetail | null {
  const stack: { value: unknown; at: string; depth: number }[] = [{ value: input, at: "", depth: 0 }];
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const { value, at, depth } = next;
    if (typeof value === "string") {
      if (!with_texts) continue;
      if (value.includes("\u0000")) return { field: at, message: fields.nul_character };
      if (!value.isWellFormed()) return { field: at, message: fields.malformed_unicode };
    } else if (typeof value === "object" && value !== null) {
      if (depth >= DEPTH_MAX)
        return { field: at.slice(0, 200), message: fields.too_deep.with({ depth: DEPTH_MAX }) };
      for (const [key, member] of Object.entries(value)) {
        if (with_texts && (key.includes("\u0000") || !key.isWellFormed())) {
          return { field: at, message: fields.unstorable_name };
        }
        stack.push({ value: member, at: at === "" ? key : `${at}/${key}`, depth: depth + 1 });
      }
    }
  }
  return null;
}

/** Converts path and query strings to the schema's types; a value that does not match stays text and fails validation. */
export function coerceStrings(schema: TSchema, strings: Record<string, unknown>): Record<string, unknown> {
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
  const types = allowedTypes(member);
  if (types.has("array")) {
    const parts = Array.isArray(raw) ? raw : typeof raw === "string" ? raw.split(",") : [raw];
    return parts.map((part) => coerceOne(findArraySchema(member)?.items ?? {}, part));
  }
  // A parameter that was sent twice where one value is expected stays a list and fails validation.
  if (typeof raw !== "string") return raw;
  if (types.has("integer") || types.has("number")) {
    if (/^-?\d+(\.\d+)?$/.test(raw)) return Number(raw);
  }
  if (types.has("boolean")) {
    if (raw === "true" || raw === "1") return true;
    if (raw === "false" || raw === "0") return false;
  }
  if (types.has("null") && raw === "") return null;
  return raw;
}

function allowedTypes(schema: JsonSchema): Set<string> {
  if (schema.type !== undefined) return new Set(Array.isArray(schema.type) ? schema.type : [schema.type]);
  const words = new Set<string>();
  for (const branch of schema.anyOf ?? []) for (const word of allowedTypes(branch)) words.add(word);
  return words;
}

function findArraySchema(schema: JsonSchema): JsonSchema | undefined {
  if (schema.type === "array") return schema;
  return schema.anyOf?.find((branch) => branch.type === "array");
}

type ResponseFilter = (value: unknown) => unknown;

const filters = new WeakMap<object, Map<string, ResponseFilter>>();
const identity: ResponseFilter = (value) => value;

/**
 * The function that keeps only the members a schema declares, for a caller from whom the families `hidden` are
 * hidden. An object from which a price was removed gets `price_hidden: true`. Compiled once per schema and set.
 */
export function compileResponseFilter(schema: TSchema, hidden: ReadonlySet<PriceFamily>): ResponseFilter {
  const key = hidden.size === 0 ? "" : [...hidden].sort().join();
  let ofSchema = filters.get(schema);
  if (ofSchema === undefined) {
    ofSchema = new Map();
    filters.set(schema, ofSchema);
  }
  let pick = ofSchema.get(key);
  if (pick === undefined) {
    pick = compileFilter(schema as JsonSchema, hidden);
    ofSchema.set(key, pick);
  }
  return pick;
}

function compileFilter(schema: JsonSchema, hidden: ReadonlySet<PriceFamily>): ResponseFilter {
  if (schema.anyOf !== undefined) return compileUnion(schema.anyOf, hidden);
  if (schema.type === "array" && schema.items !== undefined) {
    const pick = compileFilter(schema.items, hidden);
    if (pick === identity) return identity;
    return (value) => (Array.isArray(value) ? value.map(pick) : value);
  }
  if (schema.properties !== undefined) return compileObject(schema, schema.properties, hidden);
  return identity;
}

function compileUnion(branches: JsonSchema[], hidden: ReadonlySet<PriceFamily>): ResponseFilter {
  const objects = branches.filter((branch) => branch.properties !== undefined || branch.type === "array");
  if (objects.length === 0) return identity;
  const only = objects[0];
  if (objects.length === 1 && only !== undefined) {
    const pick = compileFilter(only, hidden);
    return (value) => (typeof value === "object" && value !== null ? pick(value) : value);
  }
  const choices = objects.map((branch) => ({
    fits: ajv.compile(addDefaultBounds(branch, false)),
    pick: compileFilter(branch, hidden),
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
): ResponseFilter {
  const open = schema.additionalProperties !== undefined && schema.additionalProperties !== false;
  const keys = Object.keys(properties);
  const picks = keys.map((key) => compileFilter(properties[key] as JsonSchema, hidden));
  const marks = keys.map((key) => (properties[key] as JsonSchema)["x-price"]);
  const priced = marks.some((mark) => mark !== undefined) && hidden.size > 0;
  const copyComplete = priced || open ? null : compileCopy(keys, picks);
  return (value) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
    const from = value as Record<string, unknown>;
    const copy = copyComplete?.(from);
    if (copy !== undefined) return copy;
    const to: Record<string, unknown> = {};
    let took = false;
    for (let index = 0; index < keys.length; index += 1) {
      const key = keys[index] as string;
      if (priced && isHidden(marks[index], from, hidden)) {
        took = true;
        continue;
      }
      const member = from[key];
      if (member !== undefined) to[key] = (picks[index] as ResponseFilter)(member);
    }
    if (open) {
      for (const key of Object.keys(from)) if (!Object.hasOwn(properties, key)) to[key] = from[key];
    }
    if (took) to["price_hidden"] = true;
    return to;
  };
}

/**
 * Copies an object that has all members, undefined for any other. Written as an object literal, which is made in one step: ten
 * times as fast as members added one by one.
 */
function compileCopy(keys: readonly string[], picks: readonly ResponseFilter[]) {
  const names = keys.map((key) => JSON.stringify(key));
  const members = names.map((name, index) => {
    const pick = picks[index] === identity ? "" : `picks[${index}]`;
    return `${name}: ${pick}(from[${name}])`;
  });
  const is_incomplete = names.map((name) => `from[${name}] === undefined`).join(" || ") || "false";
  const text = `return (from) => (${is_incomplete} ? undefined : { ${members.join(", ")} })`;
  return new Function("picks", text)(picks) as (from: Record<string, unknown>) => object | undefined;
}

function isHidden(
  mark: JsonSchema["x-price"],
  from: Record<string, unknown>,
  hidden: ReadonlySet<PriceFamily>,
): boolean {
  if (mark === undefined) return false;
  const price_family = mark.startsWith("by:") ? from[mark.slice(3)] : mark;
  return hidden.has(price_family as PriceFamily);
}
