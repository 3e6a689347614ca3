/**
 * Calls that have not been answered yet, so that a client can cancel one. An id belongs to its sender: the same token,
 * address and program. Two of one sender cannot be told apart, so neither is cancelled.
 *
 * Source: Model Context Protocol, "Cancellation"; by its process alone, which also has the client's connection.
 */
import type { FastifyRequest } from "fastify";
import type { Id } from "./json-rpc.ts";

const under_way = new Map<string, Set<AbortController>>();

function buildKey({ headers, ip }: FastifyRequest, id: unknown): string {
  return JSON.stringify([headers.authorization, headers["user-agent"], ip, id]);
}

/** Runs `work` with a signal that is aborted when its sender cancels it. */
export async function runCancellable<Result>(
  request: FastifyRequest,
  id: Id,
  work: (cancelled: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const key = buildKey(request, id);
  const controller = new AbortController();
  const equal = under_way.get(key) ?? new Set();
  under_way.set(key, equal.add(controller));
  try {
    return await work(controller.signal);
  } finally {
    equal.delete(controller);
    if (equal.size === 0) under_way.delete(key);
  }
}

/** For `notifications/cancelled`. */
export function cancelCall(request: FastifyRequest, id: unknown): void {
  const [one, ...others] = under_way.get(buildKey(request, id)) ?? [];
  if (one !== undefined && others.length === 0) one.abort(new Error("The caller cancelled the call."));
}
