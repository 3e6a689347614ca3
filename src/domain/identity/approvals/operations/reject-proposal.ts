/** Reject a proposal. Source: docs/contract/mcp.md, "reject_pending_write". */
import Type from "typebox";
import { PROPOSAL_EXPIRY } from "#operation/approval/proposals.ts";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { TENANT_ROLES } from "#vocabulary/roles.ts";
import { checkPending } from "../decide.ts";
import { Approval, loadApproval, lockProposal } from "../proposal.ts";

export const rejectProposal = defineOperation({
  name: "approvalReject",
  summary: "Reject a proposal",
  description: "Nothing is executed, and the proposer can read the note.",
  access: { roles: TENANT_ROLES, scopes: ["approvals:write"] },
  rest: { method: "POST", path: "/api/v1/approvals/{approval_id}/reject" },
  mcp: { user: "reject_pending_write" },
  never_queued: true,
  input: Type.Object({
    approval_id: Ref("approval"),
    note: Type.Optional(Type.String({ maxLength: 1000, description: "For the proposer." })),
  }),
  output: Type.Object({ result: Type.Boolean(), approval: Approval }),
  refusals: { already_decided: "conflict", approval_expired: "conflict" },

  async run(context, { approval_id, note }) {
    const { actor, db, business_id, now, emit, due } = context;
    const row = await lockProposal(context, approval_id);
    checkPending(context, row);
    await db.execute(
      `update proposal set state = 'rejected', decided_by = $3, decided_at = $4, decision_note = $5,
         prepared = null
        where business_id = $1 and id = $2`,
      [business_id, approval_id, actor.account_id, now, note ?? null],
    );
    due.clear(PROPOSAL_EXPIRY, approval_id);
    emit({
      subject: { type: "proposal", id: approval_id },
      kind: "approval.rejected",
      payload: { operation: row.operation, tool: row.tool },
      before: { state: "pending" },
      after: { state: "rejected" },
    });
    return { result: true, approval: await loadApproval(context, approval_id) };
  },
});
