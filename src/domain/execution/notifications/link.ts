/** The links in notifications: to the tracking of the order, and to the choice of an address. */
import { createRecipientLink, NOTIFICATIONS_OPERATION } from "#domain/orders/sharing/public.ts";
import type { Context } from "#operation/define/context.ts";
import { decryptText, encryptText, signText, verifySignature } from "#platform/auth/secrets.ts";

/** The operations of links by which a recipient chooses its notifications. */
export const SUBJECT = "order";
export const LINK_OPERATIONS = {
  read: NOTIFICATIONS_OPERATION,
  change: "trackingSharedNotificationsUpdate",
  subscribe: "trackingSharedPushAdd",
  unsubscribe: "trackingSharedPushRemove",
} as const;

interface StoredLink {
  token_sealed: string;
  expires_at: string;
  revoked_at: string | null;
}

const DAY_MS = 86_400_000;

/** The token of the order's link. It is used again while at least half of its time is left, and never once it was revoked. */
export async function getLinkToken(context: Context<never>, order_id: number, days: number): Promise<string> {
  const { db, business_id, now, settings } = context;
  const stored_link = await db.row<StoredLink>(
    `select n.token_sealed, n.expires_at, l.revoked_at from notification_link n
       join link l on l.business_id = $1 and l.id = n.link_id where n.business_id = $1 and n.order_id = $2`,
    [business_id, order_id],
  );
  const useful_until = new Date(now.getTime() + (days * DAY_MS) / 2);
  if (
    stored_link !== undefined &&
    stored_link.revoked_at === null &&
    new Date(stored_link.expires_at) > useful_until
  )
    return decryptText(settings.secret_key, stored_link.token_sealed);
  const operations = Object.values(LINK_OPERATIONS);
  const created = await createRecipientLink(context, { order_id, operations, days });
  await db.execute(
    `insert into notification_link (business_id, order_id, link_id, token_sealed, expires_at) values ($1, $2, $3, $4, $5)
     on conflict (business_id, order_id) do update
       set link_id = excluded.link_id, token_sealed = excluded.token_sealed, expires_at = excluded.expires_at`,
    [
      business_id,
      order_id,
      created.link_id,
      encryptText(settings.secret_key, created.token),
      created.expires_at,
    ],
  );
  return created.token;
}

export function buildTrackingUrl(base_url: string, tracking_number: string, token: string): string {
  return `${base_url}/track/${tracking_number}#link=${token}`;
}

type Signer = Pick<Context, "settings" | "business_id">;
const PURPOSE = "notification_recipient";

export function signRecipient({ settings, business_id }: Signer, recipient_id: number): string {
  return signText(settings.secret_key, PURPOSE, `${business_id}/${recipient_id}`);
}

export function isRecipientSignature(
  { settings, business_id }: Signer,
  recipient_id: number,
  signature: string,
): boolean {
  return verifySignature(settings.secret_key, PURPOSE, `${business_id}/${recipient_id}`, signature);
}

/** A page where the owner of an address ends the notifications to it, and begins them again. It does not expire. */
export function buildStopUrl(base_url: string, business_id: number, recipient_id: number, signature: string) {
  return `${base_url}/track/notifications?business=${business_id}&recipient=${recipient_id}&signature=${signature}`;
}
