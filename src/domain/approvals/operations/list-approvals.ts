/**
 * Proposals, those that wait unless asked for others.
 *
 * Source: docs/contract/mcp.md, "list_pending_approvals"; `state` and `approval_id` are our choice.
 */
import Type from "typebox";
import { defineOperation } from "#operation/define.ts";
import { Words } from "#vocabulary/basics.ts";
import { PageInput, PageOutput, pageOf } from "#vocabulary/page.ts";
import { TENANT_ROLES } from "#vocabulary/roles.ts";
import { Approval, IN_REACH, PROPOSALS, type ProposalRow, reachOf, shownProposal } from "../proposal.ts";
import { PROPOSAL_STATES } from "../rules.ts";

const FILTER = `${IN_REACH} and ($5::int is null or p.proposed_by = $5) and ($6::int is null or p.id = $6)
  and ($7::text is null or case when p.state = 'pending' and p.expires_at <= $8 then 'expired' else p.state end = $7)`;

export const listApprovals = defineOperation({
  name: "approvals",
  summary: "List pending approvals",
  description:
    "Proposals that wait for a person, newest first. With state those in another state; with approval_id one in any " +
    "state, which is how whoever proposed it learns what came of it.",
  effect: "read",
  access: { roles: TENANT_ROLES, scopes: ["approvals:read"] },
  rest: { method: "GET", path: "/api/v1/approvals" },
  mcp: { user: "list_pending_approvals" },
  input: Type.Object({
    ...PageInput,
    mine_only: Type.Optional(Type.Boolean({ description: "Only what this account proposed." })),
    state: Type.Optional(Words(PROPOSAL_STATES, { description: "`pending` unless said." })),
    approval_id: Type.Optional(Type.Integer({ minimum: 1, description: "One proposal, in any state." })),
  }),
  output: Type.Object({ ...PageOutput, approvals: Type.Array(Approval) }),

  async run(context, input) {
    const { actor, db, business_id, now } = context;
    const { page, per_page, offset } = pageOf(input);
    const state = input.state ?? (input.approval_id === undefined ? "pending" : null);
    const values = [
      business_id,
      ...reachOf(actor),
      input.mine_only ? actor.account_id : null,
      input.approval_id ?? null,
      state,
      now,
    ];
    const [rows, counted] = await Promise.all([
      db.rows<ProposalRow>(`${PROPOSALS} where ${FILTER} order by p.id desc limit $9 offset $10`, [
        ...values,
        per_page,
        offset,
      ]),
      db.row<{ n: number }>(
        `select count(*) as n from proposal p join account a on a.id = p.proposed_by where ${FILTER}`,
        values,
      ),
    ]);
    return {
      result: true,
      total: counted?.n ?? 0,
      page,
      per_page,
      approvals: rows.map((row) => shownProposal(context, row)),
    };
  },
});
