/**
 * The schemas of a tool, as short as they can be: models read the whole list before the first call. They say what a
 * caller must know to form a call; the service validates with the operation's own schema.
 */
import type { TSchema } from "typebox";
import type { Registry } from "#operation/define/registry.ts";
import type { JsonSchema } from "#operation/define/schema.ts";
import {
  CalendarDate,
  Currency,
  ID_MAX,
  INT32_MAX,
  Latitude,
  OrderId,
  Timestamp,
} from "#vocabulary/basics.ts";
import { shareRepeatedSchemas } from "./shared-schemas.ts";

export interface ToolOptions {
  confirm: boolean;
  writes: boolean;
  api_token: boolean;
  /** Its answer has a compact and a full view. */
  views: boolean;
  /** What is said of an id without a description, by the kind of its record. */
  kind_words: Registry["kind_words"];
}

/** Models pay for every row: a page of a list is small unless they ask for more. */
export const ROWS_BY_DEFAULT = 20;

export const VIEWS = ["compact", "full"] as const;

export const API_TOKEN_UNTIL = "2026-12-31";

/** Members an agent may send in addition to the input. A member of the input with the same name takes precedence. */
function addedMembers({
  confirm,
  writes,
  api_token,
  views,
}: Omit<ToolOptions, "kind_words">): Record<string, JsonSchema> {
  return {
    ...(confirm
      ? { confirm: { type: "boolean", description: "true once a person agreed to this call." } }
      : {}),
    ...(writes
      ? {
          dry_run: { type: "boolean", description: "Preview; changes nothing." },
          idempotency_key: { type: "string", description: "Same key, same answer." },
        }
      : {}),
    ...(views ? { view: { type: "string", enum: [...VIEWS], description: "compact by default." } } : {}),
    ...(api_token ? { api_token: { type: "string", deprecated: true, description: "Deprecated." } } : {}),
  };
}

/**
 * Names of the members that belong to the agent's call and not to the input. All tools accept them: agents send
 * `confirm` habitually, and where it has no meaning it has no effect.
 */
export function getAddedNames(
  input: JsonSchema,
  { api_token }: Pick<ToolOptions, "api_token">,
): ReadonlySet<string> {
  const cached_names_by_schema = cached_names[api_token ? "with_token" : "without_token"];
  let names = cached_names_by_schema.get(input);
  if (names === undefined) {
    const all = Object.keys(addedMembers({ confirm: true, writes: true, api_token, views: true }));
    names = new Set(all.filter((name) => !Object.hasOwn(input.properties ?? {}, name)));
    cached_names_by_schema.set(input, names);
  }
  return names;
}

/** By input schema, because every call needs them. */
const cached_names = {
  with_token: new WeakMap<JsonSchema, ReadonlySet<string>>(),
  without_token: new WeakMap<JsonSchema, ReadonlySet<string>>(),
};

/** A digest of the members of an object, whatever is required of it. */
function digestMembers({ properties = {} }: JsonSchema): string {
  return JSON.stringify(simplifyObject({ properties }, 1));
}

/** The digests of the input of a tool, and what an entry of a list is that has one: its arguments, or those that lists take. */
export function listDigests(input: JsonSchema, name: string): [digest: string, arguments_of: string][] {
  const members = Object.entries(input.properties ?? {});
  const [single_members, others] = [true, false].map((is_single) =>
    members.filter(([, member]) => (member["x-single"] === true) === is_single),
  ) as [typeof members, typeof members];
  if (single_members.length === 0) return [[digestMembers(input), name]];
  const names = single_members.map(([member]) => member).join(" and ");
  return [
    [digestMembers(input), name],
    [digestMembers({ properties: Object.fromEntries(others) }), `${name} without ${names}`],
  ];
}

/**
 * `single_calls`: the tools by the digest of their input. A list whose entries are the arguments of one of them says so
 * instead of repeating them. `described`: descriptions that the family has for parameters of its tools.
 */
export function buildInputSchema(
  input: JsonSchema,
  added: ToolOptions,
  single_calls: ReadonlyMap<string, string>,
  described: Readonly<Record<string, string>> = {},
): Record<string, unknown> {
  const own_schema = simplifyObject(input, 0);
  for (const [name, { items }] of Object.entries(input.properties ?? {})) {
    const single = items?.properties === undefined ? undefined : single_calls.get(digestMembers(items));
    const member = own_schema.properties?.[name];
    if (single === undefined || member === undefined) continue;
    member.items = { type: "object" };
    member.description = `Each as the arguments of ${single}.`;
  }
  const added_members = Object.entries(addedMembers(added)).filter(
    ([name]) => !Object.hasOwn(input.properties ?? {}, name),
  );
  const members: Record<string, JsonSchema> = {
    ...own_schema.properties,
    ...Object.fromEntries(added_members),
  };
  if (members["per_page"]?.default !== undefined)
    members["per_page"] = { ...members["per_page"], default: ROWS_BY_DEFAULT };
  const properties = Object.fromEntries(
    Object.entries(members).map(([name, member]) => {
      const kind_words = findKindWords(input.properties?.[name], added.kind_words);
      const description = member.description ?? described[name] ?? kind_words;
      return [name, description === undefined ? member : { ...member, description }];
    }),
  );
  const { required } = own_schema;
  return shareRepeatedSchemas({
    type: "object",
    properties,
    ...(required === undefined || required.length === 0 ? {} : { required }),
    additionalProperties: false,
  });
}

/** What is said of a parameter that names a record, or a list of them. */
function findKindWords(
  { anyOf = [], items, "x-ref": kind }: JsonSchema = {},
  all: Registry["kind_words"],
  is_list = false,
): string | undefined {
  if (kind !== undefined) {
    const { words, words_of_list = words } = all.get(kind) ?? {};
    return is_list ? words_of_list : words;
  }
  if (items !== undefined) return findKindWords(items, all, true);
  return anyOf.map((branch) => findKindWords(branch, all, is_list)).find((words) => words !== undefined);
}

/** Calls rarely fail for a higher maximum length, so it is left out. */
const LENGTH_SHOWN_MAX = 100;
/** A longer pattern describes a code that the caller has from another tool and does not form itself. */
const PATTERN_SHOWN_MAX = 16;
const LIST_MAX = 1000;
/** Limits of numbers that come from how they are stored, or from what they are: degrees, pages. */
const KNOWN_LIMITS: ReadonlySet<number> = new Set([
  INT32_MAX,
  -INT32_MAX,
  ID_MAX,
  0,
  1,
  90,
  -90,
  180,
  -180,
  100_000,
]);

/**
 * `depth` 0 is a parameter. Below it, members are described by their names, types and the words that say more than these;
 * their limits are found by the call.
 */
function simplifyInput(schema: JsonSchema, depth: number): JsonSchema {
  if (schema.anyOf !== undefined) return simplifyUnion(schema, schema.anyOf, depth);
  const described = keepDescription(schema, depth);
  if (schema.const !== undefined) return { const: schema.const, ...described };
  if (schema.enum !== undefined)
    return { type: schema.type ?? "string", enum: schema.enum, ...keepDefault(schema), ...described };
  if (schema.properties !== undefined) return { ...simplifyObject(schema, depth + 1), ...described };
  if (schema.type === "array") return { ...simplifyList(schema, depth), ...described };
  const type = schema.type === undefined ? {} : { type: schema.type };
  if (typeof schema.additionalProperties === "object") return { ...type, ...described };
  const { pattern, format } = schema as { pattern?: string; format?: string };
  const shown_pattern = pattern !== undefined && pattern.length <= PATTERN_SHOWN_MAX;
  return {
    ...type,
    ...(format === undefined ? {} : { format }),
    ...(shown_pattern ? { pattern } : {}),
    ...(depth === 0 && pattern === undefined && format === undefined ? keepLimits(schema) : {}),
    ...keepDefault(schema),
    ...described,
  };
}

function keepLimits({ maxLength, minimum, maximum }: JsonSchema): JsonSchema {
  return {
    ...(maxLength !== undefined && maxLength < LENGTH_SHOWN_MAX ? { maxLength } : {}),
    ...(minimum !== undefined && !KNOWN_LIMITS.has(minimum) ? { minimum } : {}),
    ...(maximum !== undefined && !KNOWN_LIMITS.has(maximum) ? { maximum } : {}),
  };
}

function keepDefault({ default: value }: JsonSchema): JsonSchema {
  return value === undefined ? {} : { default: value };
}

/** Descriptions of types that say no more than the name, type or format of a member. */
const CLEAR_TYPES: readonly TSchema[] = [Timestamp, CalendarDate, Latitude, Currency, OrderId];
const CLEAR = new Set(CLEAR_TYPES.map((type) => (type as JsonSchema).description));

function keepDescription({ description, "x-tool": words }: JsonSchema, depth: number): JsonSchema {
  const text = description === undefined && depth > 0 ? undefined : (words ?? description);
  return text === undefined || text === "" || CLEAR.has(text) ? {} : { description: text };
}

/** Unknown members are refused at every depth; the root says so once. */
function simplifyObject({ properties = {}, required }: JsonSchema, depth: number): JsonSchema {
  return {
    type: "object",
    properties: Object.fromEntries(
      Object.entries(properties).map(([name, member]) => [name, simplifyInput(member, depth)]),
    ),
    ...(required === undefined || required.length === 0 ? {} : { required }),
  };
}

function simplifyList(schema: JsonSchema, depth: number): JsonSchema {
  const { items, minItems, maxItems } = schema as {
    items?: JsonSchema;
    minItems?: number;
    maxItems?: number;
  };
  return {
    type: "array",
    ...(items === undefined ? {} : { items: simplifyInput(items, depth + 1) }),
    ...(depth === 0 && minItems !== undefined && minItems > 1 ? { minItems } : {}),
    ...(depth === 0 && maxItems !== undefined && maxItems < LIST_MAX && items?.enum === undefined
      ? { maxItems }
      : {}),
  };
}

/** `X or null` becomes a list of two types for a parameter that is one value; elsewhere X, which can be left out. */
function simplifyUnion(schema: JsonSchema, branches: readonly JsonSchema[], depth: number): JsonSchema {
  const described = keepDescription(schema, depth);
  const [one, ...others] = branches.filter(({ type }) => type !== "null");
  if (one === undefined) return { type: "null", ...described };
  if (others.length > 0)
    return { ...joinBranches(branches.map((branch) => simplifyInput(branch, depth))), ...described };
  const simple = { ...simplifyInput(one, depth), ...described };
  if (
    depth > 0 ||
    branches.length === 1 ||
    typeof simple.type !== "string" ||
    simple.properties !== undefined
  )
    return simple;
  return {
    ...simple,
    type: [simple.type, "null"],
    ...(simple.enum === undefined ? {} : { enum: [...simple.enum, null] }),
  };
}

/** Words as an enumeration and types as a list where nothing else distinguishes the branches: some clients know no union. */
function joinBranches(branches: JsonSchema[]): JsonSchema {
  if (branches.every(({ const: word }) => typeof word === "string"))
    return { type: "string", enum: branches.map(({ const: word }) => word) };
  const is_bare = ({ type, properties, ...more }: JsonSchema) =>
    typeof type === "string" && Object.keys({ ...properties, ...more }).length === 0;
  return branches.every(is_bare)
    ? { type: [...new Set(branches.map(({ type }) => type as string))] }
    : { anyOf: branches };
}

/**
 * Clients validate every structured response against this schema, including refusals and previews, so nothing in it
 * is required and nothing is closed: it names the members of a success and their types. The members of the other
 * outcomes are in the instructions of the server.
 */
export function buildOutputSchema(
  output: JsonSchema,
  unpredicted: readonly string[],
): Record<string, unknown> {
  const properties: Record<string, unknown> = {};
  for (const [name, types] of collectMembers(output)) {
    if (unpredicted.includes(name)) types.add("null");
    // Pending proposals and refusals have members of these names.
    if (name === "status") types.add("string");
    if (name === "error" || name === "preview") types.add("object");
    const listed = [...types];
    properties[name] =
      types.size === 0 || types.has(ANY) ? {} : { type: listed.length === 1 ? listed[0] : listed };
  }
  return { type: "object", properties };
}

const ANY = "any";

/** The members of the root with the types that each can have, of all branches when it is a union. */
function collectMembers(schema: JsonSchema, into = new Map<string, Set<string>>()): Map<string, Set<string>> {
  for (const branch of listBranches(schema)) {
    for (const [name, member] of Object.entries(branch.properties ?? {})) {
      const types = into.get(name) ?? new Set<string>();
      into.set(name, types);
      for (const one of listBranches(member)) for (const type of listTypes(one)) types.add(type);
    }
  }
  return into;
}

function listBranches(schema: JsonSchema): JsonSchema[] {
  const branches = schema.anyOf ?? (schema["oneOf"] as JsonSchema[] | undefined);
  return branches === undefined ? [schema] : branches.flatMap(listBranches);
}

function listTypes({ type, enum: words, const: word }: JsonSchema): string[] {
  if (type !== undefined) return typeof type === "string" ? [type] : type;
  const values = words ?? (word === undefined ? undefined : [word]);
  if (values === undefined) return [ANY];
  return values.map((value) => (value === null ? "null" : typeof value));
}
