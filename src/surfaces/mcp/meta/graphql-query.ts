/** Runs a GraphQL document: every field is invoked like any call, with the scopes and headers of the connection. */
import type { GraphQLFormattedError } from "graphql";
import Type from "typebox";
import { fields, refusals } from "#operation/response/platform-messages.ts";
import { type Answer, runDocument } from "../../graphql/engine.ts";
import { NOT_RUN } from "../../graphql/execute.ts";
import { readRequestFacts } from "../../request.ts";
import { shortenValue } from "../answer-size.ts";
import type { ToolError } from "../outcomes.ts";
import type { MetaTool } from "../tool.ts";

export const runGraphqlQuery: MetaTool = {
  name: "run_graphql_query",
  servers: ["developer"],
  summary: "Run a GraphQL document",
  description:
    "Runs a query or mutation as POST /api/graphql does. Each field needs the scopes of its operation. A document with a high-risk " +
    "field needs confirm=true, one with several also confirm_fields with each of them, or nothing of it runs. " +
    "get_graphql_operations lists the available operations.",
  is_public: false,
  effect: "write",
  use: "To try a document.",
  next: ["get_graphql_operations"],
  example: { query: "{ clientOrders(per_page: 3) { total } }" },
  confirms: true,
  input: Type.Object({
    query: Type.String({ minLength: 1, maxLength: 100_000, description: "The document." }),
    variables: Type.Optional(
      Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.Null()], {
        description: "Of the document.",
      }),
    ),
    operation_name: Type.Optional(
      Type.Union([Type.String({ maxLength: 200 }), Type.Null()], { description: "Which one to run." }),
    ),
    confirm_fields: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 200 }), {
        maxItems: 50,
        description: "Aliases or names of the high-risk fields that a person agreed to.",
      }),
    ),
  }),
  output: Type.Object({
    data: Type.Optional(Type.Unknown()),
    errors: Type.Optional(Type.Array(Type.Object({ message: Type.String() }))),
    error: Type.Optional(Type.Object({})),
    extensions: Type.Optional(Type.Object({})),
  }),
  async run({ runtime, actor, connection, call, input, confirm, dry_run, idempotency_key }) {
    const { query, variables, operation_name, confirm_fields } = input as {
      query: string;
      variables?: Record<string, unknown> | null;
      operation_name?: string | null;
      confirm_fields?: string[];
    };
    const { unconfirmed, names, ...answer } = await runDocument(
      runtime,
      { query, variables: variables ?? {}, operationName: operation_name ?? null },
      {
        actor,
        request: { ...readRequestFacts(call.request, "mcp"), user_agent: call.client_name },
        dry_run,
        idempotency_key,
        agent: {
          confirmation: { confirm, fields: confirm_fields ?? null },
          require_approval: connection.require_approval,
          scopes: connection.scopes,
          withholds_text: connection.withholds_text,
        },
      },
    );
    const { data, errors = [] } = answer;
    const member_names = { data: { name: "data", members: names ?? null } };
    const has_result = Object.values((data ?? {}) as Record<string, unknown>).some((field) => field !== null);
    if (unconfirmed === undefined && (errors.length === 0 || has_result))
      return { answer: shorten(answer), member_names };
    const error = buildError(errors, unconfirmed);
    const is_fault = error.code.startsWith("INTERNAL");
    return {
      answer: { error, ...shorten(answer) },
      is_error: true,
      member_names,
      ...(is_fault ? {} : { refusal: error.code.toLowerCase() }),
    };
  },
};

/** More than a model can read at once is cut, and the answer says where and how to get the rest. */
function shorten(answer: object): Record<string, unknown> {
  const { value, shortened } = shortenValue(answer);
  if (shortened.length === 0) return { ...value };
  const { extensions = {}, ...rest } = value as { extensions?: object };
  return {
    ...rest,
    extensions: {
      ...extensions,
      shortened: shortened.slice(0, SHORTENED_SHOWN_MAX),
      next:
        "Ask for fewer rows (per_page, page) or fields. For the schema, call get_graphql_operations: " +
        "with query for operations, with type for one type.",
    },
  };
}

const SHORTENED_SHOWN_MAX = 10;

interface ErrorExtensions {
  code?: string;
  error_code?: string;
  status?: number;
  errors?: readonly { field?: string; message: string }[];
}

const RETRYABLE: ReadonlySet<number> = new Set([429, 503]);

/** The errors of the document as those of any other tool: the first says what kind it is, the details name the fields. */
function buildError(errors: NonNullable<Answer["errors"]>, unconfirmed: Answer["unconfirmed"]): ToolError {
  const explained = errors
    .map(({ message, path, extensions }) => ({ message, path, facts: (extensions ?? {}) as ErrorExtensions }))
    .filter(({ facts }) => facts.error_code !== NOT_RUN.toUpperCase());
  const [first] = explained;
  const code = first?.facts.error_code ?? first?.facts.code ?? "CONFIRM_REQUIRED";
  if (unconfirmed !== undefined && (code === "CONFIRM_REQUIRED" || first === undefined)) {
    const keys = [...unconfirmed.keys()];
    return {
      code: "CONFIRM_REQUIRED",
      message: refusals.not_confirmed.format("", { fields: keys.join(", ") }),
      retryable: false,
      details: [...unconfirmed].map(([key, summary]) => ({
        field: "confirm_fields",
        message: fields.field_not_confirmed.format("", { field: key, summary: summary.toLowerCase() }),
      })),
    };
  }
  return {
    code,
    message: first?.message ?? "",
    retryable: RETRYABLE.has(first?.facts.status ?? 0),
    details: explained.flatMap(listDetails),
  };
}

/** Under the field of the document, when the error is one of its argument; else the error itself. */
function listDetails({
  message,
  path,
  facts,
}: {
  message: string;
  path: GraphQLFormattedError["path"];
  facts: ErrorExtensions;
}) {
  const of_field = path === undefined ? "query" : path.join(".");
  if (facts.errors === undefined || facts.errors.length === 0) return [{ field: of_field, message }];
  return facts.errors.map((error) => ({
    field: path === undefined ? (error.field ?? of_field) : [of_field, error.field].filter(Boolean).join("."),
    message: error.message,
  }));
}
