/**
 * Documents are parsed and validated once, and compiled when they come back. Every cache is bounded: a client
 * that never repeats itself costs parsing, not memory.
 */
import {
  type DocumentNode,
  type ExecutionArgs,
  type ExecutionResult,
  execute,
  type GraphQLError,
  type GraphQLSchema,
  parse,
  GraphQLError as RefusedDocument,
  specifiedRules,
  validate,
} from "graphql";
import { compileQuery, isCompiledQuery } from "graphql-jit";
import { LIMITS } from "./limits.ts";

const DOCUMENTS_KEPT = 500;
const COMPILED_KEPT = 200;
/** Longer documents are served, but not kept. */
const KEPT_TEXT_MAX = 20_000;
const ERRORS_MAX = 20;

type Compiled = (
  root: unknown,
  context: unknown,
  variables: Record<string, unknown>,
) => Promise<ExecutionResult> | ExecutionResult;

interface Known {
  errors?: readonly GraphQLError[];
  runs: number;
}

export interface Documents {
  /** Throws a GraphQLError that tells where the text goes wrong. */
  parse(text: string): DocumentNode;
  validate(document: DocumentNode): readonly GraphQLError[];
  run(args: ExecutionArgs): Promise<ExecutionResult>;
}

export function documentsOf(schema: GraphQLSchema): Documents {
  const parsed = new Map<string, DocumentNode>();
  const known = new WeakMap<DocumentNode, Known>();
  const compiled = new Map<string, Compiled | null>();
  const ids = new WeakMap<DocumentNode, number>();
  let last_id = 0;

  const knownOf = (document: DocumentNode): Known => {
    let facts = known.get(document);
    if (facts === undefined) {
      facts = { runs: 0 };
      known.set(document, facts);
    }
    return facts;
  };

  /** The compiled form, from the second run on; null when the compiler refuses the document. */
  const compiledOf = ({ document, operationName }: ExecutionArgs): Compiled | null => {
    const facts = knownOf(document);
    facts.runs += 1;
    if (facts.runs < 2) return null;
    let id = ids.get(document);
    if (id === undefined) {
      last_id += 1;
      id = last_id;
      ids.set(document, id);
    }
    const key = `${id} ${operationName ?? ""}`;
    let run = compiled.get(key);
    if (run === undefined) {
      const made = compileQuery(schema, document, operationName ?? undefined, {
        disablingCapturingStackErrors: true,
      });
      run = isCompiledQuery(made) ? (made.query as Compiled) : null;
    }
    keep(compiled, key, run, COMPILED_KEPT);
    return run;
  };

  return {
    parse(text) {
      const before = parsed.get(text);
      if (before !== undefined) {
        keep(parsed, text, before, DOCUMENTS_KEPT);
        return before;
      }
      if (text.length > LIMITS.text_max) {
        throw new RefusedDocument(`The document has more than ${LIMITS.text_max} characters.`, {
          extensions: { code: "QUERY_TOO_COMPLEX" },
        });
      }
      const document = nested(() => parse(text, { maxTokens: LIMITS.tokens_max }));
      if (text.length <= KEPT_TEXT_MAX) keep(parsed, text, document, DOCUMENTS_KEPT);
      return document;
    },
    validate(document) {
      const facts = knownOf(document);
      try {
        facts.errors ??= nested(() => validate(schema, document, specifiedRules, { maxErrors: ERRORS_MAX }));
      } catch (error) {
        if (!(error instanceof RefusedDocument)) throw error;
        return [error];
      }
      return facts.errors;
    },
    async run(args) {
      const query = compiledOf(args);
      if (query === null) return execute({ ...args, schema });
      return query(args.rootValue, args.contextValue, (args.variableValues ?? {}) as Record<string, unknown>);
    },
  };
}

/** Parser and rules call themselves for each level: thousands of levels overflow the stack, which then is free again. */
function nested<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new RefusedDocument("The document is nested too deeply.", {
      extensions: { code: "QUERY_TOO_COMPLEX" },
    });
  }
}

/** The latest used stay. */
function keep<K, V>(map: Map<K, V>, key: K, value: V, most: number): void {
  map.delete(key);
  if (map.size >= most) map.delete(map.keys().next().value as K);
  map.set(key, value);
}
