/** Checks between a proposal and its decision. */
import { buildApproveUrl, buildPoll } from "#operation/approval/proposals.ts";
import { type Actor, actorHasScope } from "#operation/caller/actor.ts";
import type { Context } from "#operation/define/context.ts";
import { Refusal } from "#operation/define/refusal.ts";
import { messages } from "./messages.ts";
import type { ProposalRow } from "./proposal.ts";
import { chooseSeparation, computeState, decideProposerRefusal, isSeparate } from "./rules.ts";

const REVIEWER_MESSAGES = {
  none: messages.same_token,
  different_token: messages.same_token,
  person: messages.not_a_person,
  different_user: messages.same_user,
} as const;

type FoundOperation = NonNullable<ReturnType<Context["nested"]["find"]>>;

/** Refuse a proposal that is no longer pending. */
export function checkPending(
  context: Context<"already_decided" | "approval_expired">,
  row: ProposalRow,
): void {
  const { now, refuse } = context;
  const state = computeState(row.state, row.expires_at, now);
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

/**
 * Why the proposal cannot be executed for this account; null if it can. The refusal is stored with the proposal, like a
 * refusal of the write itself; it is not the response to the reviewer.
 */
export function findProposerRefusal(
  { nested: others }: Context<never>,
  { proposed_as }: ProposalRow,
  operation: FoundOperation,
  account: Actor | undefined,
): Refusal | null {
  const may_use = account !== undefined && others.refusalForActor(operation, account) === null;
  const may_propose = account !== undefined && actorHasScope(account, "approvals:read");
  const why = decideProposerRefusal(proposed_as, { account, may_use, may_propose }, operation.access);
  if (why === null) return null;
  return new Refusal(`proposer_${why}`, "forbidden", { message: messages[`proposer_${why}`].en });
}

/** Refuse a reviewer who is not separate from the proposer, or may not use the operation; returns the operation. */
export function checkReviewer(
  context: Context<"same_reviewer" | "operation_gone">,
  row: ProposalRow,
): FoundOperation {
  const { actor, nested: others, refuse } = context;
  const operation = others.named(row.operation);
  if (operation === undefined) {
    throw refuse("operation_gone", {
      message: messages.operation_gone,
      values: { operation: row.operation },
    });
  }
  const refusal = others.refusalFor(operation);
  if (refusal !== null) throw refusal;
  const separation = chooseSeparation(actor.business?.settings.approval_separation ?? null, row);
  if (!isSeparate(separation, row, actor)) {
    throw refuse("same_reviewer", {
      message: REVIEWER_MESSAGES[separation],
      extra: {
        approval_separation: separation,
        approve_url: buildApproveUrl(context.settings.base_url, row.id),
        poll: buildPoll(row.id),
      },
    });
  }
  return operation;
}
