/** States of rentals as derived from their events, and the periods that they are charged for. Pure. */
import type { ReservationStatus } from "#domain/lockers/lockers/public.ts";
import { findStatusEvent } from "#domain/tracking/tracking/public.ts";
import type { Timeline } from "#otep/timeline.ts";
import type { LockedRental } from "./records/storage-rental.ts";

export const RENTAL_STATES = [
  "BOOKED",
  "ACTIVE",
  "OVERDUE",
  "ENDED",
  "CANCELLED",
  "NO_SHOW",
  "REMOVED_BY_STAFF",
] as const;
export type RentalState = (typeof RENTAL_STATES)[number];

/** Nothing ends a rental in one of the others. */
export const OPEN_STATES: readonly RentalState[] = ["BOOKED", "ACTIVE", "OVERDUE"];

/** Why a rental was cancelled for which nothing came. */
const NO_SHOW_REASON = "recipient_absent";

/** The state of a rental by its timeline, and when the compartment was actually occupied and returned. */
export function deriveRentalState(
  rental: LockedRental,
  timeline: Timeline,
): Omit<LockedRental, "id" | "booked_to"> {
  const moves = timeline.events.filter(
    (event) =>
      event.time_type === "actual" && event.voided_by === undefined && event.after_terminal === undefined,
  );
  const first = (bases: readonly string[]) => moves.find(({ base }) => bases.includes(base))?.occurred_at;
  const current = findStatusEvent(timeline);
  return {
    state:
      (current === undefined
        ? undefined
        : mapRentalState(current.status_code, current.base, current.incident_reason)) ?? rental.state,
    actual_from: first(["received", "stored"]) ?? rental.actual_from,
    actual_to: first(["delivered", "cancelled"]) ?? rental.actual_to,
  };
}

function mapRentalState(code: string, base: string, reason: string | undefined): RentalState | undefined {
  if (code === "otep:storage:disposed") return "REMOVED_BY_STAFF";
  switch (base) {
    case "created":
    case "confirmed":
    case "ready":
      return "BOOKED";
    case "received":
    case "processed":
    case "stored":
      return "ACTIVE";
    case "held":
      return code === "otep:storage:overdue" ? "OVERDUE" : undefined;
    case "departed":
    case "delivered":
    case "returned":
      return "ENDED";
    case "cancelled":
    case "rejected":
      return reason === NO_SHOW_REASON ? "NO_SHOW" : "CANCELLED";
    default:
      return undefined;
  }
}

/** What happened to the compartment of a rental, as an event of its timeline. */
export interface RentalFact {
  code:
    | "otep:storage:checked_in"
    | "otep:storage:accessed"
    | "otep:storage:retrieved"
    | "otep:storage:checked_out"
    | "otep:storage:disposed"
    | "otep:core:cancelled";
  incident_reason?: "recipient_absent" | "sender_cancelled";
}

/** Null where a change of the reservation means nothing for the rental. */
export function readReservationChange(
  { is_relayed, has_removal, booked_to }: { is_relayed: boolean; has_removal: boolean; booked_to: string },
  change: {
    before: ReservationStatus;
    after: ReservationStatus;
    /** A door was opened while something was in it, and closed over it again. */
    was_looked_into: boolean;
    by_operator: boolean;
    at: Date;
  },
): RentalFact | null {
  const { before, after, was_looked_into, by_operator, at } = change;
  if (after !== before && after === "IN_USE") return { code: "otep:storage:checked_in" };
  if (after !== before && after === "ENDED") {
    if (is_relayed) return { code: "otep:storage:retrieved" };
    return { code: has_removal || by_operator ? "otep:storage:disposed" : "otep:storage:checked_out" };
  }
  if (after === "CANCELLED" || after === "EXPIRED")
    return {
      code: "otep:core:cancelled",
      incident_reason: at.getTime() < Date.parse(booked_to) ? "sender_cancelled" : NO_SHOW_REASON,
    };
  return was_looked_into ? { code: "otep:storage:accessed" } : null;
}

const HOUR_MS = 3_600_000;

const REMINDER_MAX_MS = 2 * HOUR_MS;

/** When the renter is reminded of the end of the booked time: two hours before, of short rentals a quarter of their time. */
export function computeReminder({
  booked_from,
  booked_to,
}: {
  booked_from: string;
  booked_to: string;
}): Date {
  const end_ms = Date.parse(booked_to);
  return new Date(end_ms - Math.min(REMINDER_MAX_MS, (end_ms - Date.parse(booked_from)) / 4));
}

/** Periods that hours take: one that has begun counts. */
export const countPeriods = (hours: number, period_h: number): number => Math.ceil(hours / period_h);

/**
 * Periods after the booked time that have begun, of something that was or is in a compartment until `until`. The first
 * begins with the booked time's end, and counts once the grace is over.
 */
export function countOverduePeriods(
  { booked_to, period_h, grace_min }: { booked_to: string; period_h: number; grace_min: number },
  until: Date,
): number {
  const over_ms = until.getTime() - Date.parse(booked_to);
  return over_ms <= grace_min * 60_000 ? 0 : Math.ceil(over_ms / (period_h * HOUR_MS));
}

/** What a rental costs beside its price. Negative where something was returned. */
export interface Charge {
  code: string;
  label: string;
  amount_minor: number;
  at: string;
  /** The time that is charged. */
  from?: string;
  to?: string;
  request_id?: string;
}

const OVERDUE = "overdue";
const OVERDUE_RETURNED = "overdue_returned";

/** The overdue periods since the booked time ended that are charged and were not returned, the first one first. */
export function listChargedPeriods(charges: readonly Charge[], booked_to: string): Charge[] {
  const since = Date.parse(booked_to);
  const inSpan = ({ from }: Charge) => from !== undefined && Date.parse(from) >= since;
  const charged = charges.filter((one) => one.code === OVERDUE && inSpan(one));
  const returned = charges.filter((one) => one.code === OVERDUE_RETURNED && inSpan(one)).length;
  return charged.slice(0, charged.length - returned);
}

/**
 * The charges that are still to be made so that the first `periods` after the booked time are charged, or to be returned
 * where fewer have begun than were charged. `price`: what the n-th overdue period of the whole rental costs.
 */
export function listOverdueCharges(
  rental: { charges: readonly Charge[]; booked_to: string; period_h: number; overdue_periods: number },
  periods: number,
  { at, label, price }: { at: string; label: string; price: (overdue_period: number) => number },
): Charge[] {
  const charged = listChargedPeriods(rental.charges, rental.booked_to);
  const start = (index: number) => {
    const ms = Date.parse(rental.booked_to) + index * rental.period_h * HOUR_MS;
    return new Date(ms).toISOString();
  };
  if (periods < charged.length)
    return charged.slice(periods).map(({ label: its_label, amount_minor, from, to }) => ({
      code: OVERDUE_RETURNED,
      label: its_label,
      amount_minor: -amount_minor,
      at,
      ...(from === undefined ? {} : { from }),
      ...(to === undefined ? {} : { to }),
    }));
  const before = rental.overdue_periods;
  return Array.from({ length: periods - charged.length }, (_, index) => ({
    code: OVERDUE,
    label,
    amount_minor: price(before + index + 1),
    at,
    from: start(charged.length + index),
    to: start(charged.length + index + 1),
  }));
}

/** What a rental costs with everything that was charged and returned. */
export const computeTotal = (price_minor: number | null, charges: readonly { amount_minor: number }[]) =>
  charges.reduce((sum, { amount_minor }) => sum + amount_minor, price_minor ?? 0);
