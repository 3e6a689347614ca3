/** States of a handover: what people do, what the locker reports, what time brings, each in each status. Pure. */

export const STATUSES = [
  "LISTED",
  "DEPOSIT_RESERVED",
  "DEPOSITED",
  "CODE_ISSUED",
  "INSPECTED",
  "COLLECTED",
  "RETURN_TO_SELLER",
  "RETRIEVED",
  "EXPIRED",
  "CANCELLED",
  "DISPUTED",
] as const;
export type Status = (typeof STATUSES)[number];

export const SIDES = ["seller", "buyer", "business"] as const;
export type Side = (typeof SIDES)[number];

/** What led to a status. */
export const CAUSES = [
  "created",
  "reserved",
  /** Nobody came while the compartment was held. */
  "hold_ended",
  /** The seller wants none, or another one. */
  "given_up",
  /** The door was closed over nothing. */
  "not_deposited",
  "deposited",
  "released",
  /** The door was closed with the item in it. */
  "looked_into",
  /** The door was closed, and the compartment is empty. */
  "emptied",
  /** The same, where staff had it opened. */
  "emptied_by_staff",
  /** Somebody looked, and nothing was in it. */
  "found_empty",
  "rejected",
  "time_ended",
  "cancelled",
  "cancelled_by_staff",
  "given_back",
  "disputed",
  "settled",
] as const;
export type Cause = (typeof CAUSES)[number];

type Step = Exclude<Cause, "created" | "settled">;

export const TRANSITIONS: Record<Step, Partial<Record<Status, Status>>> = {
  reserved: { LISTED: "DEPOSIT_RESERVED" },
  hold_ended: { DEPOSIT_RESERVED: "LISTED" },
  given_up: { DEPOSIT_RESERVED: "LISTED" },
  not_deposited: { DEPOSIT_RESERVED: "LISTED" },
  deposited: { DEPOSIT_RESERVED: "DEPOSITED" },
  released: { DEPOSITED: "CODE_ISSUED" },
  looked_into: { CODE_ISSUED: "INSPECTED" },
  // Nobody had a code before the release: somebody else took it out.
  emptied: {
    DEPOSITED: "DISPUTED",
    CODE_ISSUED: "COLLECTED",
    INSPECTED: "COLLECTED",
    RETURN_TO_SELLER: "RETRIEVED",
  },
  // Whose it is where a payment may have been made, people decide; the seller's is in storage.
  emptied_by_staff: {
    DEPOSITED: "EXPIRED",
    CODE_ISSUED: "DISPUTED",
    INSPECTED: "DISPUTED",
    RETURN_TO_SELLER: "EXPIRED",
  },
  found_empty: {
    DEPOSITED: "DISPUTED",
    CODE_ISSUED: "DISPUTED",
    INSPECTED: "DISPUTED",
    RETURN_TO_SELLER: "DISPUTED",
  },
  rejected: { CODE_ISSUED: "RETURN_TO_SELLER", INSPECTED: "RETURN_TO_SELLER" },
  time_ended: {
    LISTED: "EXPIRED",
    DEPOSITED: "RETURN_TO_SELLER",
    CODE_ISSUED: "RETURN_TO_SELLER",
    INSPECTED: "RETURN_TO_SELLER",
  },
  cancelled: { LISTED: "CANCELLED", DEPOSIT_RESERVED: "CANCELLED", DEPOSITED: "RETURN_TO_SELLER" },
  cancelled_by_staff: {
    LISTED: "CANCELLED",
    DEPOSIT_RESERVED: "CANCELLED",
    DEPOSITED: "RETURN_TO_SELLER",
    CODE_ISSUED: "RETURN_TO_SELLER",
    INSPECTED: "RETURN_TO_SELLER",
  },
  given_back: { EXPIRED: "RETRIEVED" },
  disputed: {
    DEPOSITED: "DISPUTED",
    CODE_ISSUED: "DISPUTED",
    INSPECTED: "DISPUTED",
    COLLECTED: "DISPUTED",
    RETURN_TO_SELLER: "DISPUTED",
    RETRIEVED: "DISPUTED",
    EXPIRED: "DISPUTED",
  },
};

export const findNext = (status: Status, step: Step): Status | undefined => TRANSITIONS[step][status];

/** The status after staff decided for a side. `is_inside`: the item is in the compartment still. */
export function decideSettlement(outcome: "to_buyer" | "to_seller", is_inside: boolean): Status {
  if (outcome === "to_buyer") return is_inside ? "CODE_ISSUED" : "COLLECTED";
  return is_inside ? "RETURN_TO_SELLER" : "RETRIEVED";
}

/**
 * What an emptied compartment means. A device that was offline tells it late: the buyer who took the item out before it
 * was to be returned has collected it.
 */
export function findEmptiedFrom(
  {
    status,
    released_at,
    returned_at,
  }: { status: Status; released_at: string | null; returned_at: string | null },
  at: Date,
): Status {
  const was_released = released_at !== null && returned_at !== null && at.getTime() < Date.parse(returned_at);
  return status === "RETURN_TO_SELLER" && was_released ? "CODE_ISSUED" : status;
}

/** Refusals of what only the buyer may do, with their kinds. */
export const BUYER_REFUSALS = {
  not_deposited: "conflict",
  not_released: "conflict",
  handover_expired: "gone",
  wrong_status: "conflict",
} as const;

/** Why the buyer cannot have the door opened; null where it can. */
export function refusalToBuyer(status: Status, cause: string): keyof typeof BUYER_REFUSALS | null {
  switch (status) {
    case "LISTED":
    case "DEPOSIT_RESERVED":
      return "not_deposited";
    case "DEPOSITED":
      return "not_released";
    case "CODE_ISSUED":
    case "INSPECTED":
      return null;
    case "RETURN_TO_SELLER":
    case "EXPIRED":
    case "RETRIEVED":
      return cause === "rejected" ? "wrong_status" : "handover_expired";
    default:
      return "wrong_status";
  }
}

/** Why an item cannot be rejected; null where it can. `compartment` is what the locker reports. */
export function refusalToReject(
  compartment: { door: string; contents: string },
  { inspection_until, has_photo, now }: { inspection_until: string | null; has_photo: boolean; now: Date },
): "inspection_ended" | "door_not_closed" | "photo_needed" | "is_empty" | null {
  if (inspection_until !== null && Date.parse(inspection_until) <= now.getTime()) return "inspection_ended";
  if (compartment.door !== "CLOSED") return "door_not_closed";
  if (compartment.contents === "EMPTY") return "is_empty";
  return compartment.contents === "FULL" || has_photo ? null : "photo_needed";
}

/** What sellers and buyers are told, as keys of the texts of notices. */
interface ChangeNotices {
  seller?: SellerNotice;
  buyer?: BuyerNotice;
}
type SellerNotice =
  | "deposited"
  | "hold_ended"
  | "looked_into"
  | "collected"
  | "rejected"
  | "not_released"
  | "not_collected"
  | "cancelled"
  | "in_storage"
  | "listing_ended"
  | "retrieved"
  | "emptied"
  | "disputed"
  | "settled_to_buyer"
  | "settled_to_seller"
  | "settled_return";
type BuyerNotice = "ready" | "expired" | "withdrawn" | "disputed" | "settled_to_buyer" | "settled_to_seller";

/** Whoever did something is not told of it, except of a dispute. The buyer is told nothing before the release. */
export function findChangeNotices(
  before: Status,
  {
    status,
    dispute_by,
    released_at,
  }: { status: Status; dispute_by: Side | null; released_at: string | null },
  cause: Cause,
): ChangeNotices {
  const buyer = (notice: BuyerNotice) => (released_at === null ? {} : { buyer: notice });
  switch (cause) {
    case "deposited":
      return { seller: "deposited" };
    case "not_deposited":
    case "hold_ended":
      return { seller: "hold_ended" };
    case "released":
      return { buyer: "ready" };
    case "looked_into":
      return { seller: "looked_into" };
    case "emptied":
      if (status === "DISPUTED") return { seller: "emptied" };
      return { seller: status === "COLLECTED" ? "collected" : "retrieved" };
    case "emptied_by_staff":
      return status === "EXPIRED" ? { seller: "in_storage" } : { seller: "emptied", ...buyer("disputed") };
    case "found_empty":
      return { seller: "emptied", ...buyer("disputed") };
    case "rejected":
      return { seller: "rejected" };
    case "time_ended":
      if (before === "LISTED") return { seller: "listing_ended" };
      return before === "DEPOSITED"
        ? { seller: "not_released" }
        : { seller: "not_collected", ...buyer("expired") };
    case "cancelled_by_staff":
      return status === "RETURN_TO_SELLER" ? { seller: "cancelled", ...buyer("withdrawn") } : {};
    case "disputed":
      return { seller: "disputed", ...(dispute_by === "buyer" ? {} : buyer("disputed")) };
    case "settled":
      if (status === "CODE_ISSUED") return { seller: "settled_to_buyer", buyer: "ready" };
      if (status === "COLLECTED") return { seller: "settled_to_buyer", ...buyer("settled_to_buyer") };
      return {
        seller: status === "RETURN_TO_SELLER" ? "settled_return" : "settled_to_seller",
        ...buyer("settled_to_seller"),
      };
    default:
      return {};
  }
}

const DAY_MS = 24 * 3_600_000;

/** When the buyer is reminded, of a time to collect that begins now: a day before its end, of a short one a third of it. */
export function computeReminder(now: Date, ends_at: string): Date {
  const end_ms = Date.parse(ends_at);
  return new Date(end_ms - Math.min(DAY_MS, (end_ms - now.getTime()) / 3));
}

/** For each day of storage that has begun. */
export function computeStorageFee(storage_from: string | null, day_minor: number, until: Date): number {
  if (storage_from === null) return 0;
  return Math.max(0, Math.ceil((until.getTime() - Date.parse(storage_from)) / DAY_MS)) * day_minor;
}

/** A dispute may begin this long after the end. */
export const DISPUTE_MS = 3 * DAY_MS;

export function mayDispute(
  {
    status,
    ended_at,
    storage_from,
  }: { status: Status; ended_at: string | null; storage_from: string | null },
  now: Date,
): boolean {
  if (findNext(status, "disputed") === undefined) return false;
  if (status === "EXPIRED" && storage_from === null) return false;
  return ended_at === null || Date.parse(ended_at) + DISPUTE_MS > now.getTime();
}
