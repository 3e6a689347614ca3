/** Counts the drivers on duty now for the summary of a day. */
import { daySummaryRequested } from "#domain/orders/orders/public.ts";
import { subscribe } from "#operation/define/topic.ts";

export const countOnDuty = subscribe(
  daySummaryRequested,
  async ({ db, business_id }) =>
    (await db.row<{ drivers_on_duty: number }>(
      "select count(*) as drivers_on_duty from driver where business_id = $1 and status = 'active' and duty = 'on'",
      [business_id],
    )) ?? {},
);
