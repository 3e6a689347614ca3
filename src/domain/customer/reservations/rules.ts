/** What may become of reservations, entries of the waitlist and offers. Pure. Source: README.md, "Statuses". */
import { findSlot, type SlotRule, type SlotTimes } from "./slots.ts";

export const BOOKABLE_KINDS = ["dock", "counter", "pickup", "storage_visit", "other"] as const;
export type BookableKind = (typeof BOOKABLE_KINDS)[number];
export const BOOKABLE_STATUSES = ["ACTIVE", "PAUSED", "RETIRED"] as const;
export type BookableStatus = (typeof BOOKABLE_STATUSES)[number];
export const OFFER_MODES = ["in_order", "first_wins"] as const;
export type OfferMode = (typeof OFFER_MODES)[number];
export const VERIFIED_CONTACTS = ["none", "email", "phone"] as const;
export type VerifiedContact = (typeof VERIFIED_CONTACTS)[number];

export const RESERVATION_STATUSES = [
  "REQUESTED",
  "CONFIRMED",
  "CHECKED_IN",
  "COMPLETED",
  "NO_SHOW",
  "CANCELLED",
] as const;
export type ReservationStatus = (typeof RESERVATION_STATUSES)[number];
export const SOURCES = ["public", "desk", "walk_in", "waitlist"] as const;
export type Source = (typeof SOURCES)[number];
export const END_CAUSES = ["guest", "business", "hold_expired"] as const;
export type EndCause = (typeof END_CAUSES)[number];
export const PAYMENT_STATUSES = [
  "NONE",
  "OPEN",
  "PAID",
  "FAILED",
  "REFUND_PENDING",
  "REFUNDED",
  "KEPT",
] as const;
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

export const ENTRY_STATUSES = ["WAITING", "OFFERED", "CONVERTED", "DECLINED", "LAPSED", "LEFT"] as const;
export type EntryStatus = (typeof ENTRY_STATUSES)[number];
export const OFFER_STATUSES = ["OPEN", "ACCEPTED", "DECLINED", "LAPSED", "WITHDRAWN"] as const;
export type OfferStatus = (typeof OFFER_STATUSES)[number];

/** A hold without a confirmation ends. */
export const HOLD_MS = 10 * 60_000;
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** What the status of a reservation says of its places: they count, or are free again. */
export const takesPlaces = (status: ReservationStatus): boolean =>
  status !== "CANCELLED" && status !== "NO_SHOW";

export interface BookingRule extends SlotRule {
  lead_minutes: number;
  cutoff_minutes: number;
  horizon_days: number;
  places_max: number;
  capacity: number;
}

/** From when until when the public may reserve a slot that begins then. */
export function computeBookingRange(
  { lead_minutes, horizon_days }: Pick<BookingRule, "lead_minutes" | "horizon_days">,
  now: Date,
): { from: Date; to: Date } {
  const from = now.getTime() + lead_minutes * MINUTE_MS;
  return { from: new Date(from), to: new Date(Math.max(from, now.getTime() + horizon_days * DAY_MS)) };
}

export type BookingRefusal = "outside_lead_time" | "no_slot" | "too_many_places";

/**
 * The slot that somebody asks for, or why not. The desk is not bound to lead time and horizon, but a slot that is over is
 * over for it as well.
 */
export function checkSlot(
  rule: BookingRule,
  { starts_at, places, at_desk }: { starts_at: Date; places: number; at_desk: boolean },
  now: Date,
): SlotTimes | BookingRefusal {
  if (places > rule.capacity || (!at_desk && places > rule.places_max)) return "too_many_places";
  const slot = findSlot(rule, starts_at);
  if (slot === undefined) return "no_slot";
  if (at_desk) return slot.ends_at > now ? slot : "outside_lead_time";
  const { from, to } = computeBookingRange(rule, now);
  return slot.starts_at > now && slot.starts_at >= from && slot.starts_at <= to ? slot : "outside_lead_time";
}

/** From then on the public may not move a reservation, no place is offered, and a deposit is kept. */
export const computeCutoff = (
  { cutoff_minutes }: Pick<BookingRule, "cutoff_minutes">,
  starts_at: Date,
): Date => new Date(starts_at.getTime() - cutoff_minutes * MINUTE_MS);

/** When an offer of a place that is free now ends; null where none is made: the slot is past, or past its cut-off. */
export function computeOfferEnd(
  rule: Pick<BookingRule, "cutoff_minutes"> & { offer_minutes: number },
  starts_at: Date,
  now: Date,
): Date | null {
  const cutoff = computeCutoff(rule, starts_at);
  if (cutoff <= now) return null;
  return new Date(Math.min(cutoff.getTime(), now.getTime() + rule.offer_minutes * MINUTE_MS));
}

export interface ReservationState {
  status: ReservationStatus;
  hold_expires_at: string | null;
}

/** A hold counts until its end, whether or not the worker has come to it. */
export const isOpenHold = ({ status, hold_expires_at }: ReservationState, now: Date): boolean =>
  status === "REQUESTED" && hold_expires_at !== null && Date.parse(hold_expires_at) > now.getTime();

interface Slot {
  starts_at: string;
  ends_at: string;
}

/** The guest may move it until the cut-off. */
export const canMove = (
  rule: Pick<BookingRule, "cutoff_minutes">,
  { status, starts_at }: ReservationState & Slot,
  now: Date,
): boolean => status === "CONFIRMED" && computeCutoff(rule, new Date(starts_at)) > now;

/** The guest may cancel it until the slot begins; so the place may still be of use to others. */
export const canCancel = (row: ReservationState & Slot, now: Date): boolean =>
  (row.status === "CONFIRMED" && Date.parse(row.starts_at) > now.getTime()) || isOpenHold(row, now);

/** The deposit goes back: by the business always, by the guest before the cut-off. */
export const isRefunded = (
  rule: Pick<BookingRule, "cutoff_minutes">,
  { starts_at }: Pick<Slot, "starts_at">,
  cause: EndCause,
  now: Date,
): boolean => cause !== "guest" || computeCutoff(rule, new Date(starts_at)) > now;

/** Staff may check in somebody who is early, until the slot is over. */
export const canCheckIn = ({ status, ends_at }: ReservationState & Slot, now: Date): boolean =>
  status === "CONFIRMED" && Date.parse(ends_at) > now.getTime();

/** Nobody is missing before the slot begins. */
export const canMarkNoShow = ({ status, starts_at }: ReservationState & Slot, now: Date): boolean =>
  status === "CONFIRMED" && Date.parse(starts_at) <= now.getTime();

/** What is missing before a hold becomes a reservation. */
export type Missing = "contact" | "contact_code" | "deposit";

export function findMissing(
  { verified_contact }: { verified_contact: VerifiedContact },
  row: {
    guest_name: string | null;
    contact_verified_at: string | null;
    deposit_minor: number;
    payment_status: PaymentStatus;
  },
): Missing | null {
  if (row.guest_name === null) return "contact";
  if (verified_contact !== "none" && row.contact_verified_at === null) return "contact_code";
  if (row.deposit_minor > 0 && row.payment_status !== "PAID") return "deposit";
  return null;
}

/** Of entries in their order, those that get one of the free places: all that an entry needs, or none. */
export function chooseEntries<Entry extends { places: number }>(
  entries: readonly Entry[],
  free: number,
): Entry[] {
  const chosen_entries: Entry[] = [];
  let free_count = free;
  for (const entry of entries) {
    if (entry.places > free_count) continue;
    chosen_entries.push(entry);
    free_count -= entry.places;
  }
  return chosen_entries;
}
