/**
 * What happens to a compartment: each operation of a device, each result of a command, each time that passes and each action
 * of a person, in each status. Pure. Source: README.md, "States".
 */

export const SIZES = ["XS", "S", "M", "L", "XL"] as const;
export type Size = (typeof SIZES)[number];
export const COMPARTMENT_STATUSES = [
  "FREE",
  "RESERVED",
  "LOADING",
  "OCCUPIED",
  "UNLOADING",
  "OVERDUE",
  "VERIFY",
  "OUT_OF_SERVICE",
] as const;
export type CompartmentStatus = (typeof COMPARTMENT_STATUSES)[number];
export const DOORS = ["CLOSED", "OPEN", "UNKNOWN"] as const;
export type Door = (typeof DOORS)[number];
/** `NONE`: it has no sensor; `UNKNOWN`: the sensor does not answer. */
export const CONTENTS = ["EMPTY", "FULL", "NONE", "UNKNOWN"] as const;
export type Contents = (typeof CONTENTS)[number];
export const PURPOSES = ["delivery", "return", "rental", "resale", "shop", "relay"] as const;
export const RESERVATION_STATUSES = ["HELD", "IN_USE", "ENDED", "EXPIRED", "CANCELLED"] as const;
export type ReservationStatus = (typeof RESERVATION_STATUSES)[number];
type OpenReservation = "HELD" | "IN_USE";

export const EXCEPTIONS = ["wrong_door", "empty", "damaged", "not_closed", "wrong_size", "forced"] as const;
export type LockerException = (typeof EXCEPTIONS)[number];

/** Why a compartment waits for a check or is out of service, and in LOADING and UNLOADING what the person said. */
export const REASONS = [
  "unexpected_use",
  "claim_and_sensor_differ",
  "contents_without_reservation",
  "contents_missing",
  "forced",
  "opened_unseen",
  "result_unknown",
  "operations_missing",
  "claim_missing",
  "order_unknown",
  "reported",
  "taken_out",
  "operator",
  "deposit_confirmed",
  "deposit_aborted",
  "collect_confirmed",
  "collect_aborted",
] as const;
export type Reason = (typeof REASONS)[number];

export const INPUTS = [
  /** A code to deposit or collect was typed; the door is about to open. */
  "code_accepted",
  "opened_for_deposit",
  "opened_for_collect",
  "opened_by_operator",
  "opened_by_force",
  /** The door is open, and no operation said that it was opened. */
  "opened_unseen",
  "closed_empty",
  "closed_full",
  /** No sensor tells what is in it. */
  "closed_unsensed",
  "became_empty",
  "became_full",
  "deposit_confirmed",
  "deposit_aborted",
  "collect_confirmed",
  "collect_aborted",
  "door_stuck",
  /** Operations of the device are lost. */
  "gap",
  /** An open command was sent, and its result never came. */
  "open_unknown",
  "left_open",
  /** The door is closed, and neither a sensor nor a person said whether anything is in it. */
  "claim_missing",
  "hold_ended",
  "collection_ended",
  "reserve",
  "release",
  "extend",
  "checked_empty",
  "checked_full",
  "take_out",
  "return_empty",
  "return_full",
  "reported_wrong_door",
  "reported_empty",
  "reported_damaged",
  "reported_not_closed",
  "reported_wrong_size",
] as const;
export type Input = (typeof INPUTS)[number];

export interface CompartmentState {
  status: CompartmentStatus;
  reason: Reason | null;
  door: Door;
  contents: Contents;
  /** Of the reservation that it is granted to; null without one. */
  reservation: OpenReservation | null;
}

/** Refusals of what people ask for, with their kinds; nothing that a device tells is refused. */
export const REQUEST_REFUSALS = {
  compartment_busy: "conflict",
  door_in_use: "conflict",
  not_waiting_for_check: "conflict",
  already_out_of_service: "conflict",
  not_out_of_service: "conflict",
} as const;
type InputRefusal = keyof typeof REQUEST_REFUSALS;

export interface Decision {
  status: CompartmentStatus;
  reason: Reason | null;
  /** The status of the reservation after it. */
  reservation: ReservationStatus | null;
  exceptions: readonly LockerException[];
}

type Effect =
  | {
      to?: CompartmentStatus;
      reason?: Reason | null;
      reservation?: ReservationStatus;
      exceptions?: readonly LockerException[];
    }
  | { refused: InputRefusal };
type Cell = Effect | ((state: CompartmentState) => Effect);
type Row = Partial<Record<CompartmentStatus, Cell>> & {
  /** In every other status. */
  else: Cell;
};

const KEEP = {} as const;
const raise = (...exceptions: LockerException[]): Effect => ({ exceptions });
const refused = (code: InputRefusal): Effect => ({ refused: code });
const verify = (reason: Reason, ...exceptions: LockerException[]): Effect => ({
  to: "VERIFY",
  reason,
  exceptions,
});
const says = (reason: Reason): Effect => ({ reason });
/** What the person said before does not count any more. */
const OPENED_AGAIN: Effect = { reason: null };
const OCCUPIED: Effect = { to: "OCCUPIED", reservation: "IN_USE" };
const DEPOSIT_ENDED: Effect = { to: "FREE", reservation: "CANCELLED" };
const COLLECTED: Effect = { to: "FREE", reservation: "ENDED" };
const differs = verify("claim_and_sensor_differ");
const unexpected = verify("unexpected_use", "wrong_door");

/** A door that is open decides when it is closed. */
const claim =
  (reason: Reason, decided: Effect): Cell =>
  ({ door }) =>
    door === "OPEN" ? says(reason) : decided;
const byClaim =
  (claims: { [R in Reason]?: Effect }, otherwise: Effect): Cell =>
  ({ reason }) =>
    (reason === null ? undefined : claims[reason]) ?? otherwise;

/** A person looked into the compartment. */
const lookedInto =
  (contents: "EMPTY" | "FULL"): Cell =>
  ({ reservation }) => {
    if (contents === "FULL") return reservation === null ? verify("contents_without_reservation") : OCCUPIED;
    if (reservation === null) return { to: "FREE" };
    return reservation === "HELD" ? { to: "RESERVED" } : { ...COLLECTED, exceptions: ["empty"] };
  };
/** Back in service, unless the sensor says otherwise than the person: then it waits for a check. */
const returned =
  (contents: "EMPTY" | "FULL"): Cell =>
  (state) =>
    state.contents === (contents === "EMPTY" ? "FULL" : "EMPTY")
      ? differs
      : resolve(lookedInto(contents), state);

const FORCED: Row = { else: verify("forced", "forced"), OUT_OF_SERVICE: raise("forced") };
const endHold = (status: "CANCELLED" | "EXPIRED", otherwise: Effect): Row => {
  const ended_hold: Cell = ({ reservation }) =>
    reservation === "HELD" ? { reservation: status } : otherwise;
  return {
    else: otherwise,
    RESERVED: { to: "FREE", reservation: status },
    VERIFY: ended_hold,
    OUT_OF_SERVICE: ended_hold,
  };
};

const RULES: Record<Input, Row> = {
  // Nobody has it: a code that was withdrawn before the device knew.
  code_accepted: { else: KEEP, FREE: unexpected },
  opened_for_deposit: {
    else: unexpected,
    RESERVED: { to: "LOADING" },
    LOADING: OPENED_AGAIN,
    VERIFY: KEEP,
    OUT_OF_SERVICE: raise("wrong_door"),
  },
  opened_for_collect: {
    else: unexpected,
    OCCUPIED: { to: "UNLOADING" },
    OVERDUE: { to: "UNLOADING" },
    UNLOADING: OPENED_AGAIN,
    VERIFY: KEEP,
    OUT_OF_SERVICE: raise("wrong_door"),
  },
  opened_by_operator: {
    else: KEEP,
    OCCUPIED: { to: "UNLOADING", reason: "operator" },
    OVERDUE: { to: "UNLOADING", reason: "operator" },
  },
  opened_by_force: FORCED,
  opened_unseen: { else: KEEP, OCCUPIED: verify("opened_unseen"), OVERDUE: verify("opened_unseen") },
  closed_empty: {
    else: KEEP,
    LOADING: byClaim({ deposit_confirmed: differs }, DEPOSIT_ENDED),
    OCCUPIED: verify("contents_missing", "empty"),
    OVERDUE: verify("contents_missing", "empty"),
    UNLOADING: byClaim({ collect_aborted: verify("claim_and_sensor_differ", "empty") }, COLLECTED),
  },
  closed_full: {
    else: KEEP,
    FREE: verify("contents_without_reservation"),
    RESERVED: differs,
    LOADING: byClaim({ deposit_aborted: differs }, OCCUPIED),
    UNLOADING: byClaim({ collect_confirmed: differs }, { to: "OCCUPIED" }),
  },
  closed_unsensed: {
    else: KEEP,
    LOADING: byClaim({ deposit_confirmed: OCCUPIED, deposit_aborted: DEPOSIT_ENDED }, KEEP),
    UNLOADING: byClaim({ collect_confirmed: COLLECTED, collect_aborted: { to: "OCCUPIED" } }, KEEP),
  },
  became_empty: {
    else: KEEP,
    OCCUPIED: verify("contents_missing", "empty"),
    OVERDUE: verify("contents_missing", "empty"),
  },
  became_full: { else: KEEP, FREE: verify("contents_without_reservation"), RESERVED: differs },
  deposit_confirmed: {
    else: KEEP,
    FREE: verify("contents_without_reservation"),
    RESERVED: verify("unexpected_use"),
    LOADING: claim("deposit_confirmed", OCCUPIED),
    UNLOADING: differs,
  },
  deposit_aborted: {
    // In RESERVED it is about the use before: a hold that nobody uses ends by itself.
    else: KEEP,
    LOADING: claim("deposit_aborted", DEPOSIT_ENDED),
    OCCUPIED: differs,
    OVERDUE: differs,
    UNLOADING: differs,
  },
  collect_confirmed: {
    else: KEEP,
    OCCUPIED: differs,
    OVERDUE: differs,
    UNLOADING: claim("collect_confirmed", COLLECTED),
  },
  collect_aborted: {
    else: KEEP,
    FREE: differs,
    RESERVED: differs,
    UNLOADING: claim("collect_aborted", { to: "OCCUPIED" }),
  },
  door_stuck: { else: KEEP, LOADING: raise("not_closed"), UNLOADING: raise("not_closed") },
  gap: { else: verify("operations_missing"), FREE: KEEP, VERIFY: KEEP, OUT_OF_SERVICE: KEEP },
  open_unknown: { else: verify("result_unknown"), VERIFY: KEEP, OUT_OF_SERVICE: KEEP },
  left_open: { else: raise("not_closed") },
  claim_missing: { else: KEEP, LOADING: verify("claim_missing"), UNLOADING: verify("claim_missing") },
  hold_ended: endHold("EXPIRED", KEEP),
  collection_ended: { else: KEEP, OCCUPIED: { to: "OVERDUE" } },
  reserve: { else: refused("compartment_busy"), FREE: { to: "RESERVED", reservation: "HELD" } },
  release: { ...endHold("CANCELLED", refused("compartment_busy")), LOADING: refused("door_in_use") },
  extend: { else: KEEP, OVERDUE: { to: "OCCUPIED" } },
  checked_empty: { else: refused("not_waiting_for_check"), VERIFY: lookedInto("EMPTY") },
  checked_full: { else: refused("not_waiting_for_check"), VERIFY: lookedInto("FULL") },
  take_out: {
    else: { to: "OUT_OF_SERVICE", reason: "taken_out" },
    OUT_OF_SERVICE: refused("already_out_of_service"),
  },
  return_empty: { else: refused("not_out_of_service"), OUT_OF_SERVICE: returned("EMPTY") },
  return_full: { else: refused("not_out_of_service"), OUT_OF_SERVICE: returned("FULL") },
  reported_wrong_door: {
    else: verify("reported", "wrong_door"),
    VERIFY: raise("wrong_door"),
    OUT_OF_SERVICE: raise("wrong_door"),
  },
  reported_empty: {
    else: raise("empty"),
    OCCUPIED: verify("reported", "empty"),
    OVERDUE: verify("reported", "empty"),
    UNLOADING: verify("reported", "empty"),
  },
  reported_damaged: { else: raise("damaged") },
  reported_not_closed: { else: raise("not_closed") },
  reported_wrong_size: { else: raise("wrong_size") },
};

function resolve(cell: Cell, state: CompartmentState): Effect {
  return typeof cell === "function" ? cell(state) : cell;
}

export function decide(state: CompartmentState, input: Input): Decision | { refused: InputRefusal } {
  const row = RULES[input];
  const effect = resolve(row[state.status] ?? row.else, state);
  if ("refused" in effect) return effect;
  const status = effect.to ?? state.status;
  return {
    status,
    reason: effect.reason === undefined ? (status === state.status ? state.reason : null) : effect.reason,
    reservation: effect.reservation ?? state.reservation,
    exceptions: effect.exceptions ?? [],
  };
}

/** When a person looked into a compartment, and how far the clock of its device may have been off then. */
export interface Check {
  checked_at: string | null;
  check_margin_ms: number;
}

/** An answer may be on its way for this time. */
const ANSWER_MS = 2000;
/** What the clock of a device gains or loses at most without hearing the time, as a part of that time. */
const DRIFT_MAX = 1e-3;

/** How far the clock of a device may be off that was heard last at a time, milliseconds. */
export function computeClockMargin(last_seen_at: string | null, now: Date): number {
  const silence_ms = last_seen_at === null ? 0 : Math.max(0, now.getTime() - Date.parse(last_seen_at));
  return Math.round(ANSWER_MS + silence_ms * DRIFT_MAX);
}

type Order = "before" | "after" | "unknown";

/** Whether what a device reports happened before or after a person looked into the compartment. */
export function compareToCheck(
  { checked_at, check_margin_ms }: Check,
  at_ms: number,
  is_time_uncertain: boolean,
): Order {
  if (checked_at === null) return "after";
  const later_ms = at_ms - Date.parse(checked_at);
  if (is_time_uncertain || Math.abs(later_ms) <= check_margin_ms) return "unknown";
  return later_ms > 0 ? "after" : "before";
}

/**
 * What a device reports or a time that has come means; it is never refused. What happened before a person looked into the
 * compartment means nothing any more. Where nobody can tell what came first, and it makes a difference, somebody looks again.
 */
export function decideFact(state: CompartmentState, input: Input | null, order: Order = "after"): Decision {
  const decision = input === null || order === "before" ? undefined : decide(state, input);
  if (decision === undefined || "refused" in decision) return { ...state, exceptions: [] };
  const is_doubtful = order === "unknown" && decision.status !== state.status && decision.status !== "VERIFY";
  if (!is_doubtful) return decision;
  const { exceptions } = decision;
  return { status: "VERIFY", reason: "order_unknown", reservation: state.reservation, exceptions };
}

const CLOSED_INPUTS = {
  EMPTY: "closed_empty",
  FULL: "closed_full",
  NONE: "closed_unsensed",
  UNKNOWN: "closed_unsensed",
} as const satisfies Record<Contents, Input>;

/** The door was closed over these contents. */
export const getClosedInput = (contents: Contents): Input => CLOSED_INPUTS[contents];

/** The sensor of a compartment whose door is as it was says something else; null where that means nothing. */
export function findContentsInput(before: Contents, contents: Contents): Input | null {
  if (contents === before) return null;
  return contents === "EMPTY" ? "became_empty" : contents === "FULL" ? "became_full" : null;
}

/** What a report of all doors says that no operation has said; null where it says nothing new. */
export function findSnapshotInput(
  before: Pick<CompartmentState, "door" | "contents">,
  { door, contents }: Pick<CompartmentState, "door" | "contents">,
): Input | null {
  if (door !== before.door && door === "OPEN") return "opened_unseen";
  if (door !== before.door && door === "CLOSED") return getClosedInput(contents);
  return findContentsInput(before.contents, contents);
}

/** What a device was told last of the codes that a compartment accepts, and what of it the device has confirmed. */
export interface Confirmation {
  use_revision: number;
  confirmed_revision: number;
  /** The last operation of the device before it knew. */
  confirmed_seq: number;
}

/** Operations of the device up to this one have taken effect. */
interface Progress {
  applied_seq: number;
}

/** The device accepts no code that was withdrawn, and everything is known that was done with one before. */
export const isConfirmed = (
  { use_revision, confirmed_revision, confirmed_seq }: Confirmation,
  { applied_seq }: Progress,
): boolean => confirmed_revision === use_revision && confirmed_seq <= applied_seq;

/** Inside of a compartment, and what decides whether it can be granted. */
export interface Room extends Confirmation {
  id: number;
  size: Size;
  width_mm: number;
  height_mm: number;
  depth_mm: number;
  status: CompartmentStatus;
  door: Door;
  fault_code: string | null;
}
export type Measures = Pick<Room, "width_mm" | "height_mm" | "depth_mm">;

/** Nobody has it or can have it by a code of before, its door is not open, and its device reports no fault. */
const isGrantable = (room: Room, device: Progress): boolean =>
  room.status === "FREE" && room.door !== "OPEN" && room.fault_code === null && isConfirmed(room, device);

const sides = ({ width_mm, height_mm, depth_mm }: Measures) =>
  [width_mm, height_mm, depth_mm].sort((one, other) => one - other);

/** Whether a cuboid has room, turned on any of its sides. */
export function fitsInto(item: Measures, room: Measures): boolean {
  const room_sides = sides(room);
  return sides(item).every((side, index) => side <= (room_sides[index] ?? 0));
}

const volume = ({ width_mm, height_mm, depth_mm }: Measures) => width_mm * height_mm * depth_mm;

/** The smallest compartment that can be granted: of the size that was asked for, or with the room that is needed. */
export function chooseCompartment<R extends Room>(
  device: Progress,
  rooms: readonly R[],
  need: { size: Size } | Measures,
): R | undefined {
  return rooms
    .filter(
      (room) =>
        isGrantable(room, device) && ("size" in need ? room.size === need.size : fitsInto(need, room)),
    )
    .sort((one, other) => volume(one) - volume(other) || one.id - other.id)[0];
}

/** The smallest size of these compartments, granted or not, that has the room; null where none has. */
export function findSizeFor(rooms: readonly Room[], measures: Measures): Size | null {
  const fitting = rooms.filter((room) => fitsInto(measures, room));
  return SIZES.find((size) => fitting.some((room) => room.size === size)) ?? null;
}

export function countFreeSizes(device: Progress, rooms: readonly Room[]): { size: Size; free: number }[] {
  return SIZES.map((size) => ({
    size,
    free: rooms.filter((room) => room.size === size && isGrantable(room, device)).length,
  })).filter(({ free }) => free > 0);
}

/** What a person before an open door does there. */
export const USES = ["deposit", "collect"] as const;
export type Use = (typeof USES)[number];

/** What the holder of a reservation may do now; null while the compartment waits for somebody of the business. */
export function findUse(status: CompartmentStatus): Use | null {
  if (status === "RESERVED" || status === "LOADING") return "deposit";
  if (status === "OCCUPIED" || status === "OVERDUE" || status === "UNLOADING") return "collect";
  return null;
}

/** The codes that a device accepts at a compartment. */
export function listUses({
  compartment: { status },
  reservation,
}: {
  compartment: Pick<CompartmentState, "status">;
  reservation:
    | { deposit_counter: number | null; collect_counter: number | null; expires_at: string | null }
    | undefined;
}): { uses: { use: Use; counter: number }[]; not_after: string | null } {
  const { deposit_counter = null, collect_counter = null, expires_at = null } = reservation ?? {};
  if ((status === "RESERVED" || status === "LOADING") && deposit_counter !== null)
    return {
      uses: [{ use: "deposit", counter: deposit_counter }],
      not_after: status === "RESERVED" ? expires_at : null,
    };
  if ((status === "OCCUPIED" || status === "UNLOADING" || status === "OVERDUE") && collect_counter !== null)
    return { uses: [{ use: "collect", counter: collect_counter }], not_after: null };
  return { uses: [], not_after: null };
}

const NEAR_M = 200;
const POSITION_LIFE_MS = 60_000;
/** The clock of a phone may be ahead. */
const POSITION_AHEAD_MS = 10_000;

/** Whether a position shows that somebody is at a place now. Its accuracy counts against it. */
export function isPresent(
  distance_m: number,
  { accuracy_m, at_ms }: { accuracy_m: number; at_ms: number },
  now_ms: number,
): boolean {
  const age_ms = now_ms - at_ms;
  return distance_m + accuracy_m <= NEAR_M && age_ms <= POSITION_LIFE_MS && age_ms >= -POSITION_AHEAD_MS;
}

/** Sizes inside of compartments that are created without dimensions, millimetres. */
export const DEFAULT_DIMENSIONS: Readonly<Record<Size, Measures>> = {
  XS: { width_mm: 380, height_mm: 60, depth_mm: 500 },
  S: { width_mm: 380, height_mm: 110, depth_mm: 500 },
  M: { width_mm: 380, height_mm: 230, depth_mm: 500 },
  L: { width_mm: 380, height_mm: 380, depth_mm: 500 },
  XL: { width_mm: 380, height_mm: 700, depth_mm: 500 },
};

/** `A01`: the column of the wall as letters, the row as two digits. */
export function nameCompartment(column: number, row: number): string {
  let letters = "";
  for (let rest = column; rest > 0; rest = Math.floor((rest - 1) / 26))
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters;
  return `${letters}${String(row).padStart(2, "0")}`;
}

export const PROBLEMS = [
  "offline",
  "clock",
  "battery",
  "door_stuck",
  "door_left_open",
  "fault",
  "verify",
  "overdue",
] as const;
interface Problem {
  kind: (typeof PROBLEMS)[number];
  compartment_id: number | null;
  compartment_code: string | null;
  since: string | null;
}

/** A device whose clock is further off refuses commands that have not expired, or carries out some that have. */
const CLOCK_OFF_MS = 60_000;
const BATTERY_LOW_PERCENT = 20;

/** What is wrong with a locker: observed, not foreseen. */
export function listProblems(
  device: {
    status: string;
    status_since: string;
    clock_offset_ms: number | null;
    battery_percent: number | null;
    last_seen_at: string | null;
  },
  compartments: readonly (Pick<Room, "id" | "status" | "fault_code"> & {
    code: string;
    status_since: string;
    observed_at: string | null;
    close_by: string | null;
  })[],
  now_ms: number,
): Problem[] {
  const { status, status_since, clock_offset_ms, battery_percent, last_seen_at } = device;
  const buildDeviceProblem = (kind: Problem["kind"], since: string | null): Problem => ({
    kind,
    compartment_id: null,
    compartment_code: null,
    since,
  });
  const problems: Problem[] = [];
  if (status === "OFFLINE") problems.push(buildDeviceProblem("offline", status_since));
  if (Math.abs(clock_offset_ms ?? 0) > CLOCK_OFF_MS) problems.push(buildDeviceProblem("clock", last_seen_at));
  if (battery_percent !== null && battery_percent < BATTERY_LOW_PERCENT)
    problems.push(buildDeviceProblem("battery", last_seen_at));
  for (const one of compartments) {
    const add = (kind: Problem["kind"], since: string | null) =>
      problems.push({ kind, compartment_id: one.id, compartment_code: one.code, since });
    if (one.fault_code === "door_stuck") add("door_stuck", one.observed_at);
    else if (one.fault_code !== null) add("fault", one.observed_at);
    if (one.close_by !== null && Date.parse(one.close_by) <= now_ms) add("door_left_open", one.close_by);
    if (one.status === "VERIFY") add("verify", one.status_since);
    if (one.status === "OVERDUE") add("overdue", one.status_since);
  }
  return problems;
}
