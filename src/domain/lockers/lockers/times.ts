/** What is to happen next at a compartment, and when. Pure. */
import type { CompartmentRow } from "./records/compartment.ts";
import type { ReservationRow } from "./records/reservation.ts";

/** The hold of a reservation ends. */
export const HOLD_END = "lockers.hold_end";
/** What is in the compartment should have been collected. */
export const COLLECTION_END = "lockers.collection_end";
/** A door has been open for too long. */
export const DOOR_LEFT_OPEN = "lockers.door_left_open";
/** A door is not open any more as far as is known, and nobody has said what is behind it. */
export const CLAIM_MISSING = "lockers.claim_missing";

const CLAIM_MS = 2 * 60_000;

interface Facts {
  compartment: Pick<CompartmentRow, "id" | "status" | "status_since" | "door" | "close_by">;
  reservation: Pick<ReservationRow, "id" | "status" | "expires_at" | "collect_until"> | undefined;
}

interface Time {
  kind: string;
  id: number;
  at: Date;
}

/** By kind and id. */
function listTimes({ compartment, reservation }: Facts): Map<string, string> {
  const times = new Map<string, string>();
  const add = (kind: string, id: number, at: string | null) => {
    if (at !== null) times.set(`${kind} ${id}`, at);
  };
  const { id, status, status_since, door, close_by } = compartment;
  if (reservation?.status === "HELD" && status !== "LOADING")
    add(HOLD_END, reservation.id, reservation.expires_at);
  if (reservation !== undefined && status === "OCCUPIED")
    add(COLLECTION_END, reservation.id, reservation.collect_until);
  add(DOOR_LEFT_OPEN, id, close_by);
  if ((status === "LOADING" || status === "UNLOADING") && door !== "OPEN")
    add(CLAIM_MISSING, id, status_since);
  return times;
}

const readTask = (task: string): Pick<Time, "kind" | "id"> => {
  const [kind = "", id = ""] = task.split(" ");
  return { kind, id: Number(id) };
};

/** The times that a change sets, and those that it ends. */
export function findChangedTimes(
  before: Facts,
  after: Facts,
  now: Date,
): { starts: Time[]; ends: Pick<Time, "kind" | "id">[] } {
  const [times_before, times] = [listTimes(before), listTimes(after)];
  const starts = [...times]
    .filter(([task, at]) => times_before.get(task) !== at)
    .map(([task, at]) => {
      const { kind, id } = readTask(task);
      return { kind, id, at: kind === CLAIM_MISSING ? new Date(now.getTime() + CLAIM_MS) : new Date(at) };
    });
  const ends = [...times_before.keys()].filter((task) => !times.has(task)).map(readTask);
  return { starts, ends };
}
