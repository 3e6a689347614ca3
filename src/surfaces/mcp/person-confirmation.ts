/**
 * Asks the person at the client for a missing `confirm`, where the client says that it can ask: it answers and calls
 * again with a state that is signed for this caller, tool and arguments. Clients that cannot ask are refused as before.
 *
 * Source: Model Context Protocol 2026-07-28, "Elicitation" and "Multi round-trip requests". Our choice: not for older
 * clients, which say only in `initialize`, of which nothing is stored, whether they can ask.
 */
import { randomUUID } from "node:crypto";
import type { Actor } from "#operation/caller/actor.ts";
import { Refusal } from "#operation/define/refusal.ts";
import type { Runtime } from "#operation/define/runtime.ts";
import type { JsonSchema } from "#operation/define/schema.ts";
import { carriesSecret } from "#operation/define/secrets.ts";
import { canonicalJson } from "#operation/records/events.ts";
import { refusals } from "#operation/response/platform-messages.ts";
import type { Preview } from "#operation/run/call.ts";
import type { RecordChange } from "#operation/run/changes.ts";
import { describeDoubt, listDoubts } from "#operation/run/doubts.ts";
import { deriveKey, signText } from "#platform/auth/secrets.ts";
import { InputRequired } from "./protocol/input-required.ts";
import { CODES, isObject, RpcError } from "./protocol/json-rpc.ts";
import { signState, verifyState } from "./protocol/request-state.ts";
import type { CallContext } from "./protocol/server.ts";
import type { Tool } from "./tool.ts";

/** The name of the request and of the member of its form. */
const CONFIRM = "confirm";

const ARGUMENTS_SHOWN_MAX = 600;
const VALUE_SHOWN_MAX = 80;
const CHANGES_SHOWN_MAX = 10;
const DOUBTS_SHOWN_MAX = 5;

interface ConfirmedCall {
  tool: Tool;
  actor: Actor;
  input: Record<string, unknown>;
}

/** True for a client that declares elicitation by form; an empty declaration means forms. */
export function canAskPerson({ era, client_capabilities }: CallContext): boolean {
  const declared = client_capabilities?.["elicitation"];
  if (era !== "modern" || !isObject(declared)) return false;
  return "form" in declared || Object.keys(declared).length === 0;
}

/** Ends the call with the question. */
export function askPerson(runtime: Runtime, confirmed_call: ConfirmedCall, refusal: Refusal): InputRequired {
  const { secret_key } = runtime.settings;
  const held = { confirmation: randomUUID() };
  const state = signState(
    deriveKey(secret_key, "mcp-confirmation"),
    describePurpose(secret_key, confirmed_call),
    held,
    runtime.now().getTime(),
  );
  return new InputRequired(
    {
      [CONFIRM]: {
        method: "elicitation/create",
        params: {
          mode: "form",
          message: buildMessage(confirmed_call, refusal.extra ?? {}),
          requestedSchema: {
            type: "object",
            properties: { [CONFIRM]: { type: "boolean", title: `Run ${confirmed_call.tool.name}` } },
            required: [CONFIRM],
          },
        },
      },
    },
    state,
  );
}

/**
 * The id of the confirmation that the person gave for exactly this call; undefined when nobody was asked yet. Refuses
 * `confirmation_declined`, and as a protocol error a state that was changed, has expired or belongs to another call.
 */
export function readConfirmation(
  runtime: Runtime,
  confirmed: ConfirmedCall,
  { input_responses, request_state }: CallContext,
): string | undefined {
  if (request_state === undefined) return undefined;
  const { secret_key } = runtime.settings;
  const { confirmation } = verifyState(
    deriveKey(secret_key, "mcp-confirmation"),
    describePurpose(secret_key, confirmed),
    request_state,
    runtime.now().getTime(),
  );
  if (!isObject(input_responses))
    throw new RpcError(CODES.invalid_params, "The inputResponses are an object.");
  const reply = input_responses[CONFIRM];
  if (reply === undefined) return undefined;
  if (!isObject(reply) || !["accept", "decline", "cancel"].includes(reply["action"] as string))
    throw new RpcError(CODES.invalid_params, `inputResponses.${CONFIRM} is no answer to an elicitation.`);
  const { action, content } = reply;
  if (action === "accept" && isObject(content) && content[CONFIRM] === true) return confirmation;
  throw new Refusal("confirmation_declined", "invalid", {
    message: refusals.not_agreed.with({ tool: confirmed.tool.name }),
    extra: { reply: action === "cancel" ? "cancelled" : "declined" },
  });
}

/** Keyed, because arguments may contain a password and the client keeps the state. */
function describePurpose(secret_key: Buffer, { tool, actor, input }: ConfirmedCall): string {
  const { account_id, token_id } = actor;
  return signText(
    secret_key,
    "mcp-confirmed-call",
    `${account_id} ${token_id} ${tool.name}\n${canonicalJson(input)}`,
  );
}

function buildMessage({ tool, input }: ConfirmedCall, extra: Record<string, unknown>): string {
  const lines = [`${tool.title}: run ${tool.name}?`];
  const { source } = tool;
  const is_secret = "operation" in source && carriesSecret(source.operation.input as JsonSchema, input);
  if (!is_secret) lines.push(`Arguments: ${shorten(JSON.stringify(input), ARGUMENTS_SHOWN_MAX)}`);
  const { preview, would_disclose } = extra as {
    preview?: Pick<Preview, "answer" | "changes">;
    would_disclose?: string;
  };
  if (would_disclose !== undefined) lines.push(`It discloses: ${would_disclose}.`);
  const changes = preview?.changes ?? [];
  lines.push(...changes.slice(0, CHANGES_SHOWN_MAX).map(describeChange));
  if (changes.length > CHANGES_SHOWN_MAX)
    lines.push(`and ${changes.length - CHANGES_SHOWN_MAX} more changes.`);
  const doubts = listDoubts(preview?.answer ?? {});
  lines.push(...doubts.slice(0, DOUBTS_SHOWN_MAX).map((doubt) => `In doubt: ${describeDoubt(doubt)}.`));
  if (doubts.length > DOUBTS_SHOWN_MAX) lines.push(`and ${doubts.length - DOUBTS_SHOWN_MAX} more doubts.`);
  return lines.join("\n");
}

function describeChange({ type, id, before, after }: RecordChange): string {
  const name = type.replaceAll("_", " ");
  if (id === null) return `New ${name}.`;
  const members = [...new Set([...Object.keys(before), ...Object.keys(after)])].map(
    (member) => `${member} ${describeValue(before[member])} → ${describeValue(after[member])}`,
  );
  return `${name} ${id}: ${members.join(", ")}.`;
}

function describeValue(value: unknown): string {
  return value === undefined ? "none" : shorten(JSON.stringify(value), VALUE_SHOWN_MAX);
}

function shorten(text: string, length_max: number): string {
  return text.length > length_max ? `${text.slice(0, length_max)}…` : text;
}
