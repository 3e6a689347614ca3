/** Addresses that notifications are sent to, and what their owners chose. */
import type { Context } from "#operation/define/context.ts";
import { defineRecord, type Row } from "#operation/define/record.ts";
import { findAddress, type NotifiedOrder } from "../notified-order.ts";

export interface RecipientRow extends Row<"notification_recipient"> {
  channel: "sms" | "email";
  opted_out_by: "link" | "reply" | "staff" | null;
}

export const RecipientRecord = defineRecord<"notification_recipient", RecipientRow>("notification_recipient");

/** The row of an address, created where there is none. Its choices cannot change until the end of the transaction. */
export async function lockRecipient(
  { db, business_id, now }: Pick<Context, "db" | "business_id" | "now">,
  channel: "sms" | "email",
  address: string,
): Promise<RecipientRow> {
  const row = await db.row<RecipientRow>(
    `insert into notification_recipient (business_id, channel, address, created_at) values ($1, $2, $3, $4)
     on conflict (business_id, channel, address) do update set address = excluded.address returning *`,
    [business_id, channel, address, now],
  );
  if (row === undefined) throw new Error("A recipient that was stored has a row.");
  return row;
}

/** The stored choices about an order's addresses; rows exist for those that were written to. */
export function loadRecipients(
  { db, business_id }: Pick<Context, "db" | "business_id">,
  order: NotifiedOrder,
): Promise<RecipientRow[]> {
  return db.rows<RecipientRow>(
    `select * from notification_recipient
     where business_id = $1 and (channel, address) in (('sms', $2), ('email', $3)) order by id`,
    [business_id, findAddress(order, "sms") ?? "", findAddress(order, "email") ?? ""],
  );
}

/** Its owner ends the notifications to it, or begins them again. The row is locked; what is so already stays, with its time. */
export async function setOptedOut(
  context: Pick<Context, "db" | "business_id" | "now" | "emit">,
  recipient: Pick<RecipientRow, "id" | "channel" | "opted_out_at">,
  opted_out: boolean,
  by: "link" | "reply" | "staff",
): Promise<void> {
  if ((recipient.opted_out_at !== null) === opted_out) return;
  await RecipientRecord.change(context, recipient, {
    opted_out_at: opted_out ? context.now.toISOString() : null,
    opted_out_by: opted_out ? by : null,
  });
  context.emit({
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
