/**
 * Tasks over the background work of operations, which has records of its own: nothing is stored here. A task id names
 * the tool and its work and is signed for the account that started it, so for everybody else there is no such task.
 */

import type { Actor } from "#operation/caller/actor.ts";
import { authorize } from "#operation/caller/authorize.ts";
import type { BackgroundWork, Operation, WorkState } from "#operation/define/define.ts";
import { Refusal } from "#operation/define/refusal.ts";
import type { Runtime } from "#operation/define/runtime.ts";
import type { JsonSchema } from "#operation/define/schema.ts";
import type { Call } from "#operation/run/call.ts";
import { invoke } from "#operation/run/invoke.ts";
import { signText, verifySignature } from "#platform/auth/secrets.ts";
import { compactAnswer } from "./compact-answers.ts";
import { limitAnswer } from "./limit-answer.ts";
import { markAnswer } from "./mark-authors.ts";
import { CODES, RpcError } from "./protocol/json-rpc.ts";
import type { CallContext, Connection, ToolResult } from "./protocol/server.ts";
import { declaresTasks, type Task } from "./protocol/tasks.ts";
import { buildInlinedResult } from "./protocol/tool-result.ts";
import type { Tool } from "./tool.ts";

const POLL_INTERVAL_MS = 2000;

const PURPOSE = "mcp-task";

/** Of the two servers: a task of one is also a task of the other, when it has the tool. */
type FindTool = (name: string) => Tool | undefined;

export interface TaskCaller {
  connection: Connection<Actor>;
  request: Call["request"];
}

/**
 * The members that make this call a task; null where it stays a call: the client follows no tasks, the tool is done at
 * once, or the connection may not read and end what it would start.
 */
export function requestTask(
  runtime: Runtime,
  tool: Tool,
  {
    connection,
    call,
    input,
  }: { connection: Connection<Actor>; call: CallContext; input: Record<string, unknown> },
): Record<string, unknown> | null {
  const work = getWork(tool);
  if (work === undefined || connection.caller.account_id === null || !declaresTasks(call)) return null;
  const { caller, scopes } = connection;
  try {
    for (const name of [work.read, work.cancel])
      authorize(runtime.registry.get(name), caller, scopes, runtime.modules);
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
  return work.request(input);
}

/** The task that an answer of its tool has started. */
export async function startTask(
  runtime: Runtime,
  tool: Tool,
  caller: TaskCaller,
  answer: Record<string, unknown>,
): Promise<Task> {
  const work = getWork(tool);
  const work_id = String(answer[work?.answer_id ?? ""]);
  const id = signTaskId(runtime, tool.name, work_id, caller.connection.caller);
  const task = await findTask(runtime, () => tool, caller, id);
  if (task === undefined) throw new Error(`The work of ${tool.name} that was started cannot be read.`);
  return task;
}

/** Undefined for a task of somebody else, or none. */
export async function findTask(
  runtime: Runtime,
  findTool: FindTool,
  caller: TaskCaller,
  id: string,
): Promise<Task | undefined> {
  const task_work = readTaskId(runtime, findTool, caller, id);
  if (task_work === undefined) return undefined;
  const { tool, work, work_id } = task_work;
  const read = await callWork(runtime, caller, work.read, { [work.parameter]: work_id });
  if (read === undefined) return undefined;
  const state = work.describe(read);
  // The schema that the answer follows, of which agents get the compact form.
  const { output } = state.answer === null ? runtime.registry.get(work.read) : getOperation(tool);
  const answer = compactAnswer(output as JsonSchema, state.answer ?? read);
  const structured = markAnswer(runtime.registry.authors, answer, caller.connection);
  return buildTask(id, state, () =>
    limitAnswer({ structured }, { tool, args: {}, request_id: caller.request.id }),
  );
}

/** False for a task of somebody else, or none. One that has ended stays as it is. */
export async function cancelTask(
  runtime: Runtime,
  findTool: FindTool,
  caller: TaskCaller,
  id: string,
): Promise<boolean> {
  const task = await findTask(runtime, findTool, caller, id);
  const task_work = readTaskId(runtime, findTool, caller, id);
  if (task === undefined || task_work === undefined) return false;
  if (task.status !== "working") return true;
  const { work, work_id } = task_work;
  try {
    await callWork(runtime, caller, work.cancel, { [work.parameter]: work_id });
  } catch (error) {
    // It may have ended meanwhile.
    const now = await findTask(runtime, findTool, caller, id);
    if (now === undefined || now.status === "working") throw error;
  }
  return true;
}

function getWork({ source }: Tool): BackgroundWork | undefined {
  return "operation" in source ? source.operation.background : undefined;
}

function getOperation({ source, name }: Tool): Operation {
  if ("operation" in source) return source.operation;
  throw new Error(`${name} is no tool of an operation.`);
}

function signTaskId(runtime: Runtime, tool: string, work_id: string, actor: Actor): string {
  const { secret_key } = runtime.settings;
  return `${tool}.${work_id}.${signText(secret_key, PURPOSE, buildSignedText(tool, work_id, actor))}`;
}

function buildSignedText(tool: string, work_id: string, { business_id, account_id }: Actor): string {
  return `${business_id} ${account_id} ${tool} ${work_id}`;
}

function readTaskId(
  runtime: Runtime,
  findTool: FindTool,
  { connection: { caller } }: TaskCaller,
  id: string,
): { tool: Tool; work: BackgroundWork; work_id: string | number } | undefined {
  const [name = "", work_id = "", signature = "", ...rest] = id.split(".");
  if (rest.length > 0 || caller.account_id === null) return undefined;
  const text = buildSignedText(name, work_id, caller);
  if (!verifySignature(runtime.settings.secret_key, PURPOSE, text, signature)) return undefined;
  const tool = findTool(name);
  const work = tool === undefined ? undefined : getWork(tool);
  if (tool === undefined || work === undefined) return undefined;
  return { tool, work, work_id: /^\d{1,15}$/.test(work_id) ? Number(work_id) : work_id };
}

/** What an operation of the work answers this caller; undefined when it is not there for them. */
async function callWork(
  runtime: Runtime,
  { connection, request }: TaskCaller,
  name: string,
  input: Record<string, unknown>,
): Promise<Record<string, unknown> | undefined> {
  try {
    const operation = runtime.registry.get(name);
    // On record it is what it does: a poll of a plan is not another plan.
    const tool_name = operation.mcp?.user ?? operation.mcp?.developer ?? operation.name;
    const result = await invoke(runtime, {
      operation,
      input,
      actor: connection.caller,
      request,
      agent: {
        confirm: false,
        require_approval: false,
        scopes: connection.scopes,
        tool: tool_name,
        withholds_text: connection.withholds_text,
      },
    });
    return result.kind === "proposed" ? undefined : result.answer;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (error.kind === "not_found") return undefined;
    throw new RpcError(CODES.invalid_request, error.message, { data: { code: error.error_code } });
  }
}

function buildTask(
  id: string,
  { state, created_at, started_at, finished_at, progress, failure }: WorkState,
  buildResult: () => ToolResult,
): Task {
  const task = {
    id,
    created_at,
    updated_at: finished_at ?? started_at ?? created_at,
    poll_interval_ms: POLL_INTERVAL_MS,
  };
  switch (state) {
    case "QUEUED":
      return { ...task, status: "working", message: "Waits to be started." };
    case "RUNNING":
      return { ...task, status: "working", ...(progress === null ? {} : { message: progress }) };
    case "CANCELLED":
      return { ...task, status: "cancelled" };
    case "FAILED": {
      const message = failure ?? "The work failed.";
      const error = { code: "WORK_FAILED", message, retryable: false, details: [] };
      const result = buildInlinedResult({ structured: { error }, is_error: true });
      return { ...task, status: "completed", message, result };
    }
    default:
      return { ...task, status: "completed", result: buildInlinedResult(buildResult()) };
  }
}
