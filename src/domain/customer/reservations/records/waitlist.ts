/** Who waits for a place, and the offers that were made. */
import type { Context } from "#operation/define/context.ts";
import { defineRecord, type Row } from "#operation/define/record.ts";
import { messages } from "../messages.ts";
import type { EntryStatus, OfferStatus, Source } from "../rules.ts";

export const ENTRY = "waitlist_entry";
export const OFFER = "waitlist_offer";

export interface Window {
  from: string;
  to: string;
}

export interface EntryRow extends Row<"waitlist_entry"> {
  status: EntryStatus;
  source: Exclude<Source, "waitlist">;
  windows: Window[];
  form: Record<string, unknown>;
}

export const EntryRecord = defineRecord<"waitlist_entry", EntryRow>("waitlist_entry", messages.no_entry);

export interface OfferRow extends Row<"waitlist_offer"> {
  status: OfferStatus;
}

export const OfferRecord = defineRecord<"waitlist_offer", OfferRow>("waitlist_offer", messages.no_offer);

type Reader = Pick<Context, "db" | "business_id">;

/** Entries looked at for one freed place; more are looked at when the next one is free. */
const LOOKED_AT = 500;

/** Those who wait for a slot that begins then and need no more than so many places, in their order; nobody is offered a slot twice. */
export function lockWaitingEntries(
  { db, business_id }: Reader,
  {
    bookable_id,
    slot_id,
    starts_at,
    places,
  }: { bookable_id: number; slot_id: number; starts_at: string; places: number },
): Promise<EntryRow[]> {
  return db.rows<EntryRow>(
    `select * from waitlist_entry e
      where business_id = $1 and bookable_id = $2 and status = 'WAITING' and places <= $3
        and exists (select from jsonb_array_elements(e.windows) w
          where (w ->> 'from')::timestamptz <= $4 and (w ->> 'to')::timestamptz > $4)
        and not exists (select from waitlist_offer o
          where o.business_id = $1 and o.entry_id = e.id and o.slot_id = $5)
      order by id limit ${LOOKED_AT} for update`,
    [business_id, bookable_id, places, starts_at, slot_id],
  );
}

export function listOpenOffers({ db, business_id }: Reader, slot_id: number): Promise<OfferRow[]> {
  return db.rows<OfferRow>(
    `select * from waitlist_offer where business_id = $1 and slot_id = $2 and status = 'OPEN' and not is_exclusive
      order by id for update`,
    [business_id, slot_id],
  );
}

export function findOpenOffer({ db, business_id }: Reader, entry_id: number): Promise<OfferRow | undefined> {
  return db.row<OfferRow>(
    `select * from waitlist_offer where business_id = $1 and entry_id = $2 and status = 'OPEN' order by id limit 1 for update`,
    [business_id, entry_id],
  );
}
