/** Decisions about transfers: what a scan means, how far a transfer is, what a rollback restores. Pure. */
import type { ParcelRow } from "#domain/orders/orders/public.ts";

export const REASONS = ["mis_sort", "mis_received", "overflow", "closure"] as const;

export const TRANSFER_STATES = [
  "DRAFT",
  "OUTBOUND",
  "IN_TRANSIT",
  "RECEIVED",
  "CLOSED",
  "CANCELLED",
  "ROLLED_BACK",
] as const;
export type TransferState = (typeof TRANSFER_STATES)[number];

/** `short`: not at its destination; `over`: came without having been listed or scanned out. */
export const ITEM_STATES = ["listed", "out", "in", "short", "over", "rolled_back"] as const;
export type ItemState = (typeof ITEM_STATES)[number];

export const STEP_KINDS = [
  "opened",
  "scanned_out",
  "scanned_in",
  "surplus",
  "duplicate",
  "elsewhere",
  "came_back",
  "unknown_code",
  "refused",
  "departed",
  "received",
  "short",
  "closed",
  "cancelled",
  "rolled_back",
  "restored",
  "left",
] as const;
export type StepKind = (typeof STEP_KINDS)[number];

/** Why a parcel belongs to another warehouse: its route starts there, or its order does. */
export const WHY = ["route", "origin"] as const;

type Command = "scan_out" | "depart" | "scan_in" | "close" | "cancel" | "roll_back";

const ALLOWED: Record<Command, readonly TransferState[]> = {
  scan_out: ["DRAFT", "OUTBOUND"],
  depart: ["OUTBOUND"],
  // What came is here, whatever was scanned before; a closed transfer takes what was short.
  scan_in: ["DRAFT", "OUTBOUND", "IN_TRANSIT", "RECEIVED", "CLOSED"],
  close: ["OUTBOUND", "IN_TRANSIT", "RECEIVED"],
  cancel: ["DRAFT"],
  roll_back: ["OUTBOUND", "IN_TRANSIT", "RECEIVED", "CLOSED"],
};

export function isAllowed(state: TransferState, command: Command): boolean {
  return ALLOWED[command].includes(state);
}

/** The state after a parcel came. */
export function getStateAfterArrival(state: TransferState, states: readonly ItemState[]): TransferState {
  if (state === "CLOSED") return state;
  return states.some((one) => one === "listed" || one === "out") ? "IN_TRANSIT" : "RECEIVED";
}

interface FoundParcel extends Pick<ParcelRow, "custody" | "custody_ref"> {
  order_status: string;
}

const ENDED = ["DELIVERED", "RETURNED", "REJECTED", "CANCELLED"];

/** Goods that were handed on are not where somebody says that they are being moved from. */
export function hasMovedOn({ custody, order_status }: FoundParcel): boolean {
  return (
    ENDED.includes(order_status) ||
    ["driver", "vehicle", "locker", "recipient", "missing", "disposed"].includes(custody)
  );
}

export function isAt({ custody, custody_ref }: FoundParcel, warehouse_id: number): boolean {
  return custody === "warehouse" && custody_ref === String(warehouse_id);
}

type OutDecision = "out" | "duplicate" | "moved_on";

/** A parcel is scanned out; `item` is that of this transfer. */
export function decideScanOut(item: { state: ItemState } | undefined, parcel: FoundParcel): OutDecision {
  if (item?.state === "out") return "duplicate";
  if (item !== undefined && item.state !== "listed") return "moved_on";
  return hasMovedOn(parcel) ? "moved_on" : "out";
}

type InDecision = "in" | "over" | "duplicate" | "came_back" | "elsewhere";

/** A parcel is scanned in at a warehouse. It is there: nothing is refused. */
export function decideScanIn(
  item: { state: ItemState } | undefined,
  transfer: { from_warehouse_id: number; to_warehouse_id: number },
  warehouse_id: number,
): InDecision {
  if (item === undefined) return "over";
  if (warehouse_id === transfer.to_warehouse_id)
    return item.state === "in" || item.state === "over" ? "duplicate" : "in";
  if (warehouse_id !== transfer.from_warehouse_id) return "elsewhere";
  if (item.state === "listed") return "duplicate";
  return item.state === "out" ? "came_back" : "elsewhere";
}

/** The item's state after each outcome of a scan. */
export const STATE_AFTER: Record<Exclude<InDecision, "duplicate">, ItemState> = {
  in: "in",
  over: "over",
  came_back: "listed",
  elsewhere: "short",
};

export const LEFT_REASONS = ["ended", "moved_on", "no_origin"] as const;
type LeftReason = (typeof LEFT_REASONS)[number];

interface RollbackItem {
  state: ItemState;
  out_at: string | null;
  in_at: string | null;
  home_warehouse_id: number | null;
  custody: string | null;
  custody_ref: string | null;
  custody_since: string | null;
}

export type RollbackDecision =
  /** It was never moved: it is taken off the list. */
  | { outcome: "taken_off" }
  | { outcome: "restored"; warehouse_id: number }
  /** It stays where it is. */
  | { outcome: "left"; why: LeftReason };

/** What undoing a transfer does with one of its parcels: it goes back unless somebody else has had it since. */
export function decideRollback(
  item: RollbackItem,
  parcel: FoundParcel & { custody_since: string },
): RollbackDecision {
  if (item.out_at === null && item.in_at === null) return { outcome: "taken_off" };
  if (ENDED.includes(parcel.order_status)) return { outcome: "left", why: "ended" };
  const is_untouched =
    parcel.custody === item.custody &&
    parcel.custody_ref === item.custody_ref &&
    item.custody_since !== null &&
    new Date(parcel.custody_since).getTime() === new Date(item.custody_since).getTime();
  // Found at a third warehouse: that it is there is a fact, and nothing brings it back from there.
  const is_elsewhere = item.state === "short" && item.in_at !== null;
  if (!is_untouched || is_elsewhere) return { outcome: "left", why: "moved_on" };
  if (item.home_warehouse_id === null) return { outcome: "left", why: "no_origin" };
  return { outcome: "restored", warehouse_id: item.home_warehouse_id };
}
