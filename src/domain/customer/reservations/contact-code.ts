/** The code that proves a contact: sent to the e-mail address or telephone number of a hold, five tries each. */
import { randomInt } from "node:crypto";
import { enqueueEmail, enqueueSms } from "#domain/communication/messaging/public.ts";
import type { Context } from "#operation/define/context.ts";
import { signText, verifySignature } from "#platform/auth/secrets.ts";
import { messages } from "./messages.ts";
import { notices } from "./notices.ts";
import type { BookableRow } from "./records/bookable.ts";
import { ReservationRecord, type ReservationRow } from "./records/reservation.ts";

const PURPOSE = "reservation_contact_code";
const LENGTH = 6;
const TRIES_MAX = 5;
const SENDS_MAX = 4;
const RESEND_AFTER_MS = 30_000;

export const CODE_REFUSALS = {
  code_wrong: "invalid",
  code_too_soon: "too_many",
  code_not_sent: "unavailable",
} as const;

/** Sends a new code; the one before is not valid any more. */
export async function sendContactCode(
  context: Context<keyof typeof CODE_REFUSALS>,
  bookable: BookableRow,
  row: ReservationRow,
): Promise<ReservationRow> {
  const { business_id, business, now, settings, refuse } = context;
  const { contact_code_sends, contact_code_sent_at, hold_expires_at } = row;
  const next = contact_code_sent_at === null ? 0 : Date.parse(contact_code_sent_at) + RESEND_AFTER_MS;
  if (next > now.getTime() || contact_code_sends >= SENDS_MAX) {
    const wait_s = Math.max(1, Math.ceil((next - now.getTime()) / 1000));
    throw refuse("code_too_soon", {
      message: messages.code_too_soon,
      headers: { "retry-after": String(wait_s) },
    });
  }
  const code = String(randomInt(10 ** LENGTH)).padStart(LENGTH, "0");
  const draft = {
    business_id,
    text: notices.contact_code.format(row.guest_language, { business: business.name, code }),
    purpose: "verification_code" as const,
    secrets: [code],
    ttl_s: Math.max(60, Math.floor((Date.parse(hold_expires_at ?? "") - now.getTime()) / 1000) || 60),
  };
  const { guest_email, guest_phone } = row;
  const subject = notices.subject.format(row.guest_language, {
    business: business.name,
    bookable: bookable.name,
  });
  const message_id =
    bookable.verified_contact === "phone"
      ? guest_phone === null
        ? null
        : await enqueueSms(context as never, { ...draft, to: guest_phone })
      : guest_email === null
        ? null
        : await enqueueEmail(context as never, { ...draft, to: guest_email, subject });
  if (message_id === null) throw refuse("code_not_sent", { message: messages.code_not_sent });
  return ReservationRecord.change(context, row, {
    contact_code_hash: signText(settings.secret_key, PURPOSE, `${row.id}.${code}`),
    contact_code_expires_at: hold_expires_at,
    contact_code_sent_at: now.toISOString(),
    contact_code_sends: contact_code_sends + 1,
    contact_code_tries: 0,
  });
}

/** Uses one try; the row with the proof, or as it is after a wrong code. */
export async function checkContactCode(
  context: Pick<Context<never>, "db" | "business_id" | "now" | "settings">,
  row: ReservationRow,
  code: string,
): Promise<ReservationRow> {
  const { now, settings } = context;
  const { contact_code_hash, contact_code_expires_at, contact_code_tries } = row;
  const is_open =
    contact_code_hash !== null &&
    contact_code_tries < TRIES_MAX &&
    Date.parse(contact_code_expires_at ?? "") > now.getTime();
  const is_right =
    is_open && verifySignature(settings.secret_key, PURPOSE, `${row.id}.${code.trim()}`, contact_code_hash);
  return ReservationRecord.change(
    context,
    row,
    is_right
      ? { contact_verified_at: now.toISOString(), contact_code_hash: null }
      : { contact_code_tries: contact_code_tries + 1 },
  );
}
