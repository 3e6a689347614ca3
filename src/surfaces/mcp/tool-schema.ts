/** The schemas of a tool: the operation's input with the members agents may add, and one output for every outcome. */
import { addDefaultBounds, type JsonSchema } from "#operation/define/schema.ts";

export interface ToolOptions {
  confirm: boolean;
  writes: boolean;
  api_token: boolean;
}

export const API_TOKEN_UNTIL = "2026-12-31";

/** Members an agent may send in addition to the input. A member of the input with the same name takes precedence. */
function addedMembers({ confirm, writes, api_token }: ToolOptions): Record<string, JsonSchema> {
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
          dry_run: {
            type: "boolean",
            description: "Preview: returns what the call would return, changes nothing.",
          },
          idempotency_key: {
            type: "string",
            maxLength: 200,
            description:
              "Same key and arguments, same response. Without a key, equal calls within 10 seconds are one.",
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
 * Names of the members that belong to the agent's call and not to the input. All tools accept them: agents send
 * `confirm` habitually, and where it has no meaning it has no effect.
 */
export function getAddedNames(
  input: JsonSchema,
  { api_token }: Pick<ToolOptions, "api_token">,
): ReadonlySet<string> {
  const known = cached_names[api_token ? "with_token" : "without_token"];
  let names = known.get(input);
  if (names === undefined) {
    const all = Object.keys(addedMembers({ confirm: true, writes: true, api_token }));
    names = new Set(all.filter((name) => !Object.hasOwn(input.properties ?? {}, name)));
    known.set(input, names);
  }
  return names;
}

/** By input schema, because every call needs them. */
const cached_names = {
  with_token: new WeakMap<JsonSchema, ReadonlySet<string>>(),
  without_token: new WeakMap<JsonSchema, ReadonlySet<string>>(),
};

export function buildInputSchema(input: JsonSchema, added: ToolOptions): Record<string, unknown> {
  const schema = withoutMarks(addDefaultBounds(input, true)) as JsonSchema;
  const own = schema.properties ?? {};
  return { ...schema, type: "object", properties: { ...addedMembers(added), ...own } };
}

/**
 * Clients validate every structured response against this schema, including refusals and previews, so nothing in it
 * is required and nothing is closed. Deep members have only their type, because models read the list.
 */
export function buildOutputSchema(
  output: JsonSchema,
  unpredicted: readonly string[],
): Record<string, unknown> {
  const own = relaxSchema(output, unpredicted, 0);
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
    const own_members = answered[name];
    properties[name] =
      own_members === undefined || JSON.stringify(own_members) === JSON.stringify(schema)
        ? schema
        : { anyOf: [own_members, schema] };
  }
  return { type: "object", properties };
}

const DEPTH_MAX = 3;

function relaxSchema(
  schema: JsonSchema,
  unpredicted: readonly string[],
  depth: number,
): Record<string, unknown> {
  const branches = schema.anyOf ?? (schema["oneOf"] as JsonSchema[] | undefined);
  if (branches !== undefined) return relaxUnion(branches, unpredicted, depth);
  if (schema.const !== undefined) return { const: schema.const };
  if (schema.enum !== undefined) return { enum: schema.enum };
  const types = schema.type === undefined ? {} : { type: schema.type };
  const words = depth === 1 && schema.description !== undefined ? { description: schema.description } : {};
  if (
    schema.type === "array" &&
    schema.items !== undefined &&
    !Array.isArray(schema.items) &&
    depth < DEPTH_MAX
  ) {
    return { ...types, ...words, items: relaxSchema(schema.items, unpredicted, depth + 1) };
  }
  if (schema.properties !== undefined && depth < DEPTH_MAX) {
    const properties = Object.entries(schema.properties).map(([name, member]) => {
      const inner = relaxSchema(member, unpredicted, depth + 1);
      return [name, unpredicted.includes(name) ? { anyOf: [inner, { type: "null" }] } : inner];
    });
    return { type: "object", ...words, properties: Object.fromEntries(properties) };
  }
  return { ...types, ...words };
}

function relaxUnion(
  branches: JsonSchema[],
  unpredicted: readonly string[],
  depth: number,
): Record<string, unknown> {
  const inner = branches.map((branch) => relaxSchema(branch, unpredicted, depth));
  // At the root one object has the members of all branches: the root is never a union.
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
  // `[X, null]` of a plain type is shorter as a list of types.
  if (inner.length === 2 && typeof one?.["type"] === "string" && other?.["type"] === "null") {
    return { ...one, type: [one["type"], "null"] };
  }
  return { anyOf: inner };
}

/** Removes our own extension keywords, which have no meaning for clients. */
function withoutMarks(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutMarks);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !name.startsWith("x-"))
      .map(([name, member]) => [name, withoutMarks(member)]),
  );
}
