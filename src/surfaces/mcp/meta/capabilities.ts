/**
 * Lists what a connection may do, and why other tools are refused. Source: docs/contract/mcp.md, "User server tool
 * catalog".
 */
import Type from "typebox";
import type { Actor } from "#operation/caller/actor.ts";
import { authorize } from "#operation/caller/authorize.ts";
import { Refusal } from "#operation/define/refusal.ts";
import { fields, refusals } from "#operation/response/platform-messages.ts";
import { isListed } from "../listing.ts";
import { findNearestNames } from "../nearest-names.ts";
import { buildScopeKey } from "../protocol/narrowing.ts";
import type { Connection } from "../protocol/server.ts";
import type { MetaCall, MetaTool, ServerName, Tool } from "../tool.ts";

const Listed = Type.Object({
  name: Type.String(),
  risk: Type.String(),
  scopes: Type.Array(Type.String()),
  confirm: Type.Boolean(),
  authentication: Type.String(),
  usable: Type.Boolean({
    description: "False when the account's role, permissions or settings will refuse the call.",
  }),
  reason: Type.Optional(Type.String()),
  description: Type.Optional(Type.String()),
  next: Type.Optional(Type.Array(Type.String())),
  example: Type.Optional(Type.Object({}, { description: "The arguments of a call." })),
});

export const getCapabilities: MetaTool = {
  name: "get_capabilities",
  servers: ["user"],
  summary: "What this connection may do",
  description:
    "The tools of this connection with risk, scopes and whether they need confirm=true; which of them the account's role cannot use; " +
    "and which tools the token or the connection's profile excludes. With tool, that tool only, with an example of a call. " +
    "Public: needs no token.",
  is_public: true,
  effect: "read",
  use: "First.",
  next: ["find_order", "get_orders"],
  example: { tool: "create_order" },
  input: Type.Object({
    tool: Type.Optional(Type.String({ maxLength: 64, description: "Only this one, with an example." })),
  }),
  output: Type.Object({
    authenticated: Type.Boolean(),
    role: Type.Union([Type.String(), Type.Null()]),
    business: Type.Union([Type.String(), Type.Null()]),
    profile: Type.Union([Type.String(), Type.Null()]),
    scopes: Type.Array(Type.String()),
    dry_run: Type.Boolean(),
    require_approval: Type.Boolean(),
    tools: Type.Array(Listed),
    left_out: Type.Array(
      Type.Object({
        name: Type.String(),
        missing_scopes: Type.Array(Type.String()),
        because: Type.String({
          description: "connection, authentication, token, or account: then no other token helps.",
        }),
      }),
    ),
  }),
  run(meta_call) {
    const { actor, connection, server, tools, input } = meta_call;
    const tool_name = input["tool"] as string | undefined;
    if (tool_name !== undefined) return { answer: describeTool(meta_call, requireTool(tools, tool_name)) };
    // The actor object stays the same while the account is unchanged, and its cached responses are released with it.
    let cached = cached_texts.get(actor);
    if (cached === undefined) {
      cached = { latest: null, texts: new Map() };
      cached_texts.set(actor, cached);
    }
    const { latest, texts } = cached;
    if (latest?.server === server && isNarrowedEqually(latest.connection, connection))
      return { answer: latest.answer, is_kept: true };
    const { dry_run, require_approval, profile, scopes, narrowed } = connection;
    const by_scopes = [scopes, narrowed ?? connection.words].map(buildScopeKey);
    const key = [server, dry_run, require_approval, profile, ...by_scopes].join();
    let answer = texts.get(key);
    if (answer === undefined) {
      if (texts.size >= KNOWN_MAX) texts.clear();
      answer = JSON.stringify(buildCapabilities(meta_call));
      texts.set(key, answer);
    }
    cached.latest = { server, connection, answer };
    return { answer, is_kept: true };
  },
};

interface CachedTexts {
  latest: { server: ServerName; connection: Connection; answer: string } | null;
  /** By what they depend on beside the actor. */
  texts: Map<string, string>;
}

/** Responses as JSON text. */
const cached_texts = new WeakMap<Actor, CachedTexts>();
const KNOWN_MAX = 32;

/** Without the texts of the scopes: most connections have the sets of their tokens, which are one object from call to call. */
function isNarrowedEqually(one: Connection, other: Connection): boolean {
  return (
    one.scopes === other.scopes &&
    one.narrowed === other.narrowed &&
    one.words === other.words &&
    one.dry_run === other.dry_run &&
    one.require_approval === other.require_approval &&
    one.profile === other.profile
  );
}

function requireTool(tools: readonly Tool[], name: string): Tool {
  const tool = tools.find((one) => one.name === name);
  if (tool !== undefined) return tool;
  const nearest = findNearestNames(
    name,
    tools.map((one) => one.name),
  );
  throw new Refusal("invalid_request", "invalid", {
    message: refusals.arguments_not_valid,
    errors: [
      {
        field: "tool",
        message:
          nearest.length === 0
            ? fields.no_tool
            : fields.no_tool_nearest.with({ nearest: nearest.join(", ") }),
      },
    ],
  });
}

/** The same members as of all tools, of one only, and what else helps to call it. */
function describeTool(meta_call: MetaCall, tool: Tool): Record<string, unknown> {
  const { tools, ...others } = buildCapabilities({ ...meta_call, tools: [tool] });
  const { description, next, example } = tool;
  return { ...others, tools: tools.map((one) => ({ ...one, description, next, example })) };
}

function buildCapabilities({ runtime, actor, connection, tools, server }: MetaCall) {
  return {
    authenticated: !connection.anonymous,
    role: actor.role,
    business: actor.business?.code ?? null,
    profile: connection.profile ?? actor.profile,
    scopes: [...connection.scopes],
    dry_run: connection.dry_run,
    require_approval: connection.require_approval,
    tools: tools
      .filter((tool) => isListed(tool, connection, server))
      .map((tool) => ({
        name: tool.name,
        risk: tool.risk,
        scopes: tool.scopes,
        confirm: tool.confirm,
        authentication: tool.is_public ? "public" : "required",
        ...usability(tool, { runtime, actor, connection }),
      })),
    left_out: tools
      .filter((tool) => !isListed(tool, connection, server))
      .map((tool) => ({
        name: tool.name,
        missing_scopes: tool.scopes.filter((scope) => !connection.scopes.has(scope)),
        because: explainMissing(tool, { runtime, actor, connection }),
      })),
  };
}

type Asker = Pick<MetaCall, "runtime" | "actor" | "connection">;

/** In the order of the checks of a call. */
function explainMissing(tool: Tool, { runtime, actor, connection }: Asker): string {
  const { anonymous, narrowed } = connection;
  if (narrowed !== null && !tool.scopes.every((scope) => narrowed.has(scope))) return "connection";
  if (anonymous) return "authentication";
  const granted = { ...connection, scopes: connection.words };
  return usability(tool, { runtime, actor: { ...actor, token_scopes: null }, connection: granted }).usable
    ? "token"
    : "account";
}

/** The same check as in a call. */
function usability(
  { source }: Tool,
  { runtime, actor, connection }: Asker,
): { usable: boolean; reason?: string } {
  if ("meta" in source) return { usable: source.meta.is_public || actor.kind !== "anonymous" };
  try {
    authorize(source.operation, actor, connection.scopes, runtime.modules);
    return { usable: true };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { usable: false, reason: error.message };
  }
}
