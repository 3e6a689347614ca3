/**
 * Tells the renter by text message and e-mail: at the addresses of the rental, else those of the customer account. A rental
 * may have neither.
 */
import { type NoticeDraft, type Reader, tellPerson } from "#domain/execution/notifications/public.ts";
import type { Context } from "#operation/define/context.ts";
import type { Message } from "#operation/response/messages.ts";
import { notices } from "./notices.ts";
import type { StorageRentalRow } from "./records/storage-rental.ts";

type Optional = "occurrence" | "occurred_at" | "expires_at" | "is_needed" | "secrets";

export interface RenterNotice extends Pick<NoticeDraft, Optional> {
  /** Unique among the notices of all families. */
  kind: string;
  /** What it is about, where that is not the rental. */
  subject?: NoticeDraft["subject"];
  /** Whose times are told, where that is not the place of the rental. */
  place?: Record<string, unknown>;
  write(reader: Reader): Message;
}

export const formatRentalSubject = (language: string, facts: { business: string; id: number }): string =>
  notices.subject.format(language, facts);

export async function tellRenter(
  context: Context<never>,
  rental: Pick<StorageRentalRow, "id" | "contact" | "customer_id" | "place">,
  { subject, place, write, ...notice }: RenterNotice,
): Promise<void> {
  const { db, business_id, business } = context;
  const { id, contact, customer_id } = rental;
  const customer =
    customer_id === null
      ? undefined
      : await db.row<{ email: string | null; phone_e164: string | null }>(
          "select email, phone_e164 from customer where business_id = $1 and id = $2",
          [business_id, customer_id],
        );
  await tellPerson(context, {
    ...notice,
    subject: subject ?? { type: "storage_rental", id },
    party: "renter",
    contact: {
      phone: contact.phone ?? customer?.phone_e164,
      email: contact.email ?? customer?.email,
      language: contact.language,
    },
    place: place ?? rental.place,
    write: (reader) => ({
      subject: formatRentalSubject(reader.language, { business: business.name, id }),
      text: `${business.name}: ${write(reader).format(reader.language)}`,
    }),
  });
}
