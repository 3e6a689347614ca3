/**
 * Offers of free places. An offer takes its places from the counter of the slot when it is made, so they are never sold and
 * offered at once; whatever ends it gives them back and offers them to the next.
 *
 * Locks, always in this order: a reservation, the bookable (`lockWaitlist`), its slots, entries and offers.
 */
import { createLink } from "#operation/caller/link-store.ts";
import type { Context } from "#operation/define/context.ts";
import { computeLinkEnd, OFFER_OPERATIONS } from "./links.ts";
import { tellOffer } from "./notify.ts";
import type { BookableRow } from "./records/bookable.ts";
import { addPlaces, listSlotRows, lockSlot, SlotRecord, type SlotRow } from "./records/slot.ts";
import {
  ENTRY,
  EntryRecord,
  type EntryRow,
  listOpenOffers,
  lockWaitingEntries,
  OFFER,
  OfferRecord,
  type OfferRow,
} from "./records/waitlist.ts";
import {
  chooseEntries,
  computeBookingRange,
  computeOfferEnd,
  type EntryStatus,
  type OfferStatus,
} from "./rules.ts";
import { findSlots } from "./slots.ts";

/** An offer to one ends. */
export const OFFER_END = "reservations.offer_end";
/** The offers of a slot to all end. */
export const POOL_END = "reservations.pool_end";
/** Nothing was free while somebody waited. */
export const ENTRY_END = "reservations.entry_end";

/** Places of a locked bookable are free again: they go to those who wait, else to everybody. */
export async function giveBack(
  context: Context<never>,
  bookable: BookableRow,
  slot_id: number,
  places: number,
): Promise<void> {
  await SlotRecord.getLocked(context, slot_id);
  const slot = await addPlaces(context, slot_id, { taken: -places });
  await offerFreePlaces(context, bookable, slot);
}

/** Offers what is free in a locked slot of a locked bookable. */
export async function offerFreePlaces(
  context: Context<never>,
  bookable: BookableRow,
  slot: SlotRow,
): Promise<void> {
  const free = bookable.capacity - slot.taken;
  const expires_at = computeOfferEnd(bookable, new Date(slot.starts_at), context.now);
  if (free <= 0 || expires_at === null || bookable.status === "RETIRED") return;
  const entries = await lockWaitingEntries(context, {
    bookable_id: bookable.id,
    slot_id: slot.id,
    starts_at: slot.starts_at,
    places: free,
  });
  if (entries.length === 0) return;
  if (bookable.offer_mode === "in_order") {
    for (const entry of chooseEntries(entries, free))
      await offerToOne(context, bookable, slot, entry, expires_at);
    return;
  }
  const pool_ends_at = new Date(Math.max(expires_at.getTime(), Date.parse(slot.pool_expires_at ?? "") || 0));
  const pooled = await addPlaces(context, slot.id, {
    taken: free,
    pooled: free,
    pool_expires_at: pool_ends_at,
  });
  for (const entry of entries) await makeOffer(context, bookable, pooled, entry, expires_at, false);
  context.due.set(POOL_END, slot.id, pool_ends_at);
}

/** Takes the places of an entry from a locked slot, for this entry alone. */
async function offerToOne(
  context: Context<never>,
  bookable: BookableRow,
  slot: SlotRow,
  entry: EntryRow,
  expires_at: Date,
): Promise<void> {
  await addPlaces(context, slot.id, { taken: entry.places });
  const offer = await makeOffer(context, bookable, slot, entry, expires_at, true);
  context.due.set(OFFER_END, offer.id, expires_at);
}

async function makeOffer(
  context: Context<never>,
  bookable: BookableRow,
  slot: SlotRow,
  entry: EntryRow,
  expires_at: Date,
  is_exclusive: boolean,
): Promise<OfferRow> {
  const { places } = entry;
  const offer = await OfferRecord.insert(context, {
    entry_id: entry.id,
    slot_id: slot.id,
    places,
    is_exclusive,
    expires_at: expires_at.toISOString(),
  });
  const after = await EntryRecord.change(context, entry, { status: "OFFERED" });
  const { token } = await createLink(context, {
    record: { type: OFFER, id: offer.id },
    operations: Object.values(OFFER_OPERATIONS),
    note: null,
    expires_at: computeLinkEnd(slot.ends_at),
  });
  context.emit({
    subject: { type: ENTRY, id: entry.id },
    kind: "waitlist.offered",
    payload: {
      bookable_id: bookable.id,
      places,
      status: after.status,
      offer_id: offer.id,
      starts_at: slot.starts_at,
      ends_at: slot.ends_at,
      expires_at: offer.expires_at,
    },
    before: { status: entry.status },
    after: { status: after.status },
  });
  await tellOffer(context, bookable, slot, { entry: after, offer, token });
  return offer;
}

/** An offer of a locked bookable ends, and its entry waits again, has what it waited for, or does not wait any more. */
export async function closeOffer(
  context: Context<never>,
  bookable: BookableRow,
  { offer, entry, slot }: { offer: OfferRow; entry: EntryRow; slot: SlotRow },
  { offer_status, entry_status }: { offer_status: OfferStatus; entry_status: EntryStatus },
): Promise<EntryRow> {
  if (offer.status !== offer_status) await OfferRecord.change(context, offer, { status: offer_status });
  const after = await changeEntry(context, entry, entry_status);
  context.due.clear(OFFER_END, offer.id);
  if (offer_status !== "ACCEPTED")
    context.emit({
      subject: { type: ENTRY, id: entry.id },
      kind: "waitlist.offer_ended",
      payload: {
        bookable_id: bookable.id,
        places: offer.places,
        status: entry_status,
        offer_id: offer.id,
        starts_at: slot.starts_at,
        ends_at: slot.ends_at,
      },
      before: { status: entry.status },
      after: { status: entry_status },
    });
  return after;
}

export async function changeEntry(
  context: Context<never>,
  entry: EntryRow,
  status: EntryStatus,
): Promise<EntryRow> {
  if (status !== "WAITING" && status !== "OFFERED") context.due.clear(ENTRY_END, entry.id);
  return EntryRecord.change(context, entry, { status });
}

/** Gives back what an offer that has ended had taken: to the counter, or to the pool, of which it had taken nothing yet. */
export async function returnOfferedPlaces(
  context: Context<never>,
  bookable: BookableRow,
  offer: OfferRow,
): Promise<void> {
  if (offer.is_exclusive) await giveBack(context, bookable, offer.slot_id, offer.places);
  else await settlePool(context, bookable, await SlotRecord.getLocked(context, offer.slot_id));
}

/** Takes the places of an accepted offer out of the pool of a locked slot; offers that the rest is too small for end. */
export async function takeFromPool(
  context: Context<never>,
  bookable: BookableRow,
  slot: SlotRow,
  accepted: OfferRow,
): Promise<boolean> {
  if (slot.pooled < accepted.places) return false;
  await OfferRecord.change(context, accepted, { status: "ACCEPTED" });
  await settlePool(context, bookable, await addPlaces(context, slot.id, { pooled: -accepted.places }));
  return true;
}

/** Ends offers that the pool of a locked slot is too small for; a pool that is offered to nobody any more is free. */
async function settlePool(context: Context<never>, bookable: BookableRow, slot: SlotRow): Promise<void> {
  const offers = await listOpenOffers(context, slot.id);
  const too_large = offers.filter(({ places }) => places > slot.pooled);
  if (too_large.length === offers.length) await dissolvePool(context, bookable, slot, offers);
  else for (const offer of too_large) await lapsePooled(context, bookable, slot, offer);
}

/** Somebody else was faster, or nobody came: who was offered a place of the pool waits on. */
async function lapsePooled(
  context: Context<never>,
  bookable: BookableRow,
  slot: SlotRow,
  offer: OfferRow,
): Promise<EntryRow> {
  const entry = await EntryRecord.getLocked(context, offer.entry_id);
  return closeOffer(
    context,
    bookable,
    { offer, entry, slot },
    { offer_status: "LAPSED", entry_status: "WAITING" },
  );
}

/** What is left of the pool of a locked slot is free; who was offered it may be offered another slot. */
async function dissolvePool(
  context: Context<never>,
  bookable: BookableRow,
  slot: SlotRow,
  offers: readonly OfferRow[],
): Promise<void> {
  const { pooled } = slot;
  const after = await addPlaces(context, slot.id, { taken: -pooled, pooled: -pooled, pool_expires_at: null });
  context.due.clear(POOL_END, slot.id);
  const entries: EntryRow[] = [];
  for (const offer of offers) entries.push(await lapsePooled(context, bookable, slot, offer));
  await offerFreePlaces(context, bookable, after);
  for (const entry of entries) await offerToEntry(context, bookable, entry);
}

/** The time of the offers to all is over. */
export async function endPool(
  context: Context<never>,
  bookable: BookableRow,
  slot_id: number,
): Promise<void> {
  const slot = await SlotRecord.getLocked(context, slot_id);
  if (slot.pool_expires_at === null || Date.parse(slot.pool_expires_at) > context.now.getTime()) return;
  await dissolvePool(context, bookable, slot, await listOpenOffers(context, slot_id));
}

/** Offers the first slot with room that somebody who waits wants and was not offered before. The bookable is locked. */
export async function offerToEntry(
  context: Context<never>,
  bookable: BookableRow,
  entry: EntryRow,
): Promise<void> {
  const { db, business_id, now } = context;
  if (entry.status !== "WAITING") return;
  const horizon = computeBookingRange({ ...bookable, lead_minutes: 0 }, now).to;
  const offered = await db.rows<{ starts_at: string }>(
    `select s.starts_at from waitlist_offer o join bookable_slot s on s.business_id = o.business_id and s.id = o.slot_id
      where o.business_id = $1 and o.entry_id = $2`,
    [business_id, entry.id],
  );
  const offered_starts = new Set(offered.map(({ starts_at }) => Date.parse(starts_at)));
  for (const window of entry.windows) {
    const from = new Date(Math.max(Date.parse(window.from), now.getTime()));
    const to = new Date(Math.min(Date.parse(window.to), horizon.getTime()));
    if (from >= to) continue;
    const rows = await listSlotRows(context, bookable.id, from, to);
    for (const slot of findSlots(bookable, from, to)) {
      const start = slot.starts_at.getTime();
      const expires_at = computeOfferEnd(bookable, slot.starts_at, now);
      const has_room = (rows.get(start)?.taken ?? 0) + entry.places <= bookable.capacity;
      if (!has_room || expires_at === null || offered_starts.has(start)) continue;
      const locked = await lockSlot(context, bookable.id, slot);
      if (locked.taken + entry.places > bookable.capacity) continue;
      return offerToOne(context, bookable, locked, entry, expires_at);
    }
  }
}

/** Somebody leaves the waitlist, or is taken off it; an offer that is open gives its places back. */
export async function leaveWaitlist(
  context: Context<never>,
  bookable: BookableRow,
  entry: EntryRow,
  offer: OfferRow | undefined,
  status: { offer_status: OfferStatus; entry_status: EntryStatus },
): Promise<EntryRow> {
  if (offer === undefined) {
    const after = await changeEntry(context, entry, status.entry_status);
    emitLeaving(context, after, entry.status);
    return after;
  }
  const slot = await SlotRecord.get(context, offer.slot_id);
  const after = await closeOffer(context, bookable, { offer, entry, slot }, status);
  emitLeaving(context, after, entry.status);
  await returnOfferedPlaces(context, bookable, offer);
  return after;
}

function emitLeaving({ emit }: Pick<Context<never>, "emit">, entry: EntryRow, before: EntryStatus): void {
  const { id, bookable_id, places, status } = entry;
  emit({
    subject: { type: ENTRY, id },
    kind: "waitlist.left",
    payload: { bookable_id, places, status },
    before: { status: before },
    after: { status },
  });
}
