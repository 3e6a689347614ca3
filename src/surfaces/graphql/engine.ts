/** The GraphQL schema of a registry and its document cache, built at first use and cached with the registry. */
import { type ExecutionResult, GraphQLError, type GraphQLFormattedError } from "graphql";
import type { Registry } from "#operation/define/registry.ts";
import type { Runtime } from "#operation/define/runtime.ts";
import { createDocumentCache, type Documents } from "./documents.ts";
import { formatError } from "./errors.ts";
import { Execution, type RequestContext, selectOperation, withExtensions } from "./execute.ts";
import { checkLimits } from "./limits.ts";
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
}

/** Runs a document from its text, without HTTP: for agents. */
export async function runDocument(runtime: Runtime, asked: Request, asking: RequestContext): Promise<Answer> {
  const { schema, documents } = graphqlEngine(runtime.registry);
  const formatErrors = (errors: readonly unknown[]) =>
    errors.map((error) => formatError(error, runtime, asking.request));
  const variables = asked.variables ?? {};
  const execution = new Execution(runtime, asking);
  let result: ExecutionResult;
  try {
    const document = documents.parse(asked.query);
    const faults = documents.validate(document);
    if (faults.length > 0) return { errors: formatErrors(faults) };
    checkLimits(schema, document, selectOperation(document, asked.operationName), variables);
    result = await documents.run({
      schema,
      document,
      variableValues: variables,
      operationName: asked.operationName,
      contextValue: execution,
    });
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error;
    return { errors: formatErrors([error]) };
  }
  const { data, errors, extensions } = withExtensions(result, execution);
  return {
    ...(data === undefined ? {} : { data }),
    ...(errors === undefined || errors.length === 0 ? {} : { errors: formatErrors(errors) }),
    ...(extensions === undefined ? {} : { extensions: extensions as Record<string, unknown> }),
  };
}
