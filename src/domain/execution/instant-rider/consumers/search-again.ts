/** A rider who comes online, or has ended a job, is asked for jobs for which nobody was found. */
import { defineConsumer } from "#operation/define/consumer.ts";
import type { Context } from "#operation/define/context.ts";
import { type JobRow, lockJob } from "../records/job.ts";
import { askNext } from "../search.ts";

const KINDS = [
  "rider.availability",
  "job.completed",
  "job.returned",
  "job.cancelled",
  "job.offer_ended",
] as const;
/** Oldest first; the others are looked at with the next rider, and every 15 s anyway. */
const JOBS_AT_ONCE = 20;

export const searchAgain = defineConsumer({
  name: "instant-rider.search-again",
  listKinds: () => KINDS,

  async handle({ transaction }, events) {
    for (const business_id of new Set(events.map((event) => event.business_id))) {
      const waiting = await transaction(business_id, ({ db }) =>
        db.rows<Pick<JobRow, "id" | "order_id">>(
          `select id, order_id from instant_job where business_id = $1 and state = 'SEARCHING' order by id limit ${JOBS_AT_ONCE}`,
          [business_id],
        ),
      );
      for (const waiting_job of waiting)
        await transaction(business_id, async (write_context) => {
          const context = write_context as Context<never>;
          const locked = await lockJob(context, waiting_job);
          if (locked.job.state === "SEARCHING") await askNext(context, locked);
        });
    }
  },
});
