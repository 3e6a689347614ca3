/**
 * Propose a write, or a high-risk read, for a person to approve.
 *
 * It is previewed as it would run, and is bound to what the preview touched. Callers who may not use the operation
 * themselves see neither the preview nor whether it would be refused. Source: docs/contract/mcp.md, "propose_write".
 */
import Type from "typebox";
import { isProposable } from "#operation/approval/proposable.ts";
import {
  buildApproveUrl,
  buildPoll,
  type RefusedPreview,
  storeProposal,
} from "#operation/approval/proposals.ts";
import type { Actor } from "#operation/caller/actor.ts";
import type { Context } from "#operation/define/context.ts";
import { defineOperation } from "#operation/define/define.ts";
import { Refusal } from "#operation/define/refusal.ts";
import type { JsonSchema } from "#operation/define/schema.ts";
import type { Preview, Target } from "#operation/run/call.ts";
import { checkCustomer, checkInput } from "#operation/run/input.ts";
import { readArguments } from "#operation/run/read-arguments.ts";
import { Nullable, Timestamp } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { TENANT_ROLES } from "#vocabulary/roles.ts";
import { messages } from "../messages.ts";
import { mayPropose } from "../rules.ts";

const Anything = Type.Unsafe<Record<string, unknown>>({ type: "object", additionalProperties: true });

type Codes = "unknown_tool" | "not_proposable";
type FoundOperation = NonNullable<ReturnType<Context["nested"]["find"]>>;

interface PreparedProposal {
  operation: FoundOperation;
  input: Record<string, unknown>;
  /** The preview as stored. */
  preview: Preview | RefusedPreview;
  /** The preview as the proposer may see it; null if it may not. */
  proposer_preview: Preview | null;
  targets: Target[];
  prepared: unknown;
  may_use: boolean;
}

export const proposeWrite = defineOperation({
  name: "approvalPropose",
  summary: "Propose a write for approval",
  description:
    "Nothing is executed now: a person approves or rejects it, and list_pending_approvals with the approval_id " +
    "returns the result. Name the tool, and its arguments as in a call, without confirm. Callers " +
    "who may use the tool themselves get a preview of its effect.",
  risk: "low",
  destructive: false,
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
    approval_id: Ref("approval"),
    state: Type.Literal("pending"),
    expires_at: Timestamp,
    approve_url: Type.String({ description: "Where a person decides it." }),
    poll: Anything,
    preview: Nullable(Anything),
  }),
  refusals: { unknown_tool: "not_found", not_proposable: "invalid" },

  async prepare(
    context,
    { tool, operation: operation_name, arguments: given_arguments },
  ): Promise<PreparedProposal> {
    const { nested: others, refuse } = context;
    const requested_name = tool ?? operation_name;
    if (requested_name === undefined || (tool !== undefined && operation_name !== undefined)) {
      throw refuse("invalid_request", {
        message: messages.name_tool_or_operation,
        errors: [{ field: "tool", message: messages.tool_or_operation_required }],
      });
    }
    const operation = others.find(requested_name);
    if (operation === undefined)
      throw refuse("unknown_tool", { message: messages.unknown_tool, values: { word: requested_name } });
    // Over MCP the members of a call are read by its schema, so those of the proposed call are as well.
    const input = structuredClone(
      context.request.surface === "mcp"
        ? (readArguments(operation.input as JsonSchema, given_arguments) as typeof given_arguments)
        : given_arguments,
    );
    // Agents often send `confirm`; here a person confirms.
    if (!("confirm" in ((operation.input as { properties?: object }).properties ?? {})))
      delete input["confirm"];
    checkInput(operation, input);
    checkCustomer(context.actor, input);
    if (!isProposable(operation, input)) {
      throw refuse("not_proposable", { message: messages.not_proposable, values: { word: requested_name } });
    }
    if (!mayPropose(context.actor.role, operation.access)) {
      const values = { word: requested_name, role: context.actor.role ?? "" };
      throw refuse("forbidden", { message: messages.not_for_role, values });
    }
    return { operation, input, ...(await previewOperation(context, operation, input)) };
  },

  async run(
    context,
    { tool, reason },
    { operation, input, preview, proposer_preview, targets, prepared, may_use },
  ) {
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
      client: context.request.user_agent,
      may_use,
      now,
    });
    return {
      result: true,
      ...queued,
      approve_url: buildApproveUrl(context.settings.base_url, queued.approval_id),
      poll: buildPoll(queued.approval_id),
      state: "pending" as const,
      preview: proposer_preview === null ? null : { ...proposer_preview },
    };
  },
});

/**
 * Previewed as it will run: as the proposer, regardless of scopes that the token or the account lacks, since the
 * reviewer has them. A caller who may use the operation is refused at once if it would be refused.
 */
async function previewOperation(
  { actor, nested: others }: Context<Codes>,
  operation: FoundOperation,
  input: Record<string, unknown>,
): Promise<Pick<PreparedProposal, "preview" | "proposer_preview" | "targets" | "prepared" | "may_use">> {
  const is_shown = others.refusalFor(operation) === null;
  const unlimited_actor: Actor = { ...actor, token_scopes: null };
  const gated = others.refusalForActor(operation, unlimited_actor);
  // A module or family that is off is off for everybody, reviewers included.
  if (gated?.code === "module_off" || gated?.code === "feature_off") throw gated;
  const may_use = gated === null;
  try {
    const { caller_preview, full_preview, targets, prepared } = await others.preview(
      operation,
      unlimited_actor,
      input,
    );
    return {
      preview: full_preview,
      proposer_preview: is_shown ? caller_preview : null,
      targets,
      prepared,
      may_use,
    };
  } catch (error) {
    if (is_shown || !(error instanceof Refusal)) throw error;
    return {
      preview: { refused: { error_code: error.error_code, message: error.message } },
      proposer_preview: null,
      targets: [],
      prepared: null,
      may_use,
    };
  }
}
