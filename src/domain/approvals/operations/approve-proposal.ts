/**
 * Approve a proposal and execute it, in the transaction that marks it.
 *
 * `target_changed` also when it would now touch something else. When the write itself is refused nothing of it stays,
 * and the proposal keeps the refusal as `execution_failed`.
 *
 * Source: docs/contract/mcp.md, "approve_pending_write"; separation of proposer and reviewer is our choice.
 */
import Type from "typebox";
import { digestOf } from "#operation/call.ts";
import type { Context } from "#operation/context.ts";
import { defineOperation } from "#operation/define.ts";
import { checkInput, type Errand, targetText } from "#operation/others.ts";
import { Refusal } from "#operation/refusal.ts";
import { Id } from "#vocabulary/basics.ts";
import { TENANT_ROLES } from "#vocabulary/roles.ts";
import { checkPending, checkReviewer } from "../decide.ts";
import { messages } from "../messages.ts";
import {
  APPROVE,
  Approval,
  getProposal,
  lockProposal,
  type ProposalRow,
  shownProposal,
} from "../proposal.ts";
import { stateAt } from "../rules.ts";

type Ready = { errand: Errand; prepared: unknown } | { refusal: Refusal };

export const approveProposal = defineOperation({
  name: APPROVE,
  summary: "Approve and execute a proposal",
  description:
    "Runs it at most once, as the reviewer, on behalf of whoever proposed it; the reviewer needs the scopes of the " +
    "tool behind it. Refused with TARGET_CHANGED, and left pending, when something it would touch has moved on " +
    "since.",
  effect: "write",
  risk: "high",
  access: { roles: TENANT_ROLES, scopes: ["approvals:write"] },
  rest: { method: "POST", path: "/api/v1/approvals/{approval_id}/approve" },
  mcp: { user: "approve_pending_write" },
  never_queued: true,
  input: Type.Object({
    approval_id: Id,
    note: Type.Optional(Type.String({ maxLength: 1000, description: "Kept with the decision." })),
  }),
  output: Type.Object({
    result: Type.Boolean({ description: "True when the write was executed; false when it was refused." }),
    approval: Approval,
  }),
  refusals: {
    already_decided: "conflict",
    approval_expired: "conflict",
    same_reviewer: "forbidden",
    operation_gone: "conflict",
    target_changed: "conflict",
    digest_mismatch: "conflict",
  },

  /** Refuses nothing itself: a replay under the same Idempotency-Key must reach its answer. */
  async prepare(context, { approval_id }): Promise<Ready | null> {
    const row = await getProposal(context, approval_id);
    const operation = context.others.named(row.operation);
    if (operation === undefined || context.others.refusalFor(operation) !== null) return null;
    if (stateAt(row.state, row.expires_at, context.now) !== "pending") return null;
    try {
      const errand = { operation, input: row.arguments, on_behalf_of: row.proposed_by };
      checkInput(operation, errand.input);
      const prepared = (await keptOf(context, approval_id)) ?? (await context.others.prepare(errand));
      return { errand, prepared };
    } catch (error) {
      if (error instanceof Refusal) return { refusal: error };
      throw error;
    }
  },

  async run(context, { approval_id, note }, ready) {
    const { actor, db, business_id, now, emit, others, refuse } = context;
    const row = await lockProposal(context, approval_id);
    checkPending(context, row);
    const operation = checkReviewer(context, row);
    const values = { id: row.id };
    if (digestOf(row.operation, row.arguments) !== row.digest) {
      throw refuse("digest_mismatch", { message: messages.digest_mismatch, values });
    }
    // It became possible only after it was prepared: let the caller try again.
    if (ready === null) throw refuse("busy");
    const moved = await others.moved(row.targets);
    if (moved.length > 0) {
      const fields = [...new Set(moved.map(({ type, id }) => `${type}/${id}`))].slice(0, 100);
      const errors = fields.map((field) => ({ field, message: "has changed since it was proposed" }));
      throw refuse("target_changed", { message: messages.target_changed, values, errors });
    }
    const outcome = "refusal" in ready ? ready : await others.run(ready.errand, ready.prepared);
    // Where nobody could preview it there is nothing to compare with.
    const was_previewed = row.preview !== null && !("refused" in row.preview);
    if ("answer" in outcome && was_previewed && targetText(outcome.targets) !== targetText(row.targets)) {
      throw refuse("target_changed", { message: messages.target_changed, values });
    }
    const executed = "answer" in outcome;
    const state = executed ? "executed" : "execution_failed";
    await db.execute(
      `update proposal set state = $3, decided_by = $4, decided_at = $5, decision_note = $6, answer = $7, refusal = $8,
         prepared = null
        where business_id = $1 and id = $2`,
      [
        business_id,
        approval_id,
        state,
        actor.account_id,
        now,
        note ?? null,
        executed ? JSON.stringify(others.shown(operation, outcome.answer)) : null,
        executed ? null : JSON.stringify(told(outcome.refusal)),
      ],
    );
    const payload = { operation: row.operation, tool: row.tool };
    emit({ subject: { type: "proposal", id: approval_id }, kind: "approval.approved", payload });
    emit({
      subject: { type: "proposal", id: approval_id },
      kind: `approval.${state}`,
      payload: executed ? payload : { ...payload, error_code: outcome.refusal.error_code },
      before: { state: "pending" },
      after: { state },
    });
    return { result: executed, approval: shownProposal(context, await getProposal(context, approval_id)) };
  },

  async perform(context, { approval_id }, { result }) {
    if (!result) return null;
    const { errand, answer } = await errandOf(context, approval_id);
    return { outcome: await context.others.perform(errand, answer) };
  },

  async settle(context, { approval_id }, answer, performed) {
    if (performed === null) return answer;
    const { errand, answer: before } = await errandOf(context, approval_id);
    if (errand.operation.settle === undefined) return answer;
    const settled = await context.others.settle(errand, before, performed.outcome);
    await context.db.execute("update proposal set answer = $3 where business_id = $1 and id = $2", [
      context.business_id,
      approval_id,
      JSON.stringify(context.others.shown(errand.operation, settled)),
    ]);
    return { ...answer, approval: shownProposal(context, await getProposal(context, approval_id)) };
  },
});

/** What the preview was made from, where the operation keeps it; null for others, and once it was decided. */
async function keptOf({ db, business_id }: Context<never>, approval_id: number): Promise<unknown> {
  const row = await db.row<{ prepared: unknown }>(
    "select prepared from proposal where business_id = $1 and id = $2",
    [business_id, approval_id],
  );
  return row?.prepared ?? null;
}

function told({ error_code, message, errors }: Refusal) {
  return { error_code, message, ...(errors === undefined ? {} : { errors }) };
}

async function errandOf(
  context: Context<never>,
  approval_id: number,
): Promise<{ errand: Errand; answer: ProposalRow["answer"] }> {
  const row = await getProposal(context, approval_id);
  const operation = context.others.named(row.operation);
  if (operation === undefined)
    throw new Error(`Proposal ${approval_id} was executed by an operation that is gone.`);
  return { errand: { operation, input: row.arguments, on_behalf_of: row.proposed_by }, answer: row.answer };
}
