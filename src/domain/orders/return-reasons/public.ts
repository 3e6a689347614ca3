/** Return reasons for other families: what a reason given at the door means and requires. */
import type { Db } from "#platform/db/db.ts";
import { findDefaultReason, type Reason } from "./reasons.ts";

export { DEFAULT_REASONS, type Reason } from "./reasons.ts";

export const REASON_COLUMNS =
  "code, version, labels, applies_to, requires, next_action, fault, incident_reason, active";

/**
 * The reason of a code in a business today: its own, else the built-in one. Undefined if there is none, or if it was
 * switched off. Reports store code and version, so that a later change does not affect them.
 */
export async function findReason(db: Db, business_id: number, code: string): Promise<Reason | undefined> {
  const own_reason = await db.row<Reason>(
    `select ${REASON_COLUMNS} from return_reason where business_id = $1 and code = $2 and current`,
    [business_id, code],
  );
  const reason = own_reason ?? findDefaultReason(code);
  return reason?.active ? reason : undefined;
}
