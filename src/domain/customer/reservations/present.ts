/** Reservations, entries and bookables as they are shown. */
import type { Context } from "#operation/define/context.ts";
import { expectRecord } from "#operation/define/get.ts";
import { messages } from "./messages.ts";
import { BookableRecord, type BookableRow } from "./records/bookable.ts";
import { getReservationView, type ReservationView } from "./records/reservation.ts";
import type { EntryRow } from "./records/waitlist.ts";
import {
  canCancel,
  canCheckIn,
  canMarkNoShow,
  canMove,
  computeBookingRange,
  computeCutoff,
  findMissing,
  isOpenHold,
  type OfferStatus,
} from "./rules.ts";

type Reader = Pick<Context<never>, "db" | "business_id" | "now" | "business" | "settings">;

const buildPageUrl = (base_url: string, client_code: string, code: string): string =>
  `${base_url}/reserve/${client_code}/${code}`;

export function buildBookable(
  { settings, business }: Pick<Reader, "settings" | "business">,
  row: BookableRow,
) {
  return {
    ...row,
    page_url: buildPageUrl(settings.base_url, business.code, row.code),
    has_feed: row.feed_link_id !== null,
  };
}

export async function answerBookable(context: Reader, id: number) {
  const row = await BookableRecord.get(context, id);
  return { result: true, version: row.version, bookable: buildBookable(context, row) };
}

export function buildPublicBookable(row: BookableRow, now: Date) {
  const { from, to } = computeBookingRange(row, now);
  return { ...row, book_from: from.toISOString(), book_until: to.toISOString() };
}

function buildManaged({ business, now }: Pick<Reader, "business" | "now">, view: ReservationView) {
  const is_hold = isOpenHold(view, now);
  const missing = is_hold ? findMissing(view, view) : null;
  return {
    ...view,
    missing,
    business_name: business.name,
    client_code: business.code,
    hold_expires_at: is_hold ? view.hold_expires_at : null,
    change_until: computeCutoff(view, new Date(view.starts_at)).toISOString(),
    can_move: canMove(view, view, now),
    can_cancel: canCancel(view, now),
    checkout_url: missing === "deposit" ? view.checkout_url : null,
  };
}

export async function answerManaged(context: Reader, id: number) {
  return { result: true, reservation: buildManaged(context, await getReservationView(context, id)) };
}

export function buildReservation({ now }: Pick<Reader, "now">, view: ReservationView) {
  return {
    ...view,
    can_check_in: canCheckIn(view, now),
    can_mark_no_show: canMarkNoShow(view, now),
    can_cancel: view.status === "CONFIRMED" || view.status === "REQUESTED",
    can_move: view.status === "CONFIRMED" && Date.parse(view.ends_at) > now.getTime(),
  };
}

export async function answerReservation(context: Reader, id: number) {
  const view = await getReservationView(context, id);
  return { result: true, version: view.version, reservation: buildReservation(context, view) };
}

/** With what is shown of bookable, latest offer and reservation. */
export interface EntryView extends EntryRow {
  bookable_code: string;
  bookable_name: string;
  street_address: string | null;
  time_zone: string;
  deposit_minor: number;
  currency: string;
  reservation_id: number | null;
  offer_status: OfferStatus | null;
  offer_starts_at: string;
  offer_ends_at: string;
  offer_expires_at: string;
  position: number | null;
}

/** `e` is the entry. */
export const ENTRIES = `select e.*, b.code as bookable_code, b.name as bookable_name, b.street_address, b.time_zone, b.deposit_minor, b.currency,
    r.id as reservation_id, o.status as offer_status, s.starts_at as offer_starts_at, s.ends_at as offer_ends_at,
    o.expires_at as offer_expires_at,
    case when e.status in ('WAITING', 'OFFERED') then 1 + (select count(*) from waitlist_entry before
      where before.business_id = e.business_id and before.bookable_id = e.bookable_id and before.status in ('WAITING', 'OFFERED')
        and before.id < e.id)::int end as position
  from waitlist_entry e
  join bookable b on b.business_id = e.business_id and b.id = e.bookable_id
  left join lateral (select * from waitlist_offer where business_id = e.business_id and entry_id = e.id order by id desc limit 1) o on true
  left join bookable_slot s on s.business_id = o.business_id and s.id = o.slot_id
  left join lateral (select id from reservation where business_id = e.business_id and entry_id = e.id order by id desc limit 1) r on true`;

export const buildEntry = (view: EntryView) => ({
  ...view,
  offer:
    view.offer_status === null
      ? null
      : {
          status: view.offer_status,
          starts_at: view.offer_starts_at,
          ends_at: view.offer_ends_at,
          expires_at: view.offer_expires_at,
        },
});

async function getEntryView({ db, business_id }: Reader, id: number): Promise<EntryView> {
  return expectRecord(
    await db.row<EntryView>(`${ENTRIES} where e.business_id = $1 and e.id = $2`, [business_id, id]),
    messages.no_entry,
  );
}

export async function answerEntry(context: Reader, id: number) {
  const view = await getEntryView(context, id);
  return { result: true, version: view.version, entry: buildEntry(view) };
}

/** As its owner sees it. An offer that is over is shown as lapsed, whether or not the worker has come to it. */
export async function answerOwnEntry(context: Reader, id: number) {
  const { business, now } = context;
  const view = await getEntryView(context, id);
  const entry = buildEntry(view);
  const { offer } = entry;
  const is_over = offer !== null && offer.status === "OPEN" && Date.parse(offer.expires_at) <= now.getTime();
  return {
    result: true,
    entry: {
      ...entry,
      offer: is_over ? { ...offer, status: "LAPSED" as const } : offer,
      business_name: business.name,
      client_code: business.code,
    },
  };
}
