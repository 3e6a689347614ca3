/** What may be done with a relay, in each status. Pure. */

export const RELAY_STATUSES = [
  "STORED_IN_LOCKER",
  "COLLECTED_BY_STAFF",
  "AT_HUB",
  "RETURN_CHOSEN",
  "OUT_TO_LOCKER",
  "STORED_IN_LOCKER_2",
  "COLLECTED",
  "EXCEPTION",
] as const;
export type RelayStatus = (typeof RELAY_STATUSES)[number];

/** Changes of custody that the relay waits for. */
const STEPS = ["collect", "hub_in", "hub_out", "deposit"] as const;
/** Those that bags are scanned at: somebody else may take them from who has them, where something went wrong. */
export const SCANS = [...STEPS, "take_over"] as const;
export type Scan = (typeof SCANS)[number];

export const ACTIONS = [...STEPS, "choose_return", "report_exception", "resolve"] as const;
export type Action = (typeof ACTIONS)[number];

export const EXCEPTION_KINDS = ["damaged", "missing_tag", "overweight", "no_space", "other"] as const;
/** What goes wrong that the renter is told of: the others are settled by staff alone, or make the bags late. */
const TOLD_EXCEPTIONS = ["damaged", "missing_tag", "no_space"] as const;

export const isToldException = (kind: string): kind is (typeof TOLD_EXCEPTIONS)[number] =>
  (TOLD_EXCEPTIONS as readonly string[]).includes(kind);

export const CHOOSERS = ["renter", "staff", "rule"] as const;
export const CONSENTS = ["in_person", "phone", "email", "text_message", "standing_instruction"] as const;

const ALLOWED: Record<RelayStatus, readonly Action[]> = {
  STORED_IN_LOCKER: ["collect"],
  COLLECTED_BY_STAFF: ["hub_in", "choose_return", "report_exception"],
  AT_HUB: ["choose_return", "report_exception"],
  RETURN_CHOSEN: ["hub_out", "choose_return", "report_exception"],
  OUT_TO_LOCKER: ["deposit", "report_exception"],
  STORED_IN_LOCKER_2: [],
  COLLECTED: [],
  EXCEPTION: ["resolve"],
};

export const listActions = (status: RelayStatus): readonly Action[] => ALLOWED[status];

/** What drivers may do: they bring bags, and say what went wrong with those that they have. */
const BY_DRIVERS: readonly Action[] = [...STEPS, "report_exception"];
/** Who has the bags hands them over, and nobody else. */
const BY_HOLDER: readonly Action[] = ["hub_in", "deposit"];

/** What this caller may do in a status. */
export function listActionsFor(
  status: RelayStatus,
  { is_driver, is_holder }: { is_driver: boolean; is_holder: boolean },
): Action[] {
  return listActions(status).filter((action) => {
    if (is_driver && !BY_DRIVERS.includes(action)) return false;
    const needs_bags = BY_HOLDER.includes(action) || (is_driver && action === "report_exception");
    return is_holder || !needs_bags;
  });
}

/** Only who has the bags hands them over. */
export function isHolder(step: Scan, holder_account_id: number | null, account_id: number | null): boolean {
  return (step !== "hub_in" && step !== "deposit") || holder_account_id === account_id;
}

/** The tags of a relay that were not scanned, and those scanned that are none of its bags. */
export function compareTags(
  tags: readonly string[],
  scanned_tags: readonly string[],
): { missing: string[]; unknown: string[] } {
  return {
    missing: tags.filter((tag) => !scanned_tags.includes(tag)),
    unknown: scanned_tags.filter((tag) => !tags.includes(tag)),
  };
}

interface Measured {
  width_mm: number;
  height_mm: number;
  depth_mm: number;
}

const volume = ({ width_mm, height_mm, depth_mm }: Measured) => width_mm * height_mm * depth_mm;

/** The largest bag gets its compartment first, so that a smaller one does not take the only one with the room. */
export const sortBySize = <Bag extends Measured>(bags: readonly Bag[]): Bag[] =>
  bags.toSorted((one, other) => volume(other) - volume(one));
