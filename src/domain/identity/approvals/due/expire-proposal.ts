/** Record that an undecided proposal has expired; until then its state is computed from the clock. */
import { PROPOSAL_EXPIRY } from "#operation/approval/proposals.ts";
import { defineDue } from "#operation/define/due.ts";

export const expireProposal = defineDue({
  kind: PROPOSAL_EXPIRY,

  async run({ db, business_id, now, emit }, { subject }) {
    const approval_id = Number(subject);
    const expired = await db.execute(
      `update proposal set state = 'expired', prepared = null where business_id = $1 and id = $2 and state = 'pending' and expires_at <= $3`,
      [business_id, approval_id, now],
    );
    if (expired === 0) return;
    emit({
      subject: { type: "proposal", id: approval_id },
      kind: "approval.expired",
      before: { state: "pending" },
      after: { state: "expired" },
    });
  },
});
