/** States of rentals, as derived from their events. Pure. */
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
      (current === undefined ? undefined : mapRentalState(current.status_code, current.base)) ?? rental.state,
    actual_from: first(["received", "stored"]) ?? rental.actual_from,
    actual_to: first(["delivered", "cancelled"]) ?? rental.actual_to,
  };
}

function mapRentalState(code: string, base: string): RentalState | undefined {
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
      return "CANCELLED";
    default:
      return undefined;
  }
}
