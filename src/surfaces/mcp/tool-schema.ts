/** The schemas of a tool: the operation's own input with what agents may add, and one output for every outcome. */
import { bounded, type JsonSchema } from "#operation/schema.ts";

export interface Added {
  confirm: boolean;
  writes: boolean;
  api_token: boolean;
}

export const API_TOKEN_UNTIL = "2026-12-31";

/** What an agent may say beside the input. A member of the input that has the same name wins. */
function addedMembers({ confirm, writes, api_token }: Added): Record<string, JsonSchema> {
  return {
    ...(confirm
      ? {
          confirm: {
            type: "boolean",
            description:
              "Must be true for this high-risk tool, once the person in charge agrees. Not needed in a dry run.",
          },
        }
      : {}),
    ...(writes
      ? {
          dry_run: { type: "boolean", description: "Preview: answers as the call would, changes nothing." },
          idempotency_key: {
            type: "string",
            maxLength: 200,
            description:
              "Same key and arguments, same answer. Without one, equal calls within 10 seconds are one.",
          },
        }
      : {}),
    ...(api_token
      ? {
          api_token: {
            type: "string",
            maxLength: 200,
            deprecated: true,
            description: `Deprecated, accepted until ${API_TOKEN_UNTIL}: send the token in the connection's Authorization header.`,
          },
        }
      : {}),
  };
}

/**
 * Names of the members that are the agent's and no part of the input. All tools take them: agents get used to sending
 * `confirm`, and where it means nothing it does nothing.
 */
export function addedNames(input: JsonSchema, { api_token }: Pick<Added, "api_token">): ReadonlySet<string> {
  const known = namesKept[api_token ? "with_token" : "without_token"];
  let names = known.get(input);
  if (names === undefined) {
    const all = Object.keys(addedMembers({ confirm: true, writes: true, api_token }));
    names = new Set(all.filter((name) => !Object.hasOwn(input.properties ?? {}, name)));
    known.set(input, names);
  }
  return names;
}

/** By the schema of an input: every call asks. */
const namesKept = {
  with_token: new WeakMap<JsonSchema, ReadonlySet<string>>(),
  without_token: new WeakMap<JsonSchema, ReadonlySet<string>>(),
};

export function inputSchemaOf(input: JsonSchema, added: Added): Record<string, unknown> {
  const schema = withoutMarks(bounded(input, true)) as JsonSchema;
  const own = schema.properties ?? {};
  return { ...schema, type: "object", properties: { ...addedMembers(added), ...own } };
}

/**
 * Clients check every structured answer against this, refusals and previews included, so that nothing in it is
 * required and nothing is closed. Deep members are told by their type alone: the list is read by models.
 */
export function outputSchemaOf(output: JsonSchema, unpredicted: readonly string[]): Record<string, unknown> {
  const own = loose(output, unpredicted, 0);
  const answered = (own["properties"] ?? {}) as Record<string, Record<string, unknown>>;
  const outcomes: Record<string, Record<string, unknown>> = {
    dry_run: { type: "boolean" },
    would_emit: { type: "array", items: { type: "object" } },
    would_emit_total: { type: "integer", description: "When more than are shown." },
    unpredicted: { type: "array", items: { type: "string" } },
    status: { type: "string", description: "pending_approval when the call waits for a person." },
    approval_id: { type: "integer" },
    expires_at: { type: "string" },
    preview: { type: "object" },
    idempotency_replayed: { type: "boolean" },
    error: {
      type: "object",
      properties: {
        code: { type: "string" },
        message: { type: "string" },
        retryable: { type: "boolean" },
        details: { type: "array", items: { type: "object" } },
      },
    },
  };
  const properties: Record<string, unknown> = { ...answered };
  for (const [name, schema] of Object.entries(outcomes)) {
    const mine = answered[name];
    properties[name] =
      mine === undefined || JSON.stringify(mine) === JSON.stringify(schema)
        ? schema
        : { anyOf: [mine, schema] };
  }
  return { type: "object", properties };
}

const DEEPEST = 3;

function loose(schema: JsonSchema, unpredicted: readonly string[], depth: number): Record<string, unknown> {
  const branches = schema.anyOf ?? (schema["oneOf"] as JsonSchema[] | undefined);
  if (branches !== undefined) return looseUnion(branches, unpredicted, depth);
  if (schema.const !== undefined) return { const: schema.const };
  if (schema.enum !== undefined) return { enum: schema.enum };
  const types = schema.type === undefined ? {} : { type: schema.type };
  const words = depth === 1 && schema.description !== undefined ? { description: schema.description } : {};
  if (
    schema.type === "array" &&
    schema.items !== undefined &&
    !Array.isArray(schema.items) &&
    depth < DEEPEST
  ) {
    return { ...types, ...words, items: loose(schema.items, unpredicted, depth + 1) };
  }
  if (schema.properties !== undefined && depth < DEEPEST) {
    const properties = Object.entries(schema.properties).map(([name, member]) => {
      const inner = loose(member, unpredicted, depth + 1);
      return [name, unpredicted.includes(name) ? { anyOf: [inner, { type: "null" }] } : inner];
    });
    return { type: "object", ...words, properties: Object.fromEntries(properties) };
  }
  return { ...types, ...words };
}

function looseUnion(
  branches: JsonSchema[],
  unpredicted: readonly string[],
  depth: number,
): Record<string, unknown> {
  const inner = branches.map((branch) => loose(branch, unpredicted, depth));
  // At the root one object takes the members of all branches: the root is never a union.
  if (depth === 0) {
    const members: Record<string, unknown> = {};
    for (const { properties } of inner) {
      for (const [name, schema] of Object.entries((properties ?? {}) as Record<string, unknown>)) {
        const known = members[name];
        members[name] =
          known === undefined || JSON.stringify(known) === JSON.stringify(schema)
            ? schema
            : { anyOf: [known, schema] };
      }
    }
    return { type: "object", properties: members };
  }
  const [one, other] = inner;
  // `[X, null]` of a plain type reads shorter as a list of types.
  if (inner.length === 2 && typeof one?.["type"] === "string" && other?.["type"] === "null") {
    return { ...one, type: [one["type"], "null"] };
  }
  return { anyOf: inner };
}

/** Without our own marks, which mean nothing outside. */
function withoutMarks(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutMarks);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !name.startsWith("x-"))
      .map(([name, member]) => [name, withoutMarks(member)]),
  );
}
