/** Checks between a proposal and its decision. */
import { buildApproveUrl, buildPoll, isAllowedByToken } from "#operation/approval/proposals.ts";
import { type Actor, actorHasScope } from "#operation/caller/actor.ts";
import { needsSignIn } from "#operation/caller/require-sign-in.ts";
import type { Context } from "#operation/define/context.ts";
import { Refusal } from "#operation/define/refusal.ts";
import { isScope } from "#operation/define/scopes.ts";
import type { Scope } from "#vocabulary/scopes.ts";
import { messages } from "./messages.ts";
import type { ProposalRow } from "./proposal.ts";
import {
  chooseSeparation,
  computeState,
  decideProposerRefusal,
  decideTokenRefusal,
  isSeparate,
} from "./rules.ts";

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
  return new Refusal(`proposer_${why}`, "forbidden", { message: messages[`proposer_${why}`] });
}

/** The rights of a proposer, as they are stored. */
export interface ProposerRights {
  /** Everything of the account that decides what it may do, as text that is compared. */
  account: string | null;

  token: { revoked_at: string | null; valid_until: string | null; scopes: string[] | null } | null;
}

/**
 * The account and the token of the proposer. With `lock` nobody changes them before the transaction ends, so that what is
 * revoked at the same time is either seen here, or revoked after the write.
 */
export async function loadProposerRights(
  { db, business_id }: Pick<Context<never>, "db" | "business_id">,
  { proposed_by, proposed_token }: Pick<ProposalRow, "proposed_by" | "proposed_token">,
  { lock }: { lock: boolean },
): Promise<ProposerRights> {
  const row = await db.row<{ rights: string }>(
    `select jsonb_build_array(role, status, preset, permissions, permissions_added, permissions_removed, customer_id,
         contractor_id, driver_id)::text as rights
       from account where business_id = $1 and id = $2${lock ? " for share" : ""}`,
    [business_id, proposed_by],
  );
  const token = await db.row<NonNullable<ProposerRights["token"]>>(
    `select revoked_at, greatest(expires_at, refreshable_until) as valid_until, scopes
       from access_token where business_id = $1 and account_id = $2 and id = $3${lock ? " for share" : ""}`,
    [business_id, proposed_by, proposed_token],
  );
  return { account: row?.rights ?? null, token: token ?? null };
}

/**
 * Why the token that proposed it cannot have it executed any more; null if it can. The end of a person's session says nothing
 * about what they proposed in it.
 */
export function findTokenRefusal(
  { scopes, now }: Pick<Context<never>, "scopes" | "now">,
  { proposed_as, proposed_token }: ProposalRow,
  operation: FoundOperation,
  { token }: ProposerRights,
): Refusal | null {
  if (proposed_token === null || proposed_as?.by_api_token === false) return null;
  const why = decideTokenRefusal(
    token && {
      is_ended:
        token.revoked_at !== null || (token.valid_until !== null && new Date(token.valid_until) <= now),
      may_use: isAllowedByToken(operation, { token_scopes: readScopes(scopes.words, token.scopes) }),
      may_propose: token.scopes === null || token.scopes.includes("approvals:read"),
    },
    proposed_as?.token_may_use === true,
  );
  return why === null
    ? null
    : new Refusal(`proposer_${why}`, "forbidden", { message: messages[`proposer_${why}`] });
}

const readScopes = (words: ReadonlySet<Scope>, stored_scopes: readonly string[] | null) =>
  stored_scopes === null ? null : new Set(stored_scopes.filter((word) => isScope(words, word)));

/** Refuse a reviewer who is not separate from the proposer, or may not use the operation; returns the operation. */
export function checkReviewer(
  context: Context<"same_reviewer" | "operation_gone">,
  row: ProposalRow,
): FoundOperation {
  const { actor, nested: others, refuse } = context;
  const operation = others.findOperation(row.operation);
  if (operation === undefined) {
    throw refuse("operation_gone", {
      message: messages.operation_gone,
      values: { operation: row.operation },
    });
  }
  const refusal = others.refusalFor(operation);
  if (refusal !== null) throw refusal;
  const toPerson = (extra: Record<string, unknown>) => ({
    ...extra,
    approve_url: buildApproveUrl(context.settings.base_url, row.id),
    poll: buildPoll(row.id),
  });
  // Whatever the business says: otherwise the setting that agents approve could be made by the agents themselves.
  if (actor.is_signed_in !== true && needsSignIn(operation, row.arguments, actor))
    throw refuse("same_reviewer", { message: messages.sign_in_decides, extra: toPerson({}) });
  const separation = chooseSeparation(actor.business?.settings.approval_separation ?? null, row);
  if (!isSeparate(separation, row, actor)) {
    throw refuse("same_reviewer", {
      message: REVIEWER_MESSAGES[separation],
      extra: toPerson({ approval_separation: separation }),
    });
  }
  return operation;
}
