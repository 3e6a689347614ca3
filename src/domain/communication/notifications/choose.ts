/** The owner of an address ends the notifications to it, or begins them again. */
import type { Context } from "#operation/define/context.ts";
import type { RecipientRow } from "./tables.ts";

/** The row is locked. What is so already stays, with its time. */
export async function setOptedOut(
  { db, business_id, now, emit }: Pick<Context, "db" | "business_id" | "now" | "emit">,
  recipient: Pick<RecipientRow, "id" | "channel" | "opted_out_at">,
  opted_out: boolean,
  by: "link" | "reply" | "staff",
): Promise<void> {
  if ((recipient.opted_out_at !== null) === opted_out) return;
  await db.execute(
    "update notification_recipient set opted_out_at = $3, opted_out_by = $4 where business_id = $1 and id = $2",
    [business_id, recipient.id, opted_out ? now : null, opted_out ? by : null],
  );
  emit({
    subject: { type: "notification_recipient", id: recipient.id },
    kind: opted_out ? "notification.opted_out" : "notification.opted_in",
    payload: { channel: recipient.channel, by },
  });
}

/** `+351910000042` as `+35*******42`, `maria@example.com` as `m***@example.com`. */
export function maskAddress(address: string): string {
  const at = address.indexOf("@");
  if (at > 0) return `${address.slice(0, 1)}***${address.slice(at)}`;
  return `${address.slice(0, 3)}${"*".repeat(Math.max(address.length - 5, 3))}${address.slice(-2)}`;
}
