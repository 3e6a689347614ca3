/**
 * Proposals; by default the pending ones.
 *
 * Source: docs/contract/mcp.md, "list_pending_approvals"; `state` and `approval_id` are our choice.
 */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { countRows, readListPage } from "#platform/db/list-page.ts";
import { Id, StringEnum } from "#vocabulary/basics.ts";
import { buildWindow, CursorInput, CursorOutput, type SortColumn } from "#vocabulary/cursor-page.ts";
import { TENANT_ROLES } from "#vocabulary/roles.ts";
import {
  Approval,
  buildApprovals,
  getVisibilityValues,
  PROPOSALS,
  type ProposalRow,
  VISIBLE_PROPOSALS,
} from "../proposal.ts";
import { PROPOSAL_STATES } from "../rules.ts";

const FILTER = `${VISIBLE_PROPOSALS} and ($5::bigint is null or p.proposed_by = $5) and ($6::bigint is null or p.id = $6)
  and ($7::text is null or case when p.state = 'pending' and p.expires_at <= $8 then 'expired' else p.state end = $7)`;

const SORT: readonly SortColumn[] = [{ sql: "p.id", member: "id", type: "bigint", descending: true }];

export const listApprovals = defineOperation({
  name: "approvals",
  summary: "List pending approvals",
  description:
    "Proposals that wait for a person, newest first. With state those in another state; with approval_id one in any " +
    "state, which is how the proposer gets the result.",
  effect: "read",
  access: { roles: TENANT_ROLES, scopes: ["approvals:read"] },
  rest: { method: "GET", path: "/api/v1/approvals" },
  mcp: { user: "list_pending_approvals" },
  input: Type.Object({
    ...CursorInput,
    mine_only: Type.Optional(Type.Boolean({ description: "Only proposals of this account." })),
    state: Type.Optional(StringEnum(PROPOSAL_STATES, { description: "`pending` by default." })),
    approval_id: Type.Optional(Type.Integer({ ...Id, description: "One proposal, in any state." })),
  }),
  output: Type.Object({ ...CursorOutput, approvals: Type.Array(Approval) }),

  async run(context, input) {
    const { actor, db, business_id, now } = context;
    const state = input.state ?? (input.approval_id === undefined ? "pending" : null);
    const values = [
      business_id,
      ...getVisibilityValues(actor),
      input.mine_only ? actor.account_id : null,
      input.approval_id ?? null,
      state,
      now,
    ];
    // Whether a proposal has expired is checked again for each page.
    const filters = ["approvals", ...values.slice(0, -1)];
    const window = buildWindow(input, SORT, { condition: FILTER, values, filters });
    const { rows, paging } = await readListPage<ProposalRow>(
      db,
      window,
      `${PROPOSALS} where ${FILTER}${window.sql}`,
      countRows(db, `from proposal p join account a on a.id = p.proposed_by where ${FILTER}`, values),
    );
    return { ...paging, approvals: await buildApprovals(context, rows) };
  },
});
