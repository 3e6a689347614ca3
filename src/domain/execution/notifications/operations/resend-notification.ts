/**
 * Send a notification once more, to the address that the order has now, in the words of now. Source: our choice.
 *
 * Somebody decided it, so it does not wait for the end of quiet hours; an address whose owner wants none gets none.
 */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { messages } from "../messages.ts";
import { findAddress, loadOrder } from "../notified-order.ts";
import {
  emitRecorded,
  NotificationRecord,
  type NotificationWithMessage,
  toNotification,
  WITH_MESSAGE,
} from "../records/notification.ts";
import { loadSettings } from "../records/notification-settings.ts";
import { lockRecipient } from "../records/recipient.ts";
import { computeExpiry } from "../rules.ts";
import { send } from "../send.ts";
import { Notification } from "../shapes.ts";

const RESENT_MAX = 5;

export const resendNotification = defineOperation({
  name: "clientNotificationResend",
  summary: "Send a notification again",
  description: `To the present address of the order, at once; at most ${RESENT_MAX} times.`,
  access: { scopes: ["orders:write"] },
  rest: { method: "POST", path: "/api/v1/client/notifications/{notification_id}/resend", status: 201 },
  input: Type.Object({ notification_id: Ref("notification") }),
  output: Type.Object({ result: Type.Boolean(), notification: Notification }),
  refusals: { opted_out: "conflict", no_address: "conflict", cannot_resend: "conflict" },

  async run(context, { notification_id }) {
    const { db, business_id, now, refuse } = context;
    const original = await NotificationRecord.lock(context, notification_id);
    const order = original && (await loadOrder(context, original.order_id));
    if (original === undefined || order === undefined)
      throw refuse("not_found", { message: messages.no_notification });
    if (original.state === "deferred") throw refuse("cannot_resend", { message: messages.quiet_hours });
    const { channel } = original;
    const address = channel === "web_push" ? original.target : findAddress(order, channel);
    if (!address) throw refuse("no_address", { message: messages.order_without_address });
    const recipient = channel === "web_push" ? null : await lockRecipient(context as never, channel, address);
    if (recipient !== null && recipient.opted_out_at !== null)
      throw refuse("opted_out", { message: messages.opted_out });
    const sent_again = await db.row<{ n: number }>(
      "select count(*) as n from notification where resent_of = $2 and business_id = $1",
      [business_id, notification_id],
    );
    const count = sent_again?.n ?? 0;
    if (count >= RESENT_MAX)
      throw refuse("cannot_resend", { message: messages.resent_max, values: { times: RESENT_MAX } });
    const row = await NotificationRecord.insert(context, {
      order_id: original.order_id,
      event: original.event,
      occurrence: `${original.occurrence}/again-${notification_id}-${count + 1}`,
      channel,
      target: address,
      language: recipient?.language ?? original.language,
      state: "enqueued",
      expires_at: computeExpiry(original.event, now).toISOString(),
      occurred_at: original.occurred_at,
      currency: order.business.currency,
      resent_of: notification_id,
    });
    const settings = await loadSettings(db, business_id);
    emitRecorded(context, await send(context as never, { row, order, settings, recipient }));
    const stored_notification = await db.row<NotificationWithMessage>(
      `${WITH_MESSAGE} where n.business_id = $1 and n.id = $2`,
      [business_id, row.id],
    );
    return { result: true, notification: toNotification(stored_notification as NotificationWithMessage) };
  },
});
