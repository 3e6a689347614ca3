/** No rider took an order in ten minutes, or none can because its pickup is outside all zones. It ends when riders are searched for again, one is named, or the job ends. */
import { type Affected, defineAttention } from "#operation/define/attention.ts";
import type { LoggedEvent } from "#platform/db/event-log.ts";
import { titles } from "../attention-titles.ts";

const byOrder = ({ payload }: LoggedEvent): Affected => ({ order_id: Number(payload["order_id"]) });

export const noRider = defineAttention({
  kind: "no_rider",
  severity: "critical",
  record_kind: "order",
  title: titles.no_rider,
  opens_after: { "job.no_rider": ({ payload }) => [Number(payload["order_id"])] },
  clears_after: {
    "job.changed": byOrder,
    "job.offered": byOrder,
    "job.accepted": byOrder,
    "job.cancelled": byOrder,
  },
  actions: [
    { operation: "clientInstantDispatch", input: ({ order_id }) => ({ order_id }) },
    {
      operation: "clientInstantCancel",
      input: ({ order_id }) => ({ order_id, reason: "no rider" }),
    },
  ],
  async find({ db, business_id }, ids) {
    const rows = await db.rows<{
      id: number;
      order_id: number;
      searching_since: string;
      refusals: number;
      reason: string | null;
    }>(
      `select id, order_id, searching_since, refusals, reason from instant_job
        where business_id = $1 and state = 'NO_RIDER' and order_id = any($2::bigint[])`,
      [business_id, ids ?? []],
    );
    return rows.map(({ id, order_id, searching_since, refusals, reason }) => ({
      subject_id: order_id,
      key: `job ${id} ${searching_since}`,
      at: searching_since,
      order_id,
      facts: { job_id: id, searching_since, refusals, reason },
    }));
  },
});
