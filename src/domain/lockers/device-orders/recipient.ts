/** Who gets the code of a parcel, and the message with it. */
import { enqueueEmail, enqueueSms } from "#domain/communication/messaging/public.ts";
import type { DeviceRow } from "#domain/lockers/devices/public.ts";
import {
  type CODE_REFUSALS,
  issueCode,
  type ReservationTarget,
  type Use,
} from "#domain/lockers/lockers/public.ts";
import { findOrder, getStopPlace } from "#domain/orders/orders/public.ts";
import type { Context } from "#operation/define/context.ts";
import { chooseLanguage, LANGUAGES } from "#operation/response/language.ts";
import { parseE164 } from "#vocabulary/phone.ts";
import { formatAddressLine, type Place } from "#vocabulary/place.ts";
import { notices } from "./notices.ts";
import type { DeviceOrderRow } from "./records/device-order.ts";
import type { Recipient } from "./shapes.ts";
import { recordAction } from "./store.ts";

type Writer = Context<never>;

const NOTICES = {
  deposit: { subject: notices.deposit_subject, text: notices.deposit_text },
  collect: { subject: notices.collect_subject, text: notices.collect_text },
} as const satisfies Record<Use, object>;

/** A code is of no use when it arrives days later. */
const USEFUL_S = 24 * 3600;

/** The recipient of a delivery collects; the sender of a return deposits. */
export const getRecipientUse = ({ purpose }: Pick<DeviceOrderRow, "purpose">): Use =>
  purpose === "delivery" ? "collect" : "deposit";

interface Contact {
  phone: string | undefined;
  email: string | undefined;
  language: string;
}

async function findContact(
  { db, business_id, business }: Writer,
  { recipient, order_id }: DeviceOrderRow,
): Promise<Contact> {
  const order =
    recipient === null && order_id !== null ? await findOrder(db, business_id, order_id) : undefined;
  const place: Place | null = order === undefined ? null : getStopPlace(order);
  const { phone, email, language }: Recipient = recipient ?? {
    phone: place?.phone?.trim() || undefined,
    email: place?.email?.trim() || undefined,
  };
  const country = place?.country ?? business.country;
  return {
    phone: phone === undefined ? undefined : parseE164(phone, country),
    email,
    language: language ?? chooseLanguage(business.locale, LANGUAGES),
  };
}

/** The code of a use: the same again, or another one; null at a device that verifies none. */
export async function findCode(
  context: Writer,
  target: ReservationTarget,
  use: Use,
  reissue = false,
): Promise<string | null> {
  if (target.device.code_secret === null) return null;
  const { code } = await issueCode(context as Context<keyof typeof CODE_REFUSALS>, target, use, reissue);
  return code;
}

/** Over which channels the code was sent; none where there is no contact. */
export async function sendCode(
  context: Writer,
  row: DeviceOrderRow,
  target: ReservationTarget,
  use: Use,
  code: string,
): Promise<("sms" | "email")[]> {
  const { business_id, business } = context;
  const { phone, email, language } = await findContact(context, row);
  const text = NOTICES[use].text.format(language, {
    business: business.name,
    locker: nameLocker(target.device),
    compartment: target.compartment.code,
    code,
    until: formatUntil(context, language, use === "collect" ? row.collect_until : row.deposit_until),
  });
  const message = {
    business_id,
    text,
    purpose: "delivery_notice" as const,
    secrets: [code],
    ttl_s: USEFUL_S,
  };
  const channels: ("sms" | "email")[] = [];
  if (phone !== undefined && (await enqueueSms(context, { ...message, to: phone })) !== null)
    channels.push("sms");
  if (email !== undefined) {
    const subject = NOTICES[use].subject.format(language, { locker: target.device.name });
    await enqueueEmail(context, { ...message, to: email, subject });
    channels.push("email");
  }
  if (channels.length > 0)
    await recordAction(context, row, "code_sent", { details: { use, channels }, by_device: true });
  return channels;
}

const nameLocker = ({ name, place }: DeviceRow): string =>
  [name, formatAddressLine(place as Partial<Place>)].filter((part) => part).join(", ");

function formatUntil({ business }: Writer, language: string, at: string | null): string {
  if (at === null) return "–";
  return new Intl.DateTimeFormat(language, {
    dateStyle: "medium",
    timeStyle: "short",
    timeZone: business.time_zone,
  }).format(new Date(at));
}
