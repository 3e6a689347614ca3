/**
 * Tells the renter by text message and e-mail: at the addresses of the rental, else those of the customer account. A rental
 * may have neither.
 */
import { enqueueEmail, enqueueSms } from "#domain/communication/messaging/public.ts";
import type { Context } from "#operation/define/context.ts";
import type { Message } from "#operation/response/messages.ts";
import { messages } from "./messages.ts";
import type { StorageRentalRow } from "./records/storage-rental.ts";

export async function tellRenter(
  context: Context<never>,
  { id, contact, customer_id }: Pick<StorageRentalRow, "id" | "contact" | "customer_id">,
  message: Message,
  secrets: readonly string[] = [],
): Promise<void> {
  const { db, business_id, business } = context;
  const customer =
    customer_id === null
      ? undefined
      : await db.row<{ email: string | null; phone_e164: string | null }>(
          "select email, phone_e164 from customer where business_id = $1 and id = $2",
          [business_id, customer_id],
        );
  const language = contact.language ?? business.locale;
  const phone = contact.phone ?? customer?.phone_e164;
  const email = contact.email ?? customer?.email;
  const text = `${business.name}: ${message.format(language)}`;
  const draft = { business_id, text, secrets, purpose: "notice" } as const;
  if (phone != null) await enqueueSms(context, { ...draft, to: phone });
  if (email == null) return;
  const subject = messages.notice_subject.format(language, { business: business.name, id });
  await enqueueEmail(context, { ...draft, to: email, subject });
}
