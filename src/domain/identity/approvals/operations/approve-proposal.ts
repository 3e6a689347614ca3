/**
 * Approve a proposal and execute it, in the transaction that marks it.
 *
 * It runs as its proposer: what it creates belongs to the proposer, and it sees and returns what the proposer may see.
 * So it is refused if that account is disabled, has changed, or may not do it any more, or if the token of a program that
 * proposed it was revoked or narrowed; the transaction that executes it holds both.
 *
 * `target_changed` also if it would now touch something else. If the write itself is refused, it is rolled back, and
 * the proposal stores the refusal as `execution_failed`.
 *
 * Source: docs/contract/mcp.md, "approve_pending_write"; separation of proposer and reviewer is our choice.
 */
import assert from "node:assert";
import Type from "typebox";
import { PROPOSAL_EXPIRY } from "#operation/approval/proposals.ts";
import type { Context } from "#operation/define/context.ts";
import { defineOperation } from "#operation/define/define.ts";
import { Refusal } from "#operation/define/refusal.ts";
import { computeDigest } from "#operation/run/call.ts";
import { checkInput } from "#operation/run/input.ts";
import { type DelegatedCall, formatTargets } from "#operation/run/nested-operations.ts";
import { Ref } from "#vocabulary/ref.ts";
import { TENANT_ROLES } from "#vocabulary/roles.ts";
import {
  checkPending,
  checkReviewer,
  findProposerRefusal,
  findTokenRefusal,
  loadProposerRights,
  type ProposerRights,
} from "../decide.ts";
import { messages } from "../messages.ts";
import { APPROVE, Approval, getProposal, loadApproval, lockProposal, type ProposalRow } from "../proposal.ts";
import { computeState } from "../rules.ts";

type Ready =
  | { call: DelegatedCall; prepared: unknown; rights: ProposerRights }
  /** `of_proposer`: the account may not do it, whatever the state of the targets. */
  | { refusal: Refusal; of_proposer: boolean };

export const approveProposal = defineOperation({
  name: APPROVE,
  summary: "Approve and execute a proposal",
  description:
    "Runs it at most once, with the rights of whoever proposed it; the reviewer needs the scopes of the tool behind " +
    "it, and is named in events and audit. Refused with TARGET_CHANGED, and left pending, if something it would " +
    "touch has changed meanwhile.",
  risk: "high",
  access: { roles: TENANT_ROLES, scopes: ["approvals:write"] },
  rest: { method: "POST", path: "/api/v1/approvals/{approval_id}/approve" },
  mcp: { user: "approve_pending_write" },
  never_queued: true,
  input: Type.Object({
    approval_id: Ref("approval"),
    note: Type.Optional(Type.String({ maxLength: 1000, description: "Stored with the decision." })),
  }),
  output: Type.Object({
    result: Type.Boolean({ description: "True if the write was executed; false if it was refused." }),
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

  /** This step refuses nothing itself: a replay with the same Idempotency-Key must reach its stored response. */
  async prepare(context, { approval_id }): Promise<Ready | null> {
    const row = await getProposal(context, approval_id);
    const operation = context.nested.findOperation(row.operation);
    if (operation === undefined || context.nested.refusalFor(operation) !== null) return null;
    if (computeState(row.state, row.expires_at, context.now) !== "pending") return null;
    const rights = await loadProposerRights(context, row, { lock: false });
    const proposer = await context.nested.proposer(row);
    const refusal =
      findProposerRefusal(context, row, operation, proposer) ??
      findTokenRefusal(context, row, operation, rights);
    if (refusal !== null) return { refusal, of_proposer: true };
    assert(proposer !== undefined, "A proposer who is gone is refused.");
    try {
      const delegatedCall = { operation, input: row.arguments, proposer };
      checkInput(operation, delegatedCall.input);
      const prepared =
        (await loadPrepared(context, approval_id)) ?? (await context.nested.prepare(delegatedCall));
      return { call: delegatedCall, prepared, rights };
    } catch (error) {
      if (error instanceof Refusal) return { refusal: error, of_proposer: false };
      throw error;
    }
  },

  async run(context, { approval_id, note }, ready) {
    const { actor, db, business_id, now, emit, due, nested, refuse } = context;
    const row = await lockProposal(context, approval_id);
    checkPending(context, row);
    const operation = checkReviewer(context, row);
    const values = { id: row.id };
    if (computeDigest(row.operation, row.arguments) !== row.digest) {
      throw refuse("digest_mismatch", { message: messages.digest_mismatch, values });
    }
    // The write became possible only after it was prepared: the caller has to try again.
    if (ready === null) throw refuse("busy");
    const now_ready = "refusal" in ready ? ready : await recheckProposer(context, row, operation, ready);
    const is_moot = "refusal" in now_ready && now_ready.of_proposer;
    const moved = is_moot ? [] : await nested.moved(row.targets);
    if (moved.length > 0) {
      const fields = [...new Set(moved.map(({ type, id }) => `${type}/${id}`))].slice(0, 100);
      const errors = fields.map((field) => ({ field, message: messages.changed_since_proposed }));
      throw refuse("target_changed", { message: messages.target_changed, values, errors });
    }
    const outcome = "refusal" in now_ready ? now_ready : await nested.run(now_ready.call, now_ready.prepared);
    // Without a preview there is nothing to compare with.
    const was_previewed = row.preview !== null && !("refused" in row.preview);
    if (
      "answer" in outcome &&
      was_previewed &&
      formatTargets(outcome.targets) !== formatTargets(row.targets)
    ) {
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
        executed ? JSON.stringify(nested.buildFullAnswer(operation, outcome.answer)) : null,
        executed ? null : JSON.stringify(formatRefusal(outcome.refusal)),
      ],
    );
    due.clear(PROPOSAL_EXPIRY, approval_id);
    const payload = { operation: row.operation, tool: row.tool };
    emit({ subject: { type: "proposal", id: approval_id }, kind: "approval.approved", payload });
    const decided = {
      subject: { type: "proposal", id: approval_id },
      before: { state: "pending" },
      after: { state },
    };
    if (executed) emit({ ...decided, kind: "approval.executed", payload });
    else {
      const { error_code } = outcome.refusal;
      emit({ ...decided, kind: "approval.execution_failed", payload: { ...payload, error_code } });
    }
    return { result: executed, approval: await loadApproval(context, approval_id) };
  },

  async perform(context, { approval_id }, { result }) {
    if (!result) return null;
    const { call, answer } = await loadDelegatedCall(context, approval_id);
    return { call, answer, outcome: await context.nested.perform(call, answer) };
  },

  async settle(context, { approval_id }, answer, performed) {
    if (performed === null) return answer;
    const { call, answer: before } = performed;
    if (call.operation.settle === undefined) return answer;
    const settled = await context.nested.settle(call, before, performed.outcome);
    await context.db.execute("update proposal set answer = $3 where business_id = $1 and id = $2", [
      context.business_id,
      approval_id,
      JSON.stringify(context.nested.buildFullAnswer(call.operation, settled)),
    ]);
    return { ...answer, approval: await loadApproval(context, approval_id) };
  },
});

/** Again in the transaction, which the account and the token of the proposer wait for from here on. */
async function recheckProposer(
  context: Context<never>,
  row: ProposalRow,
  operation: DelegatedCall["operation"],
  ready: Extract<Ready, { call: DelegatedCall }>,
): Promise<Ready> {
  const rights = await loadProposerRights(context, row, { lock: true });
  // What the account may do now is known when it is prepared again.
  if (rights.account !== ready.rights.account) throw context.refuse("busy");
  const refusal = findTokenRefusal(context, row, operation, rights);
  return refusal === null ? ready : { refusal, of_proposer: true };
}

/**
 * The prepared values of the preview, if the operation stores them; null for others, and once the proposal is decided.
 */
async function loadPrepared({ db, business_id }: Context<never>, approval_id: number): Promise<unknown> {
  const row = await db.row<{ prepared: unknown }>(
    "select prepared from proposal where business_id = $1 and id = $2",
    [business_id, approval_id],
  );
  return row?.prepared ?? null;
}

function formatRefusal({ error_code, message, errors }: Refusal) {
  return { error_code, message, ...(errors === undefined ? {} : { errors }) };
}

async function loadDelegatedCall(
  context: Context<never>,
  approval_id: number,
): Promise<{ call: DelegatedCall; answer: ProposalRow["answer"] }> {
  const row = await getProposal(context, approval_id);
  const operation = context.nested.findOperation(row.operation);
  if (operation === undefined)
    throw new Error(`Proposal ${approval_id} was executed by an operation that is gone.`);
  const proposer = await context.nested.proposerEvenIfGone(row);
  return { call: { operation, input: row.arguments, proposer }, answer: row.answer };
}
