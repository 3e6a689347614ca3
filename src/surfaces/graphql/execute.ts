/**
 * Executes one document: each of its root fields is a call of an operation, through the same `invoke` as REST and
 * MCP.
 */
import {
  type DocumentNode,
  type ExecutionResult,
  GraphQLError,
  getOperationAST,
  Kind,
  type OperationDefinitionNode,
} from "graphql";
import { type Actor, ANONYMOUS } from "#operation/caller/actor.ts";
import type { RequestFacts } from "#operation/define/context.ts";
import type { Operation } from "#operation/define/define.ts";
import { Refusal } from "#operation/define/refusal.ts";
import type { Runtime } from "#operation/define/runtime.ts";
import { refusals } from "#operation/response/platform-messages.ts";
import type { Call } from "#operation/run/call.ts";
import { invoke } from "#operation/run/invoke.ts";
import { identifiesCallerByToken, verifiesTokenItself } from "../request.ts";
import type { Confirmation, ConfirmedFields } from "./confirmation.ts";

/** The caller, and the headers of the request that apply to all fields. */
export interface RequestContext {
  actor: Actor;
  /** The token that came with the document. */
  bearer_token?: string | undefined;
  request: RequestFacts;
  dry_run: boolean;
  idempotency_key?: string | undefined;
  if_match?: number | undefined;
  /** Set when an agent runs the document over MCP. The field name replaces the tool name. */
  agent?: Omit<NonNullable<Call["agent"]>, "tool" | "confirm"> & { confirmation: Confirmation };
}

const NOTHING_CONFIRMED: ConfirmedFields = { confirmed: new Set(), unconfirmed: new Map() };

/** Of a field that would have run if the others had been confirmed. */
export const NOT_RUN = "not_run";

export class Execution {
  readonly #runtime: Runtime;
  readonly #asking: RequestContext;
  readonly #previews: Record<string, unknown> = {};
  readonly #pending: Record<string, unknown> = {};
  readonly #replayed: string[] = [];
  readonly #fields: ConfirmedFields;

  constructor(runtime: Runtime, asking: RequestContext, fields = NOTHING_CONFIRMED) {
    this.#runtime = runtime;
    this.#asking = asking;
    this.#fields = fields;
  }

  async call(operation: Operation, input: Record<string, unknown>, alias: string): Promise<unknown> {
    const { request, dry_run, idempotency_key, if_match, agent } = this.#asking;
    const { confirmed, unconfirmed } = this.#fields;
    // Those that are not confirmed are called, and refused with what they would do.
    if (unconfirmed.size > 0 && !unconfirmed.has(alias)) {
      throw new Refusal(NOT_RUN, "invalid", {
        message: refusals.others_not_confirmed,
      });
    }
    const writes = operation.effect === "write";
    const result = await invoke(this.#runtime, {
      operation,
      input,
      actor: this.#actorFor(operation),
      bearer_token: verifiesTokenItself(operation.access) ? this.#asking.bearer_token : undefined,
      request,
      dry_run: writes && dry_run,
      ...(writes ? { idempotency_key, if_match, idempotency_alias: alias } : {}),
      ...(agent === undefined
        ? {}
        : {
            agent: {
              confirm: confirmed.has(alias),
              require_approval: agent.require_approval,
              scopes: agent.scopes,
              withholds_text: agent.withholds_text === true,
              tool: operation.mcp?.user ?? operation.mcp?.developer ?? operation.name,
            },
          }),
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
    return identifiesCallerByToken(operation.access) ? this.#asking.actor : ANONYMOUS;
  }

  /** Previews, proposals and replays by alias. */
  extensions(): { extensions?: Record<string, unknown> } {
    const extensions = {
      ...(Object.keys(this.#previews).length === 0 ? {} : { dry_run: this.#previews }),
      ...(Object.keys(this.#pending).length === 0 ? {} : { pending_approval: this.#pending }),
      ...(this.#replayed.length === 0 ? {} : { idempotency_replayed: this.#replayed }),
    };
    return Object.keys(extensions).length === 0 ? {} : { extensions: extensions };
  }
}

export function withExtensions(result: ExecutionResult, execution: Execution): ExecutionResult {
  return { ...result, ...execution.extensions() };
}

/** The operation of a document to execute. Throws when the document is ambiguous. */
export function selectOperation(
  document: DocumentNode,
  name: string | null | undefined,
): OperationDefinitionNode {
  const definition = getOperationAST(document, name ?? undefined);
  if (definition === null || definition === undefined) {
    throw new GraphQLError("Name one operation of the document with operationName.");
  }
  return definition;
}

/** Names of the root fields that are visible without opening fragments; null when they cannot be determined. */
export function findRootFields(operation: OperationDefinitionNode): string[] | null {
  const names: string[] = [];
  for (const node of operation.selectionSet.selections) {
    if (node.kind !== Kind.FIELD) return null;
    names.push(node.name.value);
  }
  return names;
}
