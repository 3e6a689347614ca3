/** The schema of a registry and the documents known to it, made at first use and kept as long as the registry. */
import { type ExecutionResult, GraphQLError, type GraphQLFormattedError } from "graphql";
import type { Mechanism } from "#operation/mechanism.ts";
import type { Registry } from "#operation/registry.ts";
import { type Documents, documentsOf } from "./documents.ts";
import { formatError } from "./errors.ts";
import { type Asking, Execution, operationIn, withExtensions } from "./execute.ts";
import { checkLimits } from "./limits.ts";
import { type Built, schemaOf } from "./schema.ts";

export interface Engine extends Built {
  documents: Documents;
}

const engines = new WeakMap<Registry, Engine>();

export function engineOf(registry: Registry): Engine {
  let engine = engines.get(registry);
  if (engine === undefined) {
    const built = schemaOf(registry);
    engine = { ...built, documents: documentsOf(built.schema) };
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
export async function runDocument(mechanism: Mechanism, asked: Request, asking: Asking): Promise<Answer> {
  const { schema, documents } = engineOf(mechanism.registry);
  const told = (errors: readonly unknown[]) =>
    errors.map((error) => formatError(error, mechanism, asking.request));
  const variables = asked.variables ?? {};
  const execution = new Execution(mechanism, asking);
  let result: ExecutionResult;
  try {
    const document = documents.parse(asked.query);
    const faults = documents.validate(document);
    if (faults.length > 0) return { errors: told(faults) };
    checkLimits(schema, document, operationIn(document, asked.operationName), variables);
    result = await documents.run({
      schema,
      document,
      variableValues: variables,
      operationName: asked.operationName,
      contextValue: execution,
    });
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error;
    return { errors: told([error]) };
  }
  const { data, errors, extensions } = withExtensions(result, execution);
  return {
    ...(data === undefined ? {} : { data }),
    ...(errors === undefined || errors.length === 0 ? {} : { errors: told(errors) }),
    ...(extensions === undefined ? {} : { extensions: extensions as Record<string, unknown> }),
  };
}
