/** Push messages to people, sent after the commit that causes them. */
import type { Context } from "#operation/define/context.ts";
import { SEND_PUSH } from "./jobs/send-push.ts";

export interface PushContent {
  /** What the app does with it. */
  type: string;
  /** Small and without what people wrote: a device that shows it reads the rest with its own rights. */
  facts: Readonly<Record<string, string | number | null>>;
  /** After this it is of no use. */
  ttl_s: number;
}

/** One job for each device whose session is still valid. */
export async function enqueuePush(
  { db, business_id, now, enqueue }: Pick<Context, "db" | "business_id" | "now" | "enqueue">,
  account_ids: readonly number[],
  { type, facts, ttl_s }: PushContent,
): Promise<void> {
  if (account_ids.length === 0) return;
  const devices = await db.rows<{ id: number }>(
    "select id from push_device where business_id = $1 and account_id = any($2::bigint[]) order by id",
    [business_id, account_ids],
  );
  const expires_at = new Date(now.getTime() + ttl_s * 1000).toISOString();
  for (const { id } of devices)
    enqueue({
      name: SEND_PUSH,
      data: { business_id, device_id: id, content: { type, ...facts }, expires_at },
    });
}
