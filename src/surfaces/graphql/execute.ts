/** One document under way: each field it names is a call of an operation, on the same road as REST and MCP. */
import {
  type DocumentNode,
  type ExecutionResult,
  GraphQLError,
  getOperationAST,
  Kind,
  type OperationDefinitionNode,
} from "graphql";
import { type Actor, ANONYMOUS } from "#operation/actor.ts";
import type { Call } from "#operation/call.ts";
import type { RequestFacts } from "#operation/context.ts";
import type { Operation } from "#operation/define.ts";
import { invoke } from "#operation/invoke.ts";
import type { Mechanism } from "#operation/mechanism.ts";
import { readsToken, takesToken } from "../request.ts";

/** Who asks, and what the headers of the request say for all fields. */
export interface Asking {
  actor: Actor;
  /** Of the token that came with the document. */
  bearer_hash?: Buffer | undefined;
  request: RequestFacts;
  dry_run: boolean;
  idempotency_key?: string | undefined;
  if_match?: number | undefined;
  /** When an agent runs the document over MCP. The tool is named by the field. */
  agent?: Omit<NonNullable<Call["agent"]>, "tool">;
}

export class Execution {
  readonly #mechanism: Mechanism;
  readonly #asking: Asking;
  readonly #previews: Record<string, unknown> = {};
  readonly #pending: Record<string, unknown> = {};
  readonly #replayed: string[] = [];

  constructor(mechanism: Mechanism, asking: Asking) {
    this.#mechanism = mechanism;
    this.#asking = asking;
  }

  async call(operation: Operation, input: Record<string, unknown>, alias: string): Promise<unknown> {
    const { request, dry_run, idempotency_key, if_match, agent } = this.#asking;
    const writes = operation.effect === "write";
    const result = await invoke(this.#mechanism, {
      operation,
      input,
      actor: this.#actorFor(operation),
      bearer_hash: readsToken(operation.access) ? this.#asking.bearer_hash : undefined,
      request,
      dry_run: writes && dry_run,
      ...(writes ? { idempotency_key, if_match, idempotency_alias: alias } : {}),
      ...(agent === undefined
        ? {}
        : { agent: { ...agent, tool: operation.mcp?.user ?? operation.mcp?.developer ?? operation.name } }),
    });
    switch (result.kind) {
      case "dry_run":
        this.#previews[alias] = { would_emit: result.would_emit, unpredicted: result.unpredicted };
        return result.answer;
      case "proposed":
        this.#pending[alias] = {
          approval_id: result.approval_id,
          expires_at: result.expires_at,
          preview: result.preview,
        };
        if (result.replayed) this.#replayed.push(alias);
        return null;
      default:
        if (result.replayed) this.#replayed.push(alias);
        return result.answer;
    }
  }

  #actorFor(operation: Operation): Actor {
    return takesToken(operation.access) ? this.#asking.actor : ANONYMOUS;
  }

  /** Previews, proposals and replays by alias. */
  extensions(): { extensions?: Record<string, unknown> } {
    const told = {
      ...(Object.keys(this.#previews).length === 0 ? {} : { dry_run: this.#previews }),
      ...(Object.keys(this.#pending).length === 0 ? {} : { pending_approval: this.#pending }),
      ...(this.#replayed.length === 0 ? {} : { idempotency_replayed: this.#replayed }),
    };
    return Object.keys(told).length === 0 ? {} : { extensions: told };
  }
}

export function withExtensions(result: ExecutionResult, execution: Execution): ExecutionResult {
  return { ...result, ...execution.extensions() };
}

/** The operation of a document that is to run. Throws when the document leaves it open. */
export function operationIn(
  document: DocumentNode,
  name: string | null | undefined,
): OperationDefinitionNode {
  const found = getOperationAST(document, name ?? undefined);
  if (found === null || found === undefined) {
    throw new GraphQLError("Name one operation of the document with operationName.");
  }
  return found;
}

/** Names of the fields at the root, as far as they can be told without opening fragments; null when they cannot. */
export function rootFieldsOf(operation: OperationDefinitionNode): string[] | null {
  const names: string[] = [];
  for (const node of operation.selectionSet.selections) {
    if (node.kind !== Kind.FIELD) return null;
    names.push(node.name.value);
  }
  return names;
}
