/** The link of the recipient of an order: all that recipients may see, and do where the business offers it. */
import { CHOICES, listChoiceOperations } from "#domain/orders/recipient-requests/public.ts";
import { createLink, lockLinks } from "#operation/caller/link-store.ts";
import type { Context } from "#operation/define/context.ts";
import { SHOWN_BY, SHOWN_PARTS, SUBJECT, TRACKING_OPERATION } from "./links.ts";

export interface RecipientLink {
  link_id: number;
  token: string;
  expires_at: string;
}

const DAY_MS = 86_400_000;

/** With these further operations. */
export async function createRecipientLink(
  context: Context<never>,
  { order_id, operations, days }: { order_id: number; operations: readonly string[]; days: number },
): Promise<RecipientLink> {
  const { now } = context;
  const record = { type: SUBJECT, id: order_id };
  await lockLinks(context, record);
  const { token, link } = await createLink(context, {
    record,
    operations: [
      TRACKING_OPERATION,
      ...SHOWN_PARTS.map((part) => SHOWN_BY[part]),
      // What the business offers is decided when somebody asks.
      ...listChoiceOperations(CHOICES),
      ...operations,
    ],
    note: "Notifications",
    expires_at: new Date(now.getTime() + days * DAY_MS),
  });
  return { link_id: link.id, token, expires_at: link.expires_at };
}
