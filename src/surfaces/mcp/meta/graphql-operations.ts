/** Searches the queries and mutations. */
import { type GraphQLField, type GraphQLSchema, printType } from "graphql";
import Type from "typebox";
import { Refusal } from "#operation/define/refusal.ts";
import { fields, refusals } from "#operation/response/platform-messages.ts";
import { graphqlEngine } from "../../graphql/engine.ts";
import { splitText, takeWhatFits } from "../answer-size.ts";
import { findNearestNames } from "../nearest-names.ts";
import type { MetaTool } from "../tool.ts";
import { searchByWords } from "./find.ts";

export const getGraphqlOperations: MetaTool = {
  name: "get_graphql_operations",
  servers: ["developer"],
  summary: "Search the GraphQL operations",
  description:
    "Queries and mutations whose name or description contain all words of the query, each with its signature in the schema language; " +
    "with type, its definition instead. Public: needs no token.",
  is_public: true,
  effect: "read",
  use: "To write a document.",
  next: ["run_graphql_query"],
  example: { query: "cancel order", kind: "mutation" },
  input: Type.Object({
    query: Type.Optional(
      Type.String({ maxLength: 200, description: "Search words; everything when absent." }),
    ),
    kind: Type.Optional(
      Type.Union([Type.Literal("query"), Type.Literal("mutation")], {
        description: "query or mutation.",
      }),
    ),
    type: Type.Optional(Type.String({ maxLength: 200, description: "A type that a signature names." })),
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
    endpoint: Type.String(),
    total: Type.Integer(),
    operations: Type.Array(
      Type.Object({
        name: Type.String(),
        kind: Type.String(),
        description: Type.String(),
        signature: Type.String(),
      }),
    ),
    definition: Type.Optional(Type.String({ description: "Of the type that was asked for." })),
    next: Type.Optional(Type.Object({}, { description: "The arguments of the call for the next page." })),
  }),
  run({ runtime, input }) {
    const {
      query,
      kind,
      type,
      limit = 25,
      offset = 0,
    } = input as {
      query?: string;
      kind?: "query" | "mutation";
      type?: string;
      limit?: number;
      offset?: number;
    };
    const { schema } = graphqlEngine(runtime.registry);
    const endpoint = `${runtime.settings.base_url}/api/graphql`;
    if (type !== undefined)
      return { answer: { endpoint, total: 0, operations: [], definition: printDefinition(schema, type) } };
    const fields = [
      ...Object.values(schema.getQueryType()?.getFields() ?? {}).map((field) => ({ kind: "query", field })),
      ...Object.values(schema.getMutationType()?.getFields() ?? {}).map((field) => ({
        kind: "mutation",
        field,
      })),
    ].filter((one) => kind === undefined || one.kind === kind);
    const matching = searchByWords(fields, query, ({ field }) => ({
      name: field.name,
      rest: field.args.map((argument) => argument.name).join(" "),
      description: field.description ?? "",
    }));
    const operations = takeWhatFits(
      matching.slice(offset, offset + limit).map((one) => ({
        name: one.field.name,
        kind: one.kind,
        description: one.field.description ?? "",
        signature: formatSignature(one.field),
      })),
    );
    const end = offset + operations.length;
    return {
      answer: {
        endpoint,
        total: matching.length,
        operations,
        ...(end < matching.length ? { next: { ...input, offset: end } } : {}),
      },
    };
  },
};

/** In the schema language; of the two roots, which are the lists of operations, only that. */
function printDefinition(schema: GraphQLSchema, name: string): string {
  const type = schema.getType(name);
  const is_root = type !== undefined && (type === schema.getQueryType() || type === schema.getMutationType());
  if (type !== undefined && !is_root) return splitText(printType(type))[0] ?? "";
  const nearest = findNearestNames(name, Object.keys(schema.getTypeMap()));
  throw new Refusal("invalid_request", "invalid", {
    message: refusals.arguments_not_valid,
    errors: [
      {
        field: "type",
        message: is_root
          ? fields.list_of_operations
          : nearest.length === 0
            ? fields.no_schema_type
            : fields.no_schema_type_nearest.with({ nearest: nearest.join(", ") }),
      },
    ],
  });
}

function formatSignature({ name, args, type }: GraphQLField<unknown, unknown>): string {
  const inner = args.map((argument) => `${argument.name}: ${String(argument.type)}`).join(", ");
  return `${name}${inner === "" ? "" : `(${inner})`}: ${String(type)}`;
}
