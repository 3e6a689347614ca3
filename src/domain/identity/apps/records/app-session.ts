/** Sessions: what one is, and how it is opened, refreshed and ended. Its tokens are rows of accounts. */
import type { Context } from "#operation/define/context.ts";
import { defineRecord, type NewRow, type Row } from "#operation/define/record.ts";
import type { DevicePlatform, Method } from "../capabilities.ts";

interface SessionRow extends Row<"app_session"> {
  device_platform: DevicePlatform;
  method: Method;
  revoked_reason: "signed_out" | "revoked" | "replaced" | "token_reused" | null;
}

export const AppSessionRecord = defineRecord<"app_session", SessionRow>("app_session");

type Writer = Pick<Context, "db" | "business_id" | "now">;

/** Ends the session of the account on this device. Returns its id; undefined when there is none. */
export async function replaceSession(
  { db, business_id, now }: Writer,
  {
    assignment_id,
    account_id,
    device_id,
  }: Pick<NewRow<"app_session", SessionRow>, "assignment_id" | "account_id" | "device_id">,
): Promise<number | undefined> {
  const replaced = await db.row<{ id: number }>(
    `update app_session set revoked_at = $5, revoked_reason = 'replaced'
      where business_id = $1 and assignment_id = $2 and account_id = $3 and device_id = $4 and revoked_at is null
      returning id`,
    [business_id, assignment_id, account_id, device_id, now],
  );
  return replaced?.id;
}

/** False if it had ended before. */
export async function revokeSession(
  { db, business_id, now }: Writer,
  session_id: number,
  reason: Exclude<SessionRow["revoked_reason"], "replaced" | null>,
): Promise<boolean> {
  const ended = await db.execute(
    `update app_session set revoked_at = $3, revoked_reason = $4
      where business_id = $1 and id = $2 and revoked_at is null`,
    [business_id, session_id, now, reason],
  );
  return ended > 0;
}
