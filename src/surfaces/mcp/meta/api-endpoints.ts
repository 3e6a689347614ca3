/** Searches the REST catalogue. */
import Type from "typebox";
import { needsToken } from "#operation/define/define.ts";
import { addDefaultBounds, type JsonSchema } from "#operation/define/schema.ts";
import { ANSWER_BYTES_MAX, countBytes, takeWhatFits } from "../answer-size.ts";
import type { MetaTool } from "../tool.ts";
import { listMembers, searchByWords } from "./find.ts";

export const getApiEndpoints: MetaTool = {
  name: "get_api_endpoints",
  servers: ["developer"],
  summary: "Search the REST endpoints",
  description:
    "REST endpoints whose name, path, summary or family contain all words of the query, with method, path, roles, scopes and risk; " +
    "with_schemas adds the input's JSON Schema. Public: needs no token.",
  is_public: true,
  effect: "read",
  use: "To find the REST call for a task.",
  next: ["get_graphql_operations", "get_integration_guide"],
  example: { query: "how do I cancel an order", limit: 5 },
  input: Type.Object({
    query: Type.Optional(Type.String({ maxLength: 200, description: "Search words." })),
    family: Type.Optional(Type.String({ maxLength: 60, description: "Only this family." })),
    method: Type.Optional(
      Type.Union(
        [
          Type.Literal("GET"),
          Type.Literal("POST"),
          Type.Literal("PUT"),
          Type.Literal("PATCH"),
          Type.Literal("DELETE"),
        ],
        { description: "Only this HTTP method." },
      ),
    ),
    with_schemas: Type.Optional(Type.Boolean({ description: "With input and output." })),
    limit: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 200, default: 25, description: "Most results." }),
    ),
    offset: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 10_000,
        default: 0,
        description: "As next says.",
      }),
    ),
  }),
  output: Type.Object({
    total: Type.Integer(),
    families: Type.Array(Type.String()),
    endpoints: Type.Array(Type.Object({})),
    next: Type.Optional(Type.Object({}, { description: "The arguments of the call for the next page." })),
  }),
  run({ runtime, input }) {
    const {
      query,
      family,
      method,
      with_schemas,
      limit = 25,
      offset = 0,
    } = input as Record<string, string> & { limit?: number; offset?: number; with_schemas?: boolean };
    const all = [...runtime.registry.operations.values()].filter(({ rest }) => rest !== undefined);
    const inReach = all.filter(
      (one) =>
        (family === undefined || one.family === family) &&
        (method === undefined || one.rest?.method === method),
    );
    const matching = searchByWords(
      inReach,
      query,
      ({ name, summary, rest, family: of, description = "", input: schema }) => ({
        name: `${name} ${summary}`,
        rest: `${rest?.method} ${rest?.path} ${of} ${listMembers(schema as JsonSchema)}`,
        description,
      }),
    );
    const page_endpoints = matching.slice(offset, offset + limit).map((operation) => ({
      operation: operation.name,
      method: operation.rest?.method,
      path: operation.rest?.path,
      summary: operation.summary,
      family: operation.family,
      authentication: needsToken(operation.access) ? "required" : "public",
      roles: operation.access.public ? [] : operation.access.roles,
      scopes: operation.access.public ? [] : operation.access.scopes,
      risk: operation.risk,
      effect: operation.effect,
      ...(operation.feature === undefined ? {} : { feature: operation.feature }),
      ...(operation.module === undefined ? {} : { module: operation.module }),
      ...(operation.mcp === undefined ? {} : { tools: operation.mcp }),
      ...(with_schemas
        ? {
            input_schema: buildSchema(operation.name, addDefaultBounds(operation.input as JsonSchema, true)),
          }
        : {}),
    }));
    const endpoints = takeWhatFits(page_endpoints, ANSWER_BYTES_MAX - FAMILIES_BYTES);
    const end = offset + endpoints.length;
    return {
      answer: {
        total: matching.length,
        families: [...new Set(all.map((one) => one.family))].sort(),
        endpoints,
        ...(end < matching.length ? { next: { ...input, offset: end } } : {}),
      },
    };
  },
};

/** What the list of families takes. */
const FAMILIES_BYTES = 2000;
/** A longer schema is not read at once; the description of the whole API has it. */
const SCHEMA_BYTES_MAX = 14_000;

function buildSchema(name: string, schema: JsonSchema): unknown {
  const schema_without_marks = withoutMarks(schema);
  if (countBytes(schema_without_marks) <= SCHEMA_BYTES_MAX) return schema_without_marks;
  const short = withoutDescriptions(schema_without_marks);
  if (countBytes(short) <= SCHEMA_BYTES_MAX) return short;
  return { $ref: `/api/openapi.json, operationId ${name}`, members: Object.keys(schema.properties ?? {}) };
}

function withoutDescriptions(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutDescriptions);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name, member]) => name !== "description" || typeof member !== "string")
      .map(([name, member]) => [name, withoutDescriptions(member)]),
  );
}

/** With every limit, as a program needs it, but without our own keywords, which have no meaning for clients. */
function withoutMarks(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutMarks);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !name.startsWith("x-"))
      .map(([name, member]) => [name, withoutMarks(member)]),
  );
}
