/** Suspend, reactivate and close a business. Its people are signed out while it is not active. */
import type { Context } from "#operation/define/context.ts";
import { type Business, type BusinessStatus, getBusinessRow, lockBusiness } from "./business.ts";
import { messages } from "./messages.ts";

/** The statuses from which each status can be reached. */
const REACHED_FROM: Record<BusinessStatus, readonly BusinessStatus[]> = {
  active: ["suspended"],
  suspended: ["active"],
  closed: ["active", "suspended"],
};

/** Requesting the current status changes nothing. */
export async function changeStatus(
  context: Context<"business_closed">,
  business_id: number,
  status: BusinessStatus,
  reason: string,
): Promise<Business> {
  const { db, emit, refuse, clearCallerCache } = context;
  const before = await lockBusiness(context, business_id);
  context.expectVersion(before.version);
  if (before.status !== status) {
    if (!REACHED_FROM[status].includes(before.status))
      throw refuse("business_closed", { message: messages.business_closed });
    await db.execute("update business set status = $2, version = version + 1 where id = $1", [
      business_id,
      status,
    ]);
    emit({
      subject: { type: "business", id: business_id },
      business_id,
      kind: `business.${status === "active" ? "activated" : status}`,
      payload: { reason },
      before: { status: before.status },
      after: { status },
    });
    clearCallerCache();
  }
  return getBusinessRow(context.db, business_id);
}
