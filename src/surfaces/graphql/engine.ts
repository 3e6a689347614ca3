/** The GraphQL schema of a registry and its document cache, built at first use and cached with the registry. */
import {
  type DocumentNode,
  type ExecutionResult,
  GraphQLError,
  type GraphQLFormattedError,
  type OperationDefinitionNode,
} from "graphql";
import { needsApproval } from "#operation/approval/confirmation.ts";
import type { Operation } from "#operation/define/define.ts";
import { Refusal } from "#operation/define/refusal.ts";
import type { Registry } from "#operation/define/registry.ts";
import type { Runtime } from "#operation/define/runtime.ts";
import type { MemberNames } from "#operation/response/untrusted-text.ts";
import { type ConfirmedFields, decideConfirmedFields, findCalledOperations } from "./confirmation.ts";
import { createDocumentCache, type Documents } from "./documents.ts";
import { formatError } from "./errors.ts";
import { Execution, type RequestContext, selectOperation, withExtensions } from "./execute.ts";
import { checkLimits } from "./limits.ts";
import { findMemberNames } from "./member-names.ts";
import { type BuiltSchema, buildGraphqlSchema } from "./schema.ts";

export interface Engine extends BuiltSchema {
  documents: Documents;
}

const engines = new WeakMap<Registry, Engine>();

export function graphqlEngine(registry: Registry): Engine {
  let engine = engines.get(registry);
  if (engine === undefined) {
    const built = buildGraphqlSchema(registry);
    engine = { ...built, documents: createDocumentCache(built.schema) };
    engines.set(registry, engine);
  }
  return engine;
}

export interface Request {
  query: string;
  variables?: Record<string, unknown> | null;
  operationName?: string | null;
}

export interface Answer {
  data?: unknown;
  errors?: GraphQLFormattedError[];
  extensions?: Record<string, unknown>;
  /** High-risk fields that were not confirmed, by response key, with what each does. None: the document ran. */
  unconfirmed?: ReadonlyMap<string, string>;
}

/** What the members of `data` are called where they were defined, when the document ran. */
export type NamedAnswer = Answer & { names?: MemberNames };

/** Runs a document from its text, without HTTP: for agents. */
export async function runDocument(
  runtime: Runtime,
  graphql_request: Request,
  asking: RequestContext,
): Promise<NamedAnswer> {
  const { schema, documents } = graphqlEngine(runtime.registry);
  const formatErrors = (errors: readonly unknown[]) =>
    errors.map((error) => formatError(error, runtime, asking.request));
  const variables = graphql_request.variables ?? {};
  let execution: Execution;
  let fields: ConfirmedFields | undefined;
  let names: MemberNames;
  let result: ExecutionResult;
  try {
    const document = documents.parse(graphql_request.query);
    const faults = documents.validate(document);
    if (faults.length > 0) return { errors: formatErrors(faults) };
    const operation = selectOperation(document, graphql_request.operationName);
    checkLimits(schema, document, operation, variables);
    names = findMemberNames(document, operation);
    fields = checkConfirmation(runtime, asking, document, operation);
    execution = new Execution(runtime, asking, fields);
    result = await documents.run({
      schema,
      document,
      variableValues: variables,
      operationName: graphql_request.operationName,
      contextValue: execution,
    });
  } catch (error) {
    if (!(error instanceof GraphQLError || error instanceof Refusal)) throw error;
    return { errors: formatErrors([error]) };
  }
  const { data, errors, extensions } = withExtensions(result, execution);
  return {
    names,
    ...(data === undefined ? {} : { data }),
    ...(errors === undefined || errors.length === 0 ? {} : { errors: formatErrors(errors) }),
    ...(extensions === undefined ? {} : { extensions: extensions as Record<string, unknown> }),
    ...(fields === undefined || fields.unconfirmed.size === 0
      ? {}
      : { unconfirmed: new Map([...fields.unconfirmed].map(([key, { summary }]) => [key, summary])) }),
  };
}

/** Undefined where nobody has to confirm: the document is a person's or a program's. */
function checkConfirmation(
  { registry }: Runtime,
  { agent, dry_run }: RequestContext,
  document: DocumentNode,
  operation: OperationDefinitionNode,
): ConfirmedFields | undefined {
  if (agent === undefined) return undefined;
  const needsConfirm = (called: Operation) =>
    !(dry_run && called.effect === "write") && !needsApproval({ operation: called, agent });
  return decideConfirmedFields(
    findCalledOperations(registry, document, operation),
    needsConfirm,
    agent.confirmation,
  );
}
