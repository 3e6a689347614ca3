/**
 * Propose a write, or a high-risk read, for a person to approve.
 *
 * It is previewed as it would run, and is bound to what the preview touched. To callers who may not use the operation
 * themselves the write is as good as unseen, refused or not.
 * Source: docs/contract/mcp.md, "propose_write".
 */
import Type from "typebox";
import type { Actor } from "#operation/actor.ts";
import type { Preview, Target } from "#operation/call.ts";
import type { Context } from "#operation/context.ts";
import { defineOperation } from "#operation/define.ts";
import { checkInput, isProposable } from "#operation/others.ts";
import { type RefusedPreview, storeProposal } from "#operation/proposals.ts";
import { Refusal } from "#operation/refusal.ts";
import { Id, Nullable, Timestamp } from "#vocabulary/basics.ts";
import { permissionsOf, TENANT_ROLES } from "#vocabulary/roles.ts";
import { messages } from "../messages.ts";

const Anything = Type.Unsafe<Record<string, unknown>>({ type: "object", additionalProperties: true });

type Codes = "unknown_tool" | "not_proposable";
type FoundOperation = NonNullable<ReturnType<Context["others"]["find"]>>;

interface Prepared {
  operation: FoundOperation;
  input: Record<string, unknown>;
  preview: Preview | RefusedPreview | null;
  targets: Target[];
  prepared: unknown;
  is_shown: boolean;
}

export const proposeWrite = defineOperation({
  name: "approvalPropose",
  summary: "Propose a write for approval",
  description:
    "Nothing of it happens now: a person approves or rejects it, and list_pending_approvals with the approval_id " +
    "tells what came of it. Name the tool, and its arguments as the call would have them, without confirm. Callers " +
    "who may use the tool themselves are shown what it would do.",
  effect: "write",
  risk: "low",
  adds_only: true,
  access: { roles: TENANT_ROLES, scopes: ["approvals:read"] },
  rest: { method: "POST", path: "/api/v1/approvals", status: 201 },
  mcp: { user: "propose_write" },
  never_queued: true,
  input: Type.Object({
    tool: Type.Optional(Type.String({ minLength: 1, maxLength: 100, description: "Name of an MCP tool." })),
    operation: Type.Optional(
      Type.String({ minLength: 1, maxLength: 100, description: "Name of an operation, instead of a tool." }),
    ),
    arguments: Anything,
    reason: Type.Optional(Type.String({ maxLength: 1000, description: "For the person who decides." })),
  }),
  output: Type.Object({
    result: Type.Boolean(),
    approval_id: Id,
    state: Type.Literal("pending"),
    expires_at: Timestamp,
    preview: Nullable(Anything),
  }),
  refusals: { unknown_tool: "not_found", not_proposable: "invalid" },

  async prepare(context, { tool, operation: named, arguments: given }): Promise<Prepared> {
    const { others, refuse } = context;
    const word = tool ?? named;
    if (word === undefined || (tool !== undefined && named !== undefined)) {
      throw refuse("invalid_request", {
        message: "Name either a tool or an operation.",
        errors: [{ field: "tool", message: "either tool or operation is required" }],
      });
    }
    const operation = others.find(word);
    if (operation === undefined)
      throw refuse("unknown_tool", { message: messages.unknown_tool, values: { word } });
    const input = structuredClone(given);
    // Agents are used to sending it; here a person confirms.
    if (!("confirm" in ((operation.input as { properties?: object }).properties ?? {})))
      delete input["confirm"];
    checkInput(operation, input);
    if (!isProposable(operation, input)) {
      throw refuse("not_proposable", { message: messages.not_proposable, values: { word } });
    }
    return { operation, input, ...(await previewed(context, operation, input)) };
  },

  async run(context, { tool, reason }, { operation, input, preview, targets, prepared, is_shown }) {
    const { actor, business_id, now } = context;
    const queued = await storeProposal(context, {
      business_id,
      operation,
      tool: tool ?? null,
      input,
      preview,
      targets,
      prepared,
      reason: reason ?? null,
      actor,
      now,
    });
    return {
      result: true,
      ...queued,
      state: "pending" as const,
      preview: is_shown && preview !== null ? { ...preview } : null,
    };
  },
});

/**
 * A caller who may use the operation is told at once when it would be refused. For others it is previewed as
 * the business would make it, or not at all where only somebody else's account could.
 */
async function previewed(
  { actor, others }: Context<Codes>,
  operation: FoundOperation,
  input: Record<string, unknown>,
): Promise<Pick<Prepared, "preview" | "targets" | "prepared" | "is_shown">> {
  const is_shown = others.refusalFor(operation) === null;
  const own: Actor = { ...actor, token_scopes: null };
  const as = others.refusalForActor(operation, own) === null ? own : asBusiness(actor);
  const gated = others.refusalForActor(operation, as);
  if (gated !== null) {
    // A module or family that is off is off for everybody; a role that the business lacks is not.
    if (gated.code === "module_off" || gated.code === "feature_off") throw gated;
    return { preview: null, targets: [], prepared: null, is_shown: false };
  }
  try {
    const { shown, ...bound } = await others.preview(operation, as, input);
    return { preview: shown, ...bound, is_shown };
  } catch (error) {
    if (is_shown || !(error instanceof Refusal)) throw error;
    return {
      preview: { refused: { error_code: error.error_code, message: error.message } },
      targets: [],
      prepared: null,
      is_shown: false,
    };
  }
}

function asBusiness(actor: Actor): Actor {
  return {
    ...actor,
    role: "client_admin",
    permissions: permissionsOf("client_admin", []),
    token_scopes: null,
    customer_id: null,
    driver_id: null,
    contractor_id: null,
    hidden_prices: new Set(),
  };
}
