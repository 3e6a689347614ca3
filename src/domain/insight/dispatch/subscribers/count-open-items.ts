/** Counts the open attention items of any day for the summary of one. */
import { daySummaryRequested } from "#domain/orders/orders/public.ts";
import { subscribe } from "#operation/define/topic.ts";

export const countOpenItems = subscribe(
  daySummaryRequested,
  async ({ db, business_id }) =>
    (await db.row<{ attention_open: number }>(
      "select count(*) as attention_open from attention_item where business_id = $1 and state = 'open'",
      [business_id],
    )) ?? {},
);
