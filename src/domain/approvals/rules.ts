/** Decisions about proposals: pure. */

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

export const SEPARATIONS = ["none", "different_token", "different_user"] as const;
export type Separation = (typeof SEPARATIONS)[number];

export interface Proposer {
  proposed_by: number;
  proposed_token: number | null;
  proposed_profile: string | null;
}

/**
 * Who may approve, next to proposing: the business's setting; without one, another token for proposals of
 * tokens that were made with an MCP profile, and anybody for the others.
 */
export function separationOf(setting: unknown, proposed_profile: string | null): Separation {
  const chosen = SEPARATIONS.find((word) => word === setting);
  return chosen ?? (proposed_profile === null ? "none" : "different_token");
}

/** May this account, with this token, approve what was proposed so? */
export function isSeparate(
  separation: Separation,
  proposal: Proposer,
  reviewer: { account_id: number | null; token_id: number | null },
): boolean {
  switch (separation) {
    case "none":
      return true;
    case "different_token":
      return reviewer.token_id !== null && reviewer.token_id !== proposal.proposed_token;
    case "different_user":
      return reviewer.account_id !== null && reviewer.account_id !== proposal.proposed_by;
  }
}

/** A proposal past its life is expired, whether or not that was written down yet. */
export function stateAt(state: ProposalState, expires_at: string, now: Date): ProposalState {
  return state === "pending" && new Date(expires_at) <= now ? "expired" : state;
}
