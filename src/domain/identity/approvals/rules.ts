/** Decisions about proposals: pure. */

import type { ProposedAs } from "#operation/approval/proposals.ts";
import type { Actor } from "#operation/caller/actor.ts";
import type { Access } from "#operation/define/define.ts";
import { BUSINESS_ROLES, type Role } from "#vocabulary/roles.ts";

export const PROPOSAL_STATES = [
  "pending",
  "approved",
  "executed",
  "execution_failed",
  "rejected",
  "expired",
  "superseded",
] as const;
export type ProposalState = (typeof PROPOSAL_STATES)[number];

const SEPARATIONS = ["none", "different_token", "person", "different_user"] as const;
export type Separation = (typeof SEPARATIONS)[number];

export interface Proposer {
  proposed_by: number;
  proposed_token: number | null;
  proposed_profile: string | null;
}

/**
 * Who may approve, relative to the proposer: the business's setting; without one, a person for proposals of API tokens,
 * so that no two agents approve each other's, and anybody for the others.
 */
export function chooseSeparation(
  setting: unknown,
  {
    proposed_profile,
    proposed_as,
  }: { proposed_profile: string | null; proposed_as: Pick<ProposedAs, "by_api_token"> | null },
): Separation {
  const separation = SEPARATIONS.find((word) => word === setting);
  const by_api_token = proposed_as?.by_api_token ?? proposed_profile !== null;
  return separation ?? (by_api_token ? "person" : "none");
}

/** May this account, with this token, approve the proposal? */
export function isSeparate(
  separation: Separation,
  proposal: Proposer,
  reviewer: Pick<Actor, "account_id" | "token_id" | "is_signed_in">,
): boolean {
  switch (separation) {
    case "none":
      return true;
    case "different_token":
      return reviewer.token_id !== null && reviewer.token_id !== proposal.proposed_token;
    case "person":
      return reviewer.is_signed_in === true;
    case "different_user":
      return reviewer.account_id !== null && reviewer.account_id !== proposal.proposed_by;
  }
}

/**
 * May this role propose an operation with this `access`? It runs with the proposer's ownership, so an operation that is
 * not for customers cannot run for one. An employee may propose what an administrator may do: both act for the
 * business.
 */
export function mayPropose(role: Role | null, access: Access): boolean {
  if (access.public || role === null) return false;
  if (access.roles.includes(role)) return true;
  const of_business: readonly Role[] = BUSINESS_ROLES;
  return of_business.includes(role) && access.roles.some((one) => of_business.includes(one));
}

export type ProposerRefusal = "gone" | "changed" | "not_permitted";

/** The proposer at the time of the approval; `account` is undefined if it may not sign in any more. */
export interface CurrentProposer {
  account: Pick<ProposedAs, "role" | "customer_id" | "contractor_id" | "driver_id"> | undefined;
  may_use: boolean;
  may_propose: boolean;
}

/** Why the proposal is not executed for its proposer any more; null if it is. */
export function decideProposerRefusal(
  then: ProposedAs | null,
  { account, may_use, may_propose }: CurrentProposer,
  access: Access,
): ProposerRefusal | null {
  if (account === undefined) return "gone";
  const is_same =
    then === null ||
    (then.role === account.role &&
      then.customer_id === account.customer_id &&
      then.contractor_id === account.contractor_id &&
      then.driver_id === account.driver_id);
  if (!is_same) return "changed";
  if (!may_propose || !mayPropose(account.role, access) || (then?.may_use === true && !may_use))
    return "not_permitted";
  return null;
}

/** The token of a proposer at the time of the approval. */
export interface CurrentToken {
  /** Revoked, or past its end. */
  is_ended: boolean;
  may_use: boolean;
  may_propose: boolean;
}

/** Why what a token proposed is not executed any more; `could_use`: its scopes allowed the operation then. */
export function decideTokenRefusal(
  token: CurrentToken | null,
  could_use: boolean,
): "token_ended" | "token_narrowed" | null {
  if (token === null || token.is_ended) return "token_ended";
  if (!token.may_propose || (could_use && !token.may_use)) return "token_narrowed";
  return null;
}

/** A proposal past its expiry is expired, even if that is not recorded yet. */
export function computeState(state: ProposalState, expires_at: string, now: Date): ProposalState {
  return state === "pending" && new Date(expires_at) <= now ? "expired" : state;
}
