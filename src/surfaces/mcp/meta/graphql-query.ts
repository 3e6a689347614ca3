/** Runs a GraphQL document: every field is invoked like any call, with the scopes and headers of the connection. */
import Type from "typebox";
import { runDocument } from "../../graphql/engine.ts";
import { readRequestFacts } from "../../request.ts";
import type { MetaTool } from "../tool.ts";

export const runGraphqlQuery: MetaTool = {
  name: "run_graphql_query",
  servers: ["developer"],
  summary: "Run a GraphQL document",
  description:
    "Runs a query or mutation as POST /api/graphql does. Each field needs the scopes of its operation; high-risk ones need " +
    "confirm=true, which applies to the whole document. get_graphql_operations lists the available operations.",
  is_public: false,
  effect: "write",
  confirms: true,
  input: Type.Object({
    query: Type.String({ minLength: 1, maxLength: 100_000, description: "The document." }),
    variables: Type.Optional(Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.Null()])),
    operation_name: Type.Optional(Type.Union([Type.String({ maxLength: 200 }), Type.Null()])),
  }),
  output: Type.Object({
    data: Type.Optional(Type.Unknown()),
    errors: Type.Optional(Type.Array(Type.Object({ message: Type.String() }))),
    extensions: Type.Optional(Type.Object({})),
  }),
  async run({ runtime, actor, connection, call, input, confirm, dry_run, idempotency_key }) {
    const { query, variables, operation_name } = input as {
      query: string;
      variables?: Record<string, unknown> | null;
      operation_name?: string | null;
    };
    const answer = await runDocument(
      runtime,
      { query, variables: variables ?? {}, operationName: operation_name ?? null },
      {
        actor,
        request: readRequestFacts(call.request, "mcp"),
        dry_run,
        idempotency_key,
        agent: { confirm, require_approval: connection.require_approval, scopes: connection.scopes },
      },
    );
    const fields = Object.values((answer.data ?? {}) as Record<string, unknown>);
    const failed = answer.errors !== undefined && fields.every((field) => field === null);
    return { answer: { ...answer }, ...(failed ? { is_error: true } : {}) };
  },
};
