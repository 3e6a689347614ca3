/** Send a notification that waited for the end of quiet hours, or say why it is of no use any more. */
import { defineDue } from "#operation/define/due.ts";
import { loadOrder, lockRecipient } from "../load.ts";
import { emitChanged, findQuietUntil, NOTIFICATION_COLUMNS, SEND_DEFERRED } from "../notify.ts";
import { decideSending, isCurrent } from "../rules.ts";
import { send } from "../send.ts";
import { loadSettings } from "../settings.ts";
import type { NotificationRow } from "../tables.ts";

export const sendDeferred = defineDue({
  kind: SEND_DEFERRED,

  async run(context, { subject }) {
    const { db, business_id, now, due } = context;
    const row = await db.row<NotificationRow>(
      `select ${NOTIFICATION_COLUMNS} from notification where business_id = $1 and id = $2 and state = 'deferred' for update`,
      [business_id, Number(subject)],
    );
    if (row === undefined) return;
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
      await db.execute("update notification set deferred_until = $3 where business_id = $1 and id = $2", [
        business_id,
        row.id,
        decision.until,
      ]);
      due.set(SEND_DEFERRED, row.id, decision.until);
      return;
    }
    if (decision.state === "send") {
      emitChanged(context, await send(context, { row, order, settings, recipient }));
      return;
    }
    await db.execute(
      "update notification set state = 'suppressed', reason = $3, deferred_until = null, settled_at = $4 where business_id = $1 and id = $2",
      [business_id, row.id, decision.reason, now],
    );
    emitChanged(context, { ...row, state: "suppressed", reason: decision.reason });
  },
});
