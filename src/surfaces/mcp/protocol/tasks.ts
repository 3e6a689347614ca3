/**
 * Tasks: a call that takes long is answered with a task, which its caller reads until it has ended. The server alone
 * decides which calls are tasks; only clients that declare the extension in the request get one.
 *
 * Source: SEP-2663, "Tasks extension" of Model Context Protocol 2026-07-28.
 */
import type { Answer, Call, Method } from "./call.ts";
import type { InputRequest } from "./input-required.ts";
import { CODES, isObject, RpcError } from "./json-rpc.ts";

export const TASKS_EXTENSION = "io.modelcontextprotocol/tasks";

export interface Task {
  id: string;
  status: "working" | "input_required" | "completed" | "failed" | "cancelled";
  /** For people. */
  message?: string;
  created_at: string;
  updated_at: string;
  /** How often to read it, milliseconds. */
  poll_interval_ms: number;
  /** Of a completed task: JSON text of the result of the call. */
  result?: string;
  /** Of a failed task: the call ended in a protocol error. */
  error?: { code: number; message: string };
  /** Of a task that waits for the client. */
  input_requests?: Record<string, InputRequest>;
}

/** Each answers undefined or false for a task that this caller does not have. */
export interface TaskMethods {
  find(call: Call, id: string): Promise<Task | undefined> | Task | undefined;
  /** Takes the client's answers; those to nothing that is asked are ignored. */
  update(call: Call, id: string, responses: Record<string, unknown>): Promise<boolean> | boolean;
  /** Ends it, unless it has ended. */
  cancel(call: Call, id: string): Promise<boolean> | boolean;
}

export function declaresTasks({
  era,
  client_capabilities,
}: Pick<Call, "era" | "client_capabilities">): boolean {
  const extensions = client_capabilities?.["extensions"];
  return era === "modern" && isObject(extensions) && isObject(extensions[TASKS_EXTENSION]);
}

export function requireTasks(call: Call): void {
  if (declaresTasks(call)) return;
  throw new RpcError(CODES.missing_client_capability, "The client did not declare the extension of tasks.", {
    status: 400,
    data: { requiredCapabilities: { extensions: { [TASKS_EXTENSION]: {} } } },
  });
}

/** The answer of the call that started it. */
export function answerWithTask(task: Task): Answer {
  return { members: buildMembers(task), result_type: "task" };
}

export function buildTaskMethods(tasks: TaskMethods): Record<string, Method> {
  return {
    "tasks/get": async (call) => {
      const id = readTaskId(call);
      const task = await tasks.find(call, id);
      if (task === undefined) throw unknownTask(id);
      return { members: buildMembers(task) + buildOutcome(task) };
    },
    "tasks/update": async (call) => {
      const id = readTaskId(call);
      const { inputResponses } = call.params;
      if (!isObject(inputResponses))
        throw new RpcError(CODES.invalid_params, "The inputResponses are an object.");
      if (!(await tasks.update(call, id, inputResponses))) throw unknownTask(id);
      return { members: "" };
    },
    "tasks/cancel": async (call) => {
      const id = readTaskId(call);
      if (!(await tasks.cancel(call, id))) throw unknownTask(id);
      return { members: "" };
    },
  };
}

function readTaskId(call: Call): string {
  requireTasks(call);
  const { taskId } = call.params;
  if (typeof taskId !== "string") throw new RpcError(CODES.invalid_params, "The taskId is a string.");
  return taskId;
}

function unknownTask(id: string): RpcError {
  return new RpcError(CODES.invalid_params, "Unknown task.", { data: { taskId: id } });
}

/** Without a time to live: the records behind tasks are kept. */
function buildMembers({ id, status, message, created_at, updated_at, poll_interval_ms }: Task): string {
  return JSON.stringify({
    taskId: id,
    status,
    statusMessage: message,
    createdAt: created_at,
    lastUpdatedAt: updated_at,
    ttlMs: null,
    pollIntervalMs: poll_interval_ms,
  }).slice(1, -1);
}

function buildOutcome({ status, result, error, input_requests }: Task): string {
  if (status === "completed") return `,"result":${result ?? "{}"}`;
  if (status === "failed") return `,"error":${JSON.stringify(error)}`;
  return status === "input_required" ? `,"inputRequests":${JSON.stringify(input_requests)}` : "";
}
