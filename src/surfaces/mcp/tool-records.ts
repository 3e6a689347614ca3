/** Calls of tools on record: those that are no operation, those of no tool, and those refused before there is one. */
import type { Actor } from "#operation/caller/actor.ts";
import type { RequestFacts } from "#operation/define/context.ts";
import type { Runtime } from "#operation/define/runtime.ts";
import { buildAuditEntry } from "#operation/records/audit-entry.ts";
import { recordRefusal } from "#operation/records/call-records.ts";
import { readRequestFacts } from "../request.ts";
import type { CallContext, Connection } from "./protocol/server.ts";
import type { Tool } from "./tool.ts";

/** The facts of the HTTP request and of the call, for the operation behind the tool. */
export function readAgentRequest(call: CallContext): RequestFacts {
  const { request, client_name } = call;
  const facts = readRequestFacts(request, "mcp");
  const disconnected = () => {
    const lost = facts.disconnected?.();
    return AbortSignal.any([lost, call.cancelled].filter((signal) => signal instanceof AbortSignal));
  };
  const progress = (finished_count: number, total: number, message: string) =>
    call.progress(finished_count, total, message);
  return { ...facts, user_agent: client_name, disconnected, ...(call.wants_progress ? { progress } : {}) };
}

/** A call of a tool that is no operation: on record under the name of the tool. */
export function recordToolCall(
  runtime: Runtime,
  connection: Connection<Actor>,
  { name, effect }: Pick<Tool, "name" | "effect">,
  call: CallContext,
  facts: { outcome: "done" | "refused" | "failed"; refusal?: string },
): void {
  const recorded = {
    operation: { name, effect },
    actor: connection.caller,
    request: { id: call.request.id, surface: "mcp", user_agent: call.client_name },
    agent: { tool: name },
    now: runtime.now(),
  } as const;
  runtime.audit.note(buildAuditEntry(recorded, facts));
}

/** Any text may be sent as a name: only what looks like one is stored. */
export function recordUnknownTool(
  runtime: Runtime,
  connection: Connection<Actor>,
  tool_name: string,
  call: CallContext,
): void {
  const name = tool_name.replaceAll(/[^\w.-]/g, "?").slice(0, 64);
  recordToolCall(runtime, connection, { name, effect: "read" }, call, {
    outcome: "refused",
    refusal: "no_such_tool",
  });
}

/** A refusal before the operation of the tool was invoked. */
export function recordToolRefusal(
  runtime: Runtime,
  connection: Connection<Actor>,
  tool: Tool,
  call: CallContext,
  refusal: string,
): void {
  if ("meta" in tool.source) {
    recordToolCall(runtime, connection, tool, call, { outcome: "refused", refusal });
    return;
  }
  const agent = {
    confirm: false,
    require_approval: connection.require_approval,
    scopes: connection.scopes,
    tool: tool.name,
  };
  recordRefusal(
    runtime,
    {
      operation: tool.source.operation,
      actor: connection.caller,
      request: readAgentRequest(call),
      agent,
    },
    { code: refusal },
  );
}
