/** The claim link: whoever holds it is the buyer. */
import { createLink, revokeLink } from "#operation/caller/link-store.ts";
import type { Context } from "#operation/define/context.ts";
import { encryptText } from "#platform/auth/secrets.ts";
import { parseE164 } from "#vocabulary/phone.ts";
import { buildClaimUrl } from "./claim-url.ts";
import { messages } from "./messages.ts";
import { type BuyerContact, HANDOVER, HandoverRecord, type HandoverRow } from "./records/handover.ts";

export const LINK_OPERATIONS = {
  get: "resaleClaim",
  code: "resaleClaimCode",
  inspect: "resaleClaimInspect",
  collect: "resaleClaimCollect",
  reject: "resaleClaimReject",
  dispute: "resaleClaimDispute",
  photo: "resaleClaimPhotoAdd",
} as const;

const LIFE_MS = 90 * 24 * 3_600_000;

/** Ends the link before it. Another buyer may get the new one, so the contact of the one before is removed. */
export async function replaceLink(
  context: Context<never>,
  row: HandoverRow,
  buyer_contact: BuyerContact | null,
): Promise<{ row: HandoverRow; token: string; url: string }> {
  const { now, settings } = context;
  await endLink(context, row);
  const { token, link } = await createLink(context, {
    record: { type: HANDOVER, id: row.id },
    operations: Object.values(LINK_OPERATIONS),
    note: null,
    expires_at: new Date(now.getTime() + LIFE_MS),
  });
  const after = await HandoverRecord.change(context, row, {
    link_id: link.id,
    buyer_customer_id: null,
    buyer_contact,
    // Stored only to be sent.
    link_sealed: buyer_contact === null ? null : encryptText(settings.secret_key, token),
  });
  emitBuyer(context, after);
  return { row: after, token, url: buildClaimUrl(settings.base_url, token) };
}

export async function endLink(context: Context<never>, { id, link_id }: HandoverRow): Promise<void> {
  if (link_id !== null) await revokeLink(context, { type: HANDOVER, ids: [id] }, link_id);
}

export const CONTACT_REFUSALS = { invalid_phone: "invalid" } as const;

/** Null where nothing was given that the buyer could be told by. */
export function readBuyerContact(
  { refuse, business }: Pick<Context<keyof typeof CONTACT_REFUSALS>, "refuse" | "business">,
  { phone, ...contact }: BuyerContact,
): BuyerContact | null {
  if (phone === undefined) return contact.email === undefined ? null : contact;
  const e164 = parseE164(phone, business.country);
  if (e164 === undefined)
    throw refuse("invalid_phone", {
      message: messages.invalid_phone,
      errors: [{ field: "buyer_contact/phone", message: messages.invalid_phone }],
    });
  return { ...contact, phone: e164 };
}

export function emitBuyer(
  { emit }: Pick<Context<never>, "emit">,
  { id, buyer_customer_id, link_id }: HandoverRow,
): void {
  const buyer = { buyer_customer_id, link_id };
  emit({ subject: { type: HANDOVER, id }, kind: "resale.buyer_changed", payload: buyer, after: buyer });
}
