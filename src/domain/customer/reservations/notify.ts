/** Tells guests by text message and e-mail, at the contact that they gave, in their language and the time zone of the place. */
import { formatWindow, tellPerson } from "#domain/execution/notifications/public.ts";
import type { Context } from "#operation/define/context.ts";
import { formatMoney } from "#vocabulary/money.ts";
import { buildEntryUrl, buildManageUrl, buildOfferUrl, readManageToken } from "./links.ts";
import { notices } from "./notices.ts";
import type { BookableRow } from "./records/bookable.ts";
import { RESERVATION, type ReservationRow } from "./records/reservation.ts";
import type { SlotRow } from "./records/slot.ts";
import { ENTRY, type EntryRow, OFFER, type OfferRow } from "./records/waitlist.ts";

type SlotTimes = Pick<SlotRow, "starts_at" | "ends_at">;
export const NOTICE_KINDS = ["confirmed", "moved", "cancelled", "reminder", "deposit_returned"] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];

export const formatSlot = ({ starts_at, ends_at }: SlotTimes, language: string, time_zone: string): string =>
  `${formatWindow({ start: starts_at, end: ends_at }, { language, time_zone })} (${time_zone})`;

export const formatMoment = (moment: string, language: string, time_zone: string): string =>
  new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short", timeZone: time_zone }).format(
    new Date(moment),
  );

const join = (...parts: (string | null)[]): string => parts.filter((part) => part !== null).join("\n\n");

export async function tellGuest(
  context: Context<never>,
  bookable: BookableRow,
  slot: SlotTimes,
  row: ReservationRow,
  kind: NoticeKind,
): Promise<void> {
  if (row.guest_email === null && row.guest_phone === null) return;
  const { business, settings } = context;
  const token = readManageToken(context, row);
  const link = token === null ? null : buildManageUrl(settings.base_url, token);
  const { code, calendar_sequence, deposit_minor, currency } = row;
  const { name, street_address, time_zone, confirmation_note } = bookable;
  const has_link = link !== null && (kind === "confirmed" || kind === "moved" || kind === "reminder");
  await tellPerson(context, {
    subject: { type: RESERVATION, id: row.id },
    party: "guest",
    kind: `reservation_${kind}`,
    occurrence: String(calendar_sequence),
    contact: { phone: row.guest_phone, email: row.guest_email, language: row.guest_language },
    place: {},
    ...(kind === "reminder" ? { expires_at: new Date(slot.starts_at) } : { is_needed: true }),
    secrets: token === null ? [] : [token],
    links: has_link ? [link] : [],
    write: ({ language }) => ({
      subject: notices.subject.format(language, { business: business.name, bookable: name }),
      text: join(
        `${business.name}: ${notices[kind].format(language, {
          bookable: name,
          slot: formatSlot(slot, language, time_zone),
          code,
          amount: formatMoney(deposit_minor, currency, language),
        })}`,
        has_link && street_address !== null ? street_address : null,
        kind === "confirmed" ? confirmation_note : null,
        has_link ? notices.manage.format(language, { link }) : null,
      ),
    }),
  });
}

export async function tellEntry(
  context: Context<never>,
  { name }: BookableRow,
  entry: EntryRow,
  token: string,
): Promise<void> {
  if (entry.guest_email === null && entry.guest_phone === null) return;
  const { business, settings } = context;
  const link = buildEntryUrl(settings.base_url, token);
  await tellPerson(context, {
    subject: { type: ENTRY, id: entry.id },
    party: "guest",
    kind: "waitlist_joined",
    contact: { phone: entry.guest_phone, email: entry.guest_email, language: entry.guest_language },
    place: {},
    is_needed: true,
    secrets: [token],
    links: [link],
    write: ({ language }) => ({
      subject: notices.subject.format(language, { business: business.name, bookable: name }),
      text: `${business.name}: ${notices.waiting.format(language, { bookable: name, link })}`,
    }),
  });
}

export async function tellOffer(
  context: Context<never>,
  { name, time_zone, offer_mode }: BookableRow,
  slot: SlotTimes,
  { entry, offer, token }: { entry: EntryRow; offer: OfferRow; token: string },
): Promise<void> {
  if (entry.guest_email === null && entry.guest_phone === null) return;
  const { business, settings } = context;
  const link = buildOfferUrl(settings.base_url, token);
  await tellPerson(context, {
    subject: { type: OFFER, id: offer.id },
    party: "guest",
    kind: "waitlist_offered",
    contact: { phone: entry.guest_phone, email: entry.guest_email, language: entry.guest_language },
    place: {},
    is_needed: true,
    expires_at: new Date(offer.expires_at),
    secrets: [token],
    links: [link],
    write: ({ language }) => {
      const text = offer.is_exclusive || offer_mode === "in_order" ? notices.offered : notices.offered_to_all;
      return {
        subject: notices.subject.format(language, { business: business.name, bookable: name }),
        text: `${business.name}: ${text.format(language, {
          bookable: name,
          slot: formatSlot(slot, language, time_zone),
          until: formatMoment(offer.expires_at, language, time_zone),
          link,
        })}`,
      };
    },
  });
}
