/** Bookables: what can be reserved, when, and by which rules. */
import type { FormFields } from "#domain/customer/services/public.ts";
import type { Context } from "#operation/define/context.ts";
import { expectRecord } from "#operation/define/get.ts";
import { defineRecord, type Row } from "#operation/define/record.ts";
import { messages } from "../messages.ts";
import type { BookableKind, BookableStatus, OfferMode, VerifiedContact } from "../rules.ts";
import type { Calendar } from "../slots.ts";

export const BOOKABLE = "bookable";

export interface BookableRow extends Row<"bookable"> {
  kind: BookableKind;
  status: BookableStatus;
  calendar: Calendar;
  form_fields: FormFields;
  offer_mode: OfferMode;
  verified_contact: VerifiedContact;
}

export const BookableRecord = defineRecord<"bookable", BookableRow>("bookable", messages.no_bookable);

type Reader = Pick<Context, "db" | "business_id">;

const BY_CODE = "select * from bookable where business_id = $1 and code = $2 and status = 'ACTIVE'";

/** One that the public may reserve. */
export async function getOfferedBookable({ db, business_id }: Reader, code: string): Promise<BookableRow> {
  return expectRecord(await db.row<BookableRow>(BY_CODE, [business_id, code]), messages.no_bookable);
}

/**
 * Its rules stay as they are until the end of the transaction. Reservations share this lock, so that they wait for the counter
 * of their slot alone.
 */
export async function shareBookable({ db, business_id }: Reader, id: number): Promise<BookableRow> {
  return expectRecord(
    await db.row<BookableRow>("select * from bookable where business_id = $1 and id = $2 for key share", [
      business_id,
      id,
    ]),
    messages.no_bookable,
  );
}

/**
 * As `shareBookable`, and its waitlist stays as it is too: whoever frees a place, joins, accepts or leaves takes this lock before
 * that of a slot, so that no freed place misses somebody who joins at that moment.
 */
export async function lockWaitlist({ db, business_id }: Reader, id: number): Promise<BookableRow> {
  return expectRecord(
    await db.row<BookableRow>("select * from bookable where business_id = $1 and id = $2 for no key update", [
      business_id,
      id,
    ]),
    messages.no_bookable,
  );
}
