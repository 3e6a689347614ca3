/**
 * Links the trace of a client with our request: the log has both ids, and the answer has ours.
 *
 * Source: Model Context Protocol 2026-07-28, "_meta" (trace context); W3C Trace Context. Our choice: a value of another
 * form is ignored, as the standard says; `tracestate` and `baggage` are not read.
 */
import type { Call } from "./call.ts";

const TRACEPARENT = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-[0-9a-f]{2}(?:-.*)?$/;

const REQUEST_ID_META = "packhorse/request_id";

/** Members for the `_meta` of the result; undefined for a call outside any trace. */
export function noteTrace({ meta, request, connection, method }: Call): Record<string, string> | undefined {
  const { traceparent } = meta;
  const [, trace_id, parent_id] = (typeof traceparent === "string" && TRACEPARENT.exec(traceparent)) || [];
  if (trace_id === undefined) return undefined;
  // Strangers cannot fill the log.
  if (!connection.anonymous)
    request.log.info({ request_id: request.id, trace_id, parent_id, method }, "an MCP request of a trace");
  return { [REQUEST_ID_META]: request.id };
}
