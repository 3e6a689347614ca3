/** Searches the queries and mutations. */
import type { GraphQLField } from "graphql";
import Type from "typebox";
import { graphqlEngine } from "../../graphql/engine.ts";
import type { MetaTool } from "../tool.ts";
import { searchByWords } from "./find.ts";

export const getGraphqlOperations: MetaTool = {
  name: "get_graphql_operations",
  servers: ["developer"],
  summary: "Search the GraphQL operations",
  description:
    "Queries and mutations whose name or description contain all words of the query, each with its signature in the schema language. " +
    "Public: needs no token.",
  is_public: true,
  effect: "read",
  input: Type.Object({
    query: Type.Optional(
      Type.String({ maxLength: 200, description: "Search words; everything when absent." }),
    ),
    kind: Type.Optional(Type.Union([Type.Literal("query"), Type.Literal("mutation")])),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 25 })),
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
  }),
  run({ runtime, input }) {
    const {
      query,
      kind,
      limit = 25,
    } = input as { query?: string; kind?: "query" | "mutation"; limit?: number };
    const { schema } = graphqlEngine(runtime.registry);
    const fields = [
      ...Object.values(schema.getQueryType()?.getFields() ?? {}).map((field) => ({ kind: "query", field })),
      ...Object.values(schema.getMutationType()?.getFields() ?? {}).map((field) => ({
        kind: "mutation",
        field,
      })),
    ].filter((one) => kind === undefined || one.kind === kind);
    const matching = searchByWords(fields, query, ({ field }) => ({
      name: field.name,
      rest: field.description ?? "",
    }));
    return {
      answer: {
        endpoint: `${runtime.settings.base_url}/api/graphql`,
        total: matching.length,
        operations: matching.slice(0, limit).map((one) => ({
          name: one.field.name,
          kind: one.kind,
          description: one.field.description ?? "",
          signature: formatSignature(one.field),
        })),
      },
    };
  },
};

function formatSignature({ name, args, type }: GraphQLField<unknown, unknown>): string {
  const inner = args.map((argument) => `${argument.name}: ${String(argument.type)}`).join(", ");
  return `${name}${inner === "" ? "" : `(${inner})`}: ${String(type)}`;
}
