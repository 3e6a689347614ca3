/** What stands between a proposal and its decision. */
import type { Context } from "#operation/context.ts";
import { messages } from "./messages.ts";
import type { ProposalRow } from "./proposal.ts";
import { isSeparate, separationOf, stateAt } from "./rules.ts";

type Found = NonNullable<ReturnType<Context["others"]["find"]>>;

/** Refuses what is no longer pending. */
export function checkPending(
  context: Context<"already_decided" | "approval_expired">,
  row: ProposalRow,
): void {
  const { now, refuse } = context;
  const state = stateAt(row.state, row.expires_at, now);
  if (state === "pending") return;
  if (state === "expired") {
    throw refuse("approval_expired", {
      message: messages.approval_expired,
      values: { id: row.id, at: row.expires_at },
      extra: { state },
    });
  }
  throw refuse("already_decided", {
    message: messages.already_decided,
    values: { id: row.id, state },
    extra: { state },
  });
}

/** Refuses a reviewer who stands too near the proposer, or may not use the operation; answers the operation. */
export function checkReviewer(context: Context<"same_reviewer" | "operation_gone">, row: ProposalRow): Found {
  const { actor, others, refuse } = context;
  const operation = others.named(row.operation);
  if (operation === undefined) {
    throw refuse("operation_gone", {
      message: messages.operation_gone,
      values: { operation: row.operation },
    });
  }
  const refusal = others.refusalFor(operation);
  if (refusal !== null) throw refusal;
  const separation = separationOf(actor.business?.settings["approval_separation"], row.proposed_profile);
  if (!isSeparate(separation, row, actor)) {
    throw refuse("same_reviewer", {
      message: separation === "different_user" ? messages.same_user : messages.same_token,
      extra: { approval_separation: separation },
    });
  }
  return operation;
}
