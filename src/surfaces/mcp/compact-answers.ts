/**
 * Answers as models get them: what is empty is left out, and a record has the members that its schema declares with
 * `x-compact`, under the word that the next tool takes (`order_id from id`); `...` are all the others, without those
 * with a minus (`-created_at`). `view: "full"`
 * answers what every other surface answers.
 *
 * It follows the schema of the output: documents in formats of others are open objects, and are not touched, unless their
 * schema has `x-compact` too.
 */
import type { JsonSchema } from "#operation/define/schema.ts";

type Compact = (value: unknown) => unknown;

const cache = new WeakMap<JsonSchema, Compact>();

export function compactAnswer(output: JsonSchema, answer: Record<string, unknown>): Record<string, unknown> {
  let compact = cache.get(output);
  if (compact === undefined) {
    compact = compile(output);
    cache.set(output, compact);
  }
  return compact(answer) as Record<string, unknown>;
}

/** True when a row of the answer has fewer members than in the full view. */
export function hasCompactRows(schema: JsonSchema): boolean {
  return (
    schema["x-compact"] !== undefined ||
    (schema.anyOf ?? []).some(hasCompactRows) ||
    (schema.items !== undefined && hasCompactRows(schema.items)) ||
    Object.values(schema.properties ?? {}).some(hasCompactRows)
  );
}

function compile(schema: JsonSchema): Compact {
  const branches = (schema.anyOf ?? []).filter(({ type }) => type !== "null");
  if (branches.length === 1) return orNull(compile(branches[0] as JsonSchema));
  if (schema.type === "array" && schema.items !== undefined) {
    const one = compile(schema.items);
    return (value) => (Array.isArray(value) ? value.map(one) : value);
  }
  if (schema.properties === undefined || schema.additionalProperties === true)
    return schema["x-compact"] === undefined ? (value) => value : orNull(withoutNested);
  return orNull(compileObject(schema, schema.properties));
}

function orNull(compact: Compact): Compact {
  return (value) => (typeof value === "object" && value !== null ? compact(value) : value);
}

function compileObject(schema: JsonSchema, properties: Record<string, JsonSchema>): Compact {
  const members = listEntries(schema, properties).map((entry) => {
    const [, member, inner] = /^(\w+) \{ (.*) \}$/.exec(entry) ?? [];
    if (member !== undefined && inner !== undefined)
      return {
        as: member,
        name: member,
        compact: compile(withMembers(properties[member] ?? {}, inner.split(", "))),
        applies: ALWAYS,
      };
    const [member_path = entry, condition] = entry.split(" when ");
    const [as = member_path, name = as] = member_path.split(" from ");
    return { as, name, compact: compile(properties[name] ?? {}), applies: compileCondition(condition) };
  });
  return (value) => {
    const row = value as Record<string, unknown>;
    const kept_members: Record<string, unknown> = {};
    for (const { as, name, compact, applies } of members) {
      const member = row[name];
      if (isEmpty(member) || !applies(row)) continue;
      const small = compact(member);
      if (!isEmpty(small)) kept_members[as] = small;
    }
    return kept_members;
  };
}

const ALWAYS = () => true;

/** `state is pending`: the member matters only in rows whose `state` is `pending`. */
function compileCondition(condition: string | undefined): (row: Record<string, unknown>) => boolean {
  if (condition === undefined) return ALWAYS;
  const [name = "", value] = condition.split(" is ");
  return (row) => row[name] === value;
}

/** Of an open object: its own members and lists, without the records inside it. */
function withoutNested(value: unknown): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(value as object).filter(
      ([, member]) => !isEmpty(member) && (typeof member !== "object" || Array.isArray(member)),
    ),
  );
}

const OTHERS = "...";

function listEntries(schema: JsonSchema, properties: Record<string, JsonSchema>): readonly string[] {
  const entries = schema["x-compact"];
  if (entries === undefined) return Object.keys(properties);
  const member_names = new Set(
    entries.map((entry) => entry.replace(/^-/, "").split(" when ")[0]?.split(" from ").at(-1)),
  );
  return entries.flatMap((entry) =>
    entry.startsWith("-")
      ? []
      : entry === OTHERS
        ? Object.keys(properties).filter((name) => !member_names.has(name))
        : [entry],
  );
}

/** The same schema with other members of its rows. */
function withMembers(schema: JsonSchema, members: readonly string[]): JsonSchema {
  if (schema.anyOf !== undefined)
    return { ...schema, anyOf: schema.anyOf.map((branch) => withMembers(branch, members)) };
  return schema.properties === undefined ? schema : { ...schema, "x-compact": members };
}

/** An empty list is kept: it says that there is none. */
function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined || value === "") return true;
  if (typeof value !== "object") return false;
  return Array.isArray(value) ? false : Object.keys(value).length === 0;
}
