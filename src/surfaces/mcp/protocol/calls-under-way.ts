/**
 * Calls that have not been answered yet, so that a client can cancel one. An id belongs to its sender: the same token,
 * address and program. Two of one sender cannot be told apart, so neither is cancelled.
 *
 * Source: Model Context Protocol, "Cancellation"; by its process alone, which also has the client's connection.
 */
import type { FastifyRequest } from "fastify";
import type { Id } from "./json-rpc.ts";

/** Its signal is created when somebody asks for it: few calls run long enough. */
export class CallUnderWay {
  #controller: AbortController | undefined;
  #reason: Error | undefined;

  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController();
      if (this.#reason !== undefined) this.#controller.abort(this.#reason);
    }
    return this.#controller.signal;
  }

  cancel(): void {
    this.#reason = new Error("The caller cancelled the call.");
    this.#controller?.abort(this.#reason);
  }
}

const under_way = new Map<string, Set<CallUnderWay>>();

/** Headers have no line breaks. */
function buildKey({ headers, ip }: FastifyRequest, id: unknown): string {
  return `${headers.authorization}\n${headers["user-agent"]}\n${ip}\n${typeof id} ${id}`;
}

/** Runs `work`, which its sender may cancel meanwhile. */
export async function runCancellable<Result>(
  request: FastifyRequest,
  id: Id,
  work: (call: CallUnderWay) => Promise<Result>,
): Promise<Result> {
  const key = buildKey(request, id);
  const call = new CallUnderWay();
  const equal = under_way.get(key) ?? new Set();
  under_way.set(key, equal.add(call));
  try {
    return await work(call);
  } finally {
    equal.delete(call);
    if (equal.size === 0) under_way.delete(key);
  }
}

/** For `notifications/cancelled`. */
export function cancelCall(request: FastifyRequest, id: unknown): void {
  const [one, ...others] = under_way.get(buildKey(request, id)) ?? [];
  if (others.length === 0) one?.cancel();
}
