/** Creates the link in the notifications to the recipient of an order: everything that the business lets recipients see and do. */
import { trackingLinkNeeded } from "#domain/communication/notifications/public.ts";
import { CHOICES, isOffered, listChoiceOperations } from "#domain/orders/recipient-requests/public.ts";
import { createLink, lockLinks } from "#operation/caller/link-store.ts";
import { subscribe } from "#operation/define/topic.ts";
import { resolveSettings } from "#vocabulary/settings.ts";
import { SHOWN, SHOWN_BY, SUBJECT, TRACKING_OPERATION } from "../links.ts";

const DAY_MS = 86_400_000;

export const createNotificationLink = subscribe(
  trackingLinkNeeded,
  async (context, { order_id, operations, days }) => {
    const { db, business_id, now } = context;
    const subject = { type: SUBJECT, id: order_id };
    await lockLinks(context, subject);
    const row = await db.row<{ settings: Record<string, unknown> }>(
      "select business_settings(b) as settings from business b where id = $1",
      [business_id],
    );
    const settings = resolveSettings(row?.settings ?? null);
    const { token, link } = await createLink(context, {
      subject,
      operations: [
        TRACKING_OPERATION,
        ...SHOWN.map((shown) => SHOWN_BY[shown]),
        ...listChoiceOperations(CHOICES.filter((choice) => isOffered(settings, choice))),
        ...operations,
      ],
      note: null,
      expires_at: new Date(now.getTime() + days * DAY_MS),
    });
    return { link_id: link.id, token, expires_at: link.expires_at };
  },
);
