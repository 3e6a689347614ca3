/** What happens to the parcel of a device order, and what may be done about each exception. Pure. Source: README.md. */
import type {
  CompartmentStatus,
  LockerException,
  ReservationStatus,
} from "#domain/lockers/lockers/public.ts";

export const PURPOSES = ["delivery", "return"] as const;
export type Purpose = (typeof PURPOSES)[number];

export const STEPS = [
  "expected",
  "deposited",
  "collected",
  "expired",
  "returned",
  "lost",
  "cancelled",
] as const;
export type Step = (typeof STEPS)[number];
/** Where the parcel is; `exception` while one is open. */
export const STATES = [...STEPS, "exception"] as const;
export type State = (typeof STATES)[number];

/** Nothing is to come. */
export const isEnded = (step: Step): boolean =>
  step !== "expected" && step !== "deposited" && step !== "expired";

/** Of lockers, and: `unclear`, nobody can tell what is in the compartment; `wrong_parcel`, another one is in it. */
export const EXCEPTION_KINDS = [
  "wrong_door",
  "empty",
  "damaged",
  "not_closed",
  "wrong_size",
  "forced",
  "unclear",
  "wrong_parcel",
] as const;
export type ExceptionKind = (typeof EXCEPTION_KINDS)[number];
/** Those that a person reports; `unclear` is what the locker says. */
export const REPORTED_KINDS = EXCEPTION_KINDS.filter((kind) => kind !== "unclear");

export const RESOLUTIONS = [
  /** Somebody looked: it is as it should be. */
  "checked",
  /** The door is closed. */
  "closed",
  /** The parcel turned up outside of the locker, and the business has it. */
  "found_elsewhere",
  /** It is lost: a claim follows. */
  "claim",
  /** The recipient takes it as it is. */
  "accepted",
  /** It is put into another compartment, which is reserved before the first is given back. */
  "moved",
  /** It is taken out and returned. */
  "withdrawn",
] as const;
export type Resolution = (typeof RESOLUTIONS)[number];

const NEXT: Readonly<Record<ExceptionKind, readonly Resolution[]>> = {
  wrong_door: ["checked", "moved", "withdrawn", "found_elsewhere"],
  empty: ["checked", "found_elsewhere", "claim"],
  damaged: ["accepted", "withdrawn", "claim"],
  not_closed: ["closed", "checked", "withdrawn"],
  wrong_size: ["moved", "checked", "withdrawn"],
  forced: ["checked", "found_elsewhere", "claim", "withdrawn"],
  unclear: ["checked", "found_elsewhere", "claim"],
  wrong_parcel: ["checked", "found_elsewhere", "claim", "withdrawn"],
};
/** Damage is shown by a photo. */
export const needsPhoto = (kind: ExceptionKind, resolution: Resolution): boolean =>
  kind === "damaged" && resolution !== "accepted";
export const needsNote = (resolution: Resolution): boolean =>
  resolution === "found_elsewhere" || resolution === "claim";

interface Place {
  step: Step;
  /** Of its compartment; null where nothing is reserved any more. */
  compartment: CompartmentStatus | null;
}

/** What may be done about an exception now. */
export function listResolutions(kind: ExceptionKind, { step, compartment }: Place): Resolution[] {
  return NEXT[kind].filter((resolution) => {
    switch (resolution) {
      // Another compartment is of use before the deposit; a deposited parcel is taken out first.
      case "moved":
        return step === "expected";
      case "withdrawn":
        return (
          (step === "deposited" || step === "expired") && compartment !== null && compartment !== "VERIFY"
        );
      case "claim":
        if (kind === "damaged") return true;
        return compartment === null && !isEnded(step);
      case "found_elsewhere":
        return compartment === null && !isEnded(step);
      case "checked":
        return compartment !== "VERIFY" && !(kind === "empty" && compartment === null && !isEnded(step));
      default:
        return true;
    }
  });
}

/** What changed of the reservation of a device order. */
export interface ReservationMove {
  step: Step;
  purpose: Purpose;
  open_exceptions: readonly ExceptionKind[];
  reservation_before: ReservationStatus;
  reservation: ReservationStatus;
  status_before: CompartmentStatus;
  status: CompartmentStatus;
  exceptions: readonly LockerException[];
  /** Who took it out, where it was taken out. */
  by: "recipient" | "operator";
}

export const ACTIONS = [
  "created",
  "code_issued",
  "code_sent",
  "deposited",
  "deposit_aborted",
  "hold_ended",
  "collected",
  "put_back",
  "found_empty",
  "expired",
  "extended",
  "moved",
  "door_opened",
  "returned",
  "cancelled",
  "lost",
  "exception",
  "resolved",
] as const;
export type Action = (typeof ACTIONS)[number];

export interface MoveDecision {
  step: Step;
  /** Null where the history says nothing but exceptions. */
  action: Action | null;
  opens: readonly ExceptionKind[];
  /** Resolved by what happened, with how. */
  resolves: readonly { kind: ExceptionKind; resolution: Resolution }[];
  /** The reservation has ended. */
  is_over: boolean;
}

const ENDED: readonly ReservationStatus[] = ["ENDED", "EXPIRED", "CANCELLED"];

export function decideMove(move: ReservationMove): MoveDecision {
  const { exceptions, open_exceptions, status, status_before, reservation } = move;
  const opens: ExceptionKind[] = exceptions.filter((kind) => !open_exceptions.includes(kind));
  if (status === "VERIFY" && status_before !== "VERIFY" && exceptions.length === 0) opens.push("unclear");
  const resolves: { kind: ExceptionKind; resolution: Resolution }[] = [];
  const resolve = (kind: ExceptionKind, resolution: Resolution) => {
    if (open_exceptions.includes(kind) && !opens.includes(kind)) resolves.push({ kind, resolution });
  };
  if (status_before === "VERIFY" && status !== "VERIFY" && !exceptions.includes("empty"))
    resolve("unclear", "checked");
  const was_used = status_before === "LOADING" || status_before === "UNLOADING";
  if (was_used && (status === "OCCUPIED" || status === "FREE")) resolve("not_closed", "closed");
  const left_open = open_exceptions
    .filter((kind) => !resolves.some((one) => one.kind === kind))
    .concat(opens);
  const is_over = ENDED.includes(reservation) && !ENDED.includes(move.reservation_before);
  return { ...decideStep(move, left_open, is_over), opens, resolves, is_over };
}

function decideStep(
  { step, purpose, reservation, reservation_before, status, status_before, exceptions, by }: ReservationMove,
  open_exceptions: readonly ExceptionKind[],
  is_over: boolean,
): Pick<MoveDecision, "step" | "action"> {
  const keep = (action: Action | null) => ({ step, action });
  if (is_over) {
    if (reservation === "EXPIRED") return { step: "cancelled", action: "hold_ended" };
    if (reservation === "CANCELLED")
      // With an exception, such as a parcel that does not fit, somebody decides what comes next.
      return { step: open_exceptions.length > 0 ? step : "cancelled", action: "deposit_aborted" };
    if (exceptions.includes("empty")) return keep("found_empty");
    // Of a return the courier of the business takes it out; of a delivery that means it goes back.
    return by === "operator" && purpose === "delivery"
      ? { step: "returned", action: "returned" }
      : { step: "collected", action: "collected" };
  }
  if (reservation === "IN_USE" && reservation_before === "HELD")
    return { step: "deposited", action: "deposited" };
  if (status === "OVERDUE" && status_before !== "OVERDUE") return { step: "expired", action: "expired" };
  if (status === "OCCUPIED" && status_before === "OVERDUE") return { step: "deposited", action: null };
  if (status === "OCCUPIED" && status_before === "UNLOADING") return keep("put_back");
  return keep(null);
}

/** The code that counts now; null where none does. An expired parcel is taken out by the business. */
export function findCodeUse(compartment: CompartmentStatus | null): "deposit" | "collect" | null {
  if (compartment === "RESERVED" || compartment === "LOADING") return "deposit";
  return compartment === "OCCUPIED" || compartment === "UNLOADING" ? "collect" : null;
}

/** Before anything is put in; a door that is open for a deposit is closed first. */
export const mayCancel = (step: Step, compartment: CompartmentStatus | null): boolean =>
  step === "expected" && compartment !== "LOADING";

/** What was not collected goes back, and what was dropped off is picked up. */
export const mayReturn = (step: Step, purpose: Purpose, compartment: CompartmentStatus | null): boolean =>
  (step === "expired" || (step === "deposited" && purpose === "return")) &&
  (compartment === "OVERDUE" || compartment === "OCCUPIED" || compartment === "UNLOADING");

/** What expired goes back with its order; without one it is ready again. */
export const mayExtend = ({ step, order_id }: { step: Step; order_id: number | null }): boolean =>
  step === "expected" || step === "deposited" || (step === "expired" && order_id === null);

/** Who may know a code: the recipient's is sent to it alone. */
export function mayHaveCode(role: string | null, use: "deposit" | "collect", purpose: Purpose): boolean {
  if (role === "client_admin" || role === "employee") return true;
  if (role === "customer") return use === "deposit";
  return use === (purpose === "delivery" ? "deposit" : "collect");
}
