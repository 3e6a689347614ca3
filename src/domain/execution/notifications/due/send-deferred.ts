/** Send a notification that waited for the end of quiet hours, or say why it is of no use any more. */
import { defineDue } from "#operation/define/due.ts";
import { loadOrder } from "../notified-order.ts";
import { findQuietUntil, SEND_DEFERRED } from "../notify.ts";
import { emitChanged, NotificationRecord } from "../records/notification.ts";
import { loadSettings } from "../records/notification-settings.ts";
import { lockRecipient } from "../records/recipient.ts";
import { decideSending, isCurrent } from "../rules.ts";
import { send } from "../send.ts";

export const sendDeferred = defineDue({
  kind: SEND_DEFERRED,

  async run(context, { subject }) {
    const { db, business_id, now, due } = context;
    const row = await NotificationRecord.lock(context, Number(subject));
    if (row?.state !== "deferred") return;
    const [order, settings] = await Promise.all([
      loadOrder(context, row.order_id),
      loadSettings(db, business_id),
    ]);
    if (order === undefined) return;
    const recipient =
      row.channel === "web_push" ? null : await lockRecipient(context, row.channel, row.target);
    const decision = decideSending({
      now,
      expires_at: new Date(row.expires_at),
      is_current: isCurrent(row, order),
      opted_out: recipient !== null && recipient.opted_out_at !== null,
      // The settings may have changed since.
      quiet_until: findQuietUntil(settings, row.channel, now, order.time_zone),
      was_deferred: true,
    });
    if (decision.state === "deferred") {
      await NotificationRecord.change(context, row, { deferred_until: decision.until.toISOString() });
      due.set(SEND_DEFERRED, row.id, decision.until);
      return;
    }
    if (decision.state === "send") {
      emitChanged(context, await send(context, { row, order, settings, recipient }));
      return;
    }
    const suppressed = await NotificationRecord.change(context, row, {
      state: "suppressed",
      reason: decision.reason,
      deferred_until: null,
      settled_at: now.toISOString(),
    });
    emitChanged(context, suppressed);
  },
});
