/**
 * Parses and validates documents once, and compiles those that are repeated. Every cache is bounded: a client that
 * never repeats a document costs parsing, not memory.
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
  validate,
} from "graphql";
import { compileQuery, isCompiledQuery } from "graphql-jit";
import { LRUCache } from "lru-cache";
import { LIMITS } from "./limits.ts";
import { validationRules } from "./validation-rules.ts";

const DOCUMENTS_MAX = 500;
const COMPILED_MAX = 200;
/** Longer documents are served, but not cached. */
const CACHED_TEXT_MAX = 20_000;
const ERRORS_MAX = 20;

type Compiled = (
  root: unknown,
  context: unknown,
  variables: Record<string, unknown>,
) => Promise<ExecutionResult> | ExecutionResult;

interface DocumentFacts {
  errors?: readonly GraphQLError[];
  runs: number;
}

export interface Documents {
  /** Throws a GraphQLError with the position of the syntax error. */
  parse(text: string): DocumentNode;
  validate(document: DocumentNode): readonly GraphQLError[];
  run(args: ExecutionArgs): Promise<ExecutionResult>;
}

export function createDocumentCache(schema: GraphQLSchema): Documents {
  const parsed = new LRUCache<string, DocumentNode>({ max: DOCUMENTS_MAX });
  const facts_by_document = new WeakMap<DocumentNode, DocumentFacts>();
  const compiled = new LRUCache<string, { run: Compiled | null }>({ max: COMPILED_MAX });
  const ids = new WeakMap<DocumentNode, number>();
  let last_id = 0;

  const findFacts = (document: DocumentNode): DocumentFacts => {
    let facts = facts_by_document.get(document);
    if (facts === undefined) {
      facts = { runs: 0 };
      facts_by_document.set(document, facts);
    }
    return facts;
  };

  /** The compiled form, from the second run on; null when the compiler does not support the document. */
  const findCompiled = ({ document, operationName }: ExecutionArgs): Compiled | null => {
    const facts = findFacts(document);
    facts.runs += 1;
    if (facts.runs < 2) return null;
    let id = ids.get(document);
    if (id === undefined) {
      last_id += 1;
      id = last_id;
      ids.set(document, id);
    }
    const key = `${id} ${operationName ?? ""}`;
    let entry = compiled.get(key);
    if (entry === undefined) {
      const compiled_query = compileQuery(schema, document, operationName ?? undefined, {
        disablingCapturingStackErrors: true,
      });
      entry = { run: isCompiledQuery(compiled_query) ? (compiled_query.query as Compiled) : null };
      compiled.set(key, entry);
    }
    return entry.run;
  };

  return {
    parse(text) {
      const before = parsed.get(text);
      if (before !== undefined) return before;
      if (text.length > LIMITS.text_max) {
        throw new RefusedDocument(`The document has more than ${LIMITS.text_max} characters.`, {
          extensions: { code: "QUERY_TOO_COMPLEX" },
        });
      }
      const document = catchStackOverflow(() => parse(text, { maxTokens: LIMITS.tokens_max }));
      if (text.length <= CACHED_TEXT_MAX) parsed.set(text, document);
      return document;
    },
    validate(document) {
      const facts = findFacts(document);
      try {
        facts.errors ??= catchStackOverflow(() =>
          validate(schema, document, validationRules, { maxErrors: ERRORS_MAX }),
        );
      } catch (error) {
        if (!(error instanceof RefusedDocument)) throw error;
        return [error];
      }
      return facts.errors;
    },
    async run(args) {
      const query = findCompiled(args);
      if (query === null) return execute({ ...args, schema });
      return query(args.rootValue, args.contextValue, (args.variableValues ?? {}) as Record<string, unknown>);
    },
  };
}

/** Parser and rules are recursive: thousands of levels overflow the stack, which is free again afterwards. */
function catchStackOverflow<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new RefusedDocument("The document is nested too deeply.", {
      extensions: { code: "QUERY_TOO_COMPLEX" },
    });
  }
}
