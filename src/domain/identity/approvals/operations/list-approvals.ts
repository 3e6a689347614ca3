/**
 * Proposals; by default the pending ones.
 *
 * Source: docs/contract/mcp.md, "list_pending_approvals"; `state` and `approval_id` are our choice.
 */
import Type from "typebox";
import { defineList, filter, parameter } from "#operation/define/list.ts";
import { Id, StringEnum } from "#vocabulary/basics.ts";
import { byId } from "#vocabulary/cursor-page.ts";
import { Ref } from "#vocabulary/ref.ts";
import { TENANT_ROLES } from "#vocabulary/roles.ts";
import {
  Approval,
  buildApprovals,
  getVisibility,
  isVisible,
  PROPOSALS,
  type ProposalRow,
} from "../proposal.ts";
import { PROPOSAL_STATES } from "../rules.ts";

export const listApprovals = defineList({
  name: "approvals",
  summary: "List pending approvals",
  description:
    "Proposals that wait for a person, newest first. With state those in another state; with approval_id one in any " +
    "state, which is how the proposer gets the result.",
  access: { roles: TENANT_ROLES, scopes: ["approvals:read"] },
  rest: { method: "GET", path: "/api/v1/approvals" },
  mcp: { user: "list_pending_approvals" },
  filters: {
    mine_only: parameter(Type.Boolean({ description: "Only proposals of this account." })),
    state: filter(
      StringEnum(PROPOSAL_STATES, { description: "`pending` by default." }),
      "case when p.state = 'pending' and p.expires_at <= $now then 'expired' else p.state end = $state",
    ),
    approval_id: filter(
      Ref("approval", { ...Id, description: "One proposal, in any state." }),
      "p.id = $approval_id",
    ),
  },
  rows: { approvals: Type.Array(Approval) },
  from: "proposal p join account a on a.id = p.proposed_by",
  select: PROPOSALS,
  where: [
    isVisible("$account", "$customer", "$contractor"),
    "$proposer::bigint is null or p.proposed_by = $proposer",
  ],
  order: byId("p.id"),
  values: ({ actor, now }, { mine_only, state, approval_id }) => ({
    ...getVisibility(actor),
    proposer: mine_only ? actor.account_id : null,
    state: state ?? (approval_id === undefined ? "pending" : undefined),
    // Whether a proposal has expired is decided again for each page.
    now,
  }),
  buildAll: (rows: ProposalRow[], context) => buildApprovals(context, rows),
});
