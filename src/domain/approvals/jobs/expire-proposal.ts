/** Writes down that a proposal nobody decided on has expired; until then its state is told from the clock. */
import { defineJob } from "#operation/job.ts";

export const expireProposal = defineJob({
  name: "approvals.expire",
  retries: 5,
  expires_s: 60,

  async run(job, data) {
    const approval_id = Number(data["approval_id"]);
    await job.transaction(async ({ db, business_id, now, emit }) => {
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
    });
  },
});
