/** Who takes bags: drivers while they are on duty, people of the office whenever they work. */
import type { Context } from "#operation/define/context.ts";
import { messages } from "./messages.ts";

export const DUTY_REFUSALS = { not_on_duty: "forbidden" } as const;

/** Refuses a driver who is off duty or on a break. Who has bags hands them over at any time. */
export async function requireDuty({
  db,
  business_id,
  actor,
  refuse,
}: Context<keyof typeof DUTY_REFUSALS>): Promise<void> {
  if (actor.role !== "driver") return;
  const driver = await db.row<{ duty: string }>(
    "select duty from driver where business_id = $1 and account_id = $2",
    [business_id, actor.account_id],
  );
  if (driver?.duty !== "on") throw refuse("not_on_duty", { message: messages.not_on_duty });
}
