/** Refuses filters of a grant that cannot be meant. */
import type { Context } from "#operation/define/context.ts";
import { messages } from "./messages.ts";
import type { GrantFilters } from "./shapes.ts";

export const FILTER_REFUSALS = { unknown_customer: "invalid", wrong_dates: "invalid" } as const;

export async function checkFilters(
  { db, business_id, refuse }: Pick<Context<keyof typeof FILTER_REFUSALS>, "db" | "business_id" | "refuse">,
  { customer_ids = [], from, to }: GrantFilters,
): Promise<void> {
  if (from !== undefined && to !== undefined && to < from)
    throw refuse("wrong_dates", {
      message: messages.wrong_dates,
      errors: [{ field: "filters/to", message: messages.before_from }],
    });
  if (customer_ids.length === 0) return;
  const customer_count = await db.row<{ n: number }>(
    "select count(*) as n from customer where business_id = $1 and id = any($2::bigint[])",
    [business_id, customer_ids],
  );
  if (Number(customer_count?.n) !== customer_ids.length)
    throw refuse("unknown_customer", {
      message: messages.unknown_customer,
      errors: [{ field: "filters/customer_ids", message: messages.contains_unknown_customer }],
    });
}
