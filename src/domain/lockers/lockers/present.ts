/** Lockers, compartments and reservations as they are answered: rows, of which the shapes show what they declare. */
import type { DeviceRow } from "#domain/lockers/devices/public.ts";
import type { Place } from "#vocabulary/place.ts";
import type { ReservationView } from "./records/reservation.ts";
import { decide, type Input, isConfirmed } from "./rules.ts";
import { describeState, isConnected, type Target } from "./state.ts";

/** Null where none was given. */
export const findPlace = ({ place }: Pick<DeviceRow, "place">): Place | null =>
  typeof place["line1"] === "string" ? (place as Place) : null;

export function answerLocker(device: DeviceRow) {
  const { public_key, version } = device;
  const locker = { ...device, place: findPlace(device), is_provisioned: public_key !== null };
  return { result: true, version, locker };
}

export function buildCompartment(target: Target) {
  const { device, compartment, reservation } = target;
  const { temperature_c, status_reason: reason } = compartment;
  const may = (input: Input) => !("refused" in decide(describeState(target), input));
  return {
    ...compartment,
    reason,
    temperature_c: temperature_c === null ? null : Number(temperature_c),
    waits_for_device: compartment.status === "FREE" && !isConfirmed(compartment, device),
    reservation_id: reservation?.id ?? null,
    can_open: isConnected(device),
    can_check: may("checked_empty"),
    can_take_out: may("take_out"),
    can_return: may("return_empty"),
  };
}

export const answerCompartment = (target: Target) => ({
  result: true,
  version: target.compartment.version,
  compartment: buildCompartment(target),
});

export const buildReservation = (view: ReservationView) => ({ ...view, locker_id: view.device_id });

export const answerReservation = (view: ReservationView) => ({
  result: true,
  version: view.version,
  reservation_id: view.id,
  reservation: buildReservation(view),
});
