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
  readonly id: Id;
  readonly request: FastifyRequest;
  #controller: AbortController | undefined;
  #reason: Error | undefined;

  constructor(request: FastifyRequest, id: Id) {
    this.request = request;
    this.id = id;
  }

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

/** Not by their sender: a call would pay for that, and few are cancelled. */
const under_way = new Set<CallUnderWay>();

function isOfOneSender(one: FastifyRequest, other: FastifyRequest): boolean {
  return (
    one.headers.authorization === other.headers.authorization &&
    one.headers["user-agent"] === other.headers["user-agent"] &&
    one.ip === other.ip
  );
}

/** Runs `work`, which its sender may cancel meanwhile. */
export async function runCancellable<Result>(
  request: FastifyRequest,
  id: Id,
  work: (call: CallUnderWay) => Promise<Result>,
): Promise<Result> {
  const call = new CallUnderWay(request, id);
  under_way.add(call);
  try {
    return await work(call);
  } finally {
    under_way.delete(call);
  }
}

/** For `notifications/cancelled`. */
export function cancelCall(request: FastifyRequest, id: unknown): void {
  const [one, ...others] = [...under_way].filter(
    (call) => call.id === id && isOfOneSender(call.request, request),
  );
  if (others.length === 0) one?.cancel();
}
