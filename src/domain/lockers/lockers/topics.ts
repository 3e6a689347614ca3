/** What families that reserve compartments act on. */
import type { DeviceRow } from "#domain/lockers/devices/public.ts";
import { defineTopic } from "#operation/define/topic.ts";
import type { CompartmentRow } from "./records/compartment.ts";
import type { ReservationRow } from "./records/reservation.ts";
import type { CompartmentStatus, LockerException, ReservationStatus } from "./rules.ts";

export interface ReservationChange {
  device: DeviceRow;
  compartment: CompartmentRow;
  /** As it is now, with the record that it is for. */
  reservation: ReservationRow & { subject_type: string; subject_id: number };
  status_before: CompartmentStatus;
  reservation_before: ReservationStatus;
  exceptions: readonly LockerException[];
  /** Who took out what was in it, where the reservation has ended. */
  by: "recipient" | "operator";
  /** When it happened at the device, which may be hours ago. */
  at: Date;
}

/**
 * The reservation of a record, or the compartment that it is granted to, changed at a locked device: by what a device
 * reported, by a time that came, or by a person. What the family of the record asked for itself is published too.
 */
export const reservationChanged = defineTopic<ReservationChange>("locker_reservation.changed");
