/** What other families may call: compartments that are reserved for their records. */
export { CODE_REFUSALS, issueCode } from "./codes.ts";
export { findFittingSize, listFreeLockers } from "./free-lockers.ts";
export { OPEN_REFUSALS, openDoor, tryToOpen } from "./open-door.ts";
export { expectPresence } from "./presence.ts";
export { GRANT_REFUSALS, grantCompartment, releaseReservation } from "./reserve.ts";
export {
  type CompartmentStatus,
  findUse,
  fitsInto,
  type LockerException,
  type Measures,
  REQUEST_REFUSALS,
  type ReservationStatus,
  SIZES,
  type Size,
  type Use,
} from "./rules.ts";
export { Millimetres, Note, OpeningHours, Position, PublicLocker } from "./shapes.ts";
export {
  applyFact,
  extend as extendReservation,
  findReservationTarget,
  isConnected,
  lockLocker,
  type ReservationTarget,
} from "./state.ts";
export { type ReservationChange, reservationChanged } from "./topics.ts";
