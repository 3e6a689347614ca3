/** Who may claim a route, until when it is given back, who comes next. Pure. */

/** standby_only: a dispatcher gave it to somebody; others may wait. */
export const OFFER_STATES = ["open", "claimed", "standby_only", "closed"] as const;
export type OfferState = (typeof OFFER_STATES)[number];

/** promoted: a holder who waited before. */
export const CLAIM_STATES = ["held", "promoted", "standby", "withdrawn", "lost"] as const;
export type ClaimState = (typeof CLAIM_STATES)[number];

export const INELIGIBLE = [
  "not_active",
  "documents_expired",
  "no_vehicle",
  "missing_skill",
  "over_capacity",
] as const;
export type Ineligible = (typeof INELIGIBLE)[number];

const MINUTE_MS = 60_000;

export interface BoardTimes {
  opens_at: string;
  closes_at: string | null;
  withdraw_until_min: number;
}

/** Whether routes may be claimed now. */
export function isClaimPeriodOpen(
  { opens_at, closes_at }: BoardTimes,
  planned_start_at: string | null,
  now: Date,
): boolean {
  const at = now.getTime();
  if (at < Date.parse(opens_at)) return false;
  const ends = [closes_at, planned_start_at].flatMap((end) => (end === null ? [] : [Date.parse(end)]));
  return ends.every((end) => at < end);
}

/** Until then, and not at that moment any more, a holder gives the route back; null while its start is not planned. */
export function findCutOff({ withdraw_until_min }: BoardTimes, planned_start_at: string | null): Date | null {
  return planned_start_at === null
    ? null
    : new Date(Date.parse(planned_start_at) - withdraw_until_min * MINUTE_MS);
}

/** The plan was changed since the holder agreed to it. */
export function needsConfirmation(
  { confirmed_plan_version }: { confirmed_plan_version: number | null },
  plan_version: number,
): boolean {
  return confirmed_plan_version !== null && plan_version > confirmed_plan_version;
}

/** After the cut-off a dispatcher decides, unless the plan was changed since the holder agreed to it. */
export function canWithdraw(cut_off: Date | null, needs_confirmation: boolean, now: Date): boolean {
  return needs_confirmation || cut_off === null || now < cut_off;
}

export interface Candidate {
  status: string;
  expired_date: string | null;
  has_vehicle: boolean;
  offered: readonly string[];
  overloads: number;
}

/** The first reason why a driver may not have a route; null when the driver may. */
export function findIneligibility(
  { status, expired_date, has_vehicle, offered, overloads }: Candidate,
  required: readonly string[],
): Ineligible | null {
  if (status !== "active") return "not_active";
  if (expired_date !== null) return "documents_expired";
  if (!has_vehicle) return "no_vehicle";
  if (required.some((skill) => !offered.includes(skill))) return "missing_skill";
  return overloads > 0 ? "over_capacity" : null;
}

export const isHolding = ({ state }: { state: ClaimState }): boolean =>
  state === "held" || state === "promoted";

/** 0 for the holder, 1 and more for those who wait, in the order in which they came; null for claims that are over. */
export function findPosition<Claim extends { id: number; state: ClaimState }>(
  claims: readonly Claim[],
  claim: Claim,
): number | null {
  if (isHolding(claim)) return 0;
  if (claim.state !== "standby") return null;
  return claims.filter(({ id, state }) => state === "standby" && id <= claim.id).length;
}
