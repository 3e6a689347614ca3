/** Rules of tenders: which state follows, who may be asked at what price, and what a provider's words mean. Pure. */
import type { CoreCode } from "#otep/codes.gen.ts";
import { findCode, getBase } from "#otep/vocabulary.ts";
import { straightLineKm } from "#vocabulary/geo.ts";
import type { Place } from "#vocabulary/place.ts";

export const OFFER_MODES = ["one", "sequence", "all"] as const;
export const OFFER_STATES = ["OPEN", "HELD", "COMPLETED", "FAILED", "WITHDRAWN", "EXHAUSTED"] as const;

export const TENDER_STATES = [
  "OFFERED",
  "ACCEPTED",
  "IN_PROGRESS",
  "COMPLETED",
  "DECLINED",
  "EXPIRED",
  "WITHDRAWN",
  "HANDED_BACK",
  "FAILED",
] as const;
export type TenderState = (typeof TENDER_STATES)[number];

type TenderCommand =
  | "accept"
  | "decline"
  | "expire"
  | "withdraw"
  | "pick_up"
  | "complete"
  | "fail"
  | "hand_back"
  | "reopen";

/** `reopen`: the provider corrected the event that had ended it. */
const TRANSITIONS: readonly { trigger: TenderCommand; from: readonly TenderState[]; to: TenderState }[] = [
  { trigger: "accept", from: ["OFFERED"], to: "ACCEPTED" },
  { trigger: "decline", from: ["OFFERED"], to: "DECLINED" },
  { trigger: "expire", from: ["OFFERED"], to: "EXPIRED" },
  { trigger: "withdraw", from: ["OFFERED"], to: "WITHDRAWN" },
  { trigger: "pick_up", from: ["ACCEPTED"], to: "IN_PROGRESS" },
  { trigger: "complete", from: ["ACCEPTED", "IN_PROGRESS", "FAILED"], to: "COMPLETED" },
  { trigger: "fail", from: ["ACCEPTED", "IN_PROGRESS", "COMPLETED"], to: "FAILED" },
  { trigger: "hand_back", from: ["ACCEPTED", "IN_PROGRESS"], to: "HANDED_BACK" },
  { trigger: "reopen", from: ["COMPLETED", "FAILED"], to: "IN_PROGRESS" },
];

/** Null where the state does not allow the command. */
export function getNextTenderState(from: TenderState, trigger: TenderCommand): TenderState | null {
  return TRANSITIONS.find((one) => one.trigger === trigger && one.from.includes(from))?.to ?? null;
}

export const isHeld = (state: TenderState) => state === "ACCEPTED" || state === "IN_PROGRESS";

/** The reason of a tender that the business took back from a provider that had not picked up in time. */
export const RECALLED = "not_picked_up";

export interface OpenOffer {
  state: string;
  tenders: readonly { state: TenderState; pickup_by: string }[];
}

/**
 * Whether the business can withdraw an offer: while nobody has accepted it, and from a provider that has not picked up by the
 * agreed time, because one that is silent cannot be asked to hand the order back.
 */
export function canWithdraw({ state, tenders }: OpenOffer, now: Date): boolean {
  if (state === "OPEN") return true;
  const late = tenders.some((one) => one.state === "ACCEPTED" && Date.parse(one.pickup_by) <= now.getTime());
  return state === "HELD" && late;
}

export const CAPABILITIES = ["cod", "pin", "signature", "photo", "id_check", "pickup_from_sender"] as const;
export type Capability = (typeof CAPABILITIES)[number];

export interface PriceTerms {
  base_minor: number;
  per_km_minor: number;
}

export interface ExplanationStep {
  at: string;
  what:
    | "asked"
    | "skipped"
    | "accepted"
    | "declined"
    | "expired"
    | "withdrawn"
    | "handed_back"
    | "completed"
    | "failed"
    | "own_pool";
  provider_id?: number;
  reason?: string;
}

export interface AskedProvider {
  status: "active" | "paused";
  partner_status: "active" | "suspended" | "revoked";
  countries: readonly string[];
  postal_prefixes: readonly string[];
  capabilities: readonly Capability[];
  weight_g_max: number | null;
  distance_m_max: number | null;
  price_terms: PriceTerms | null;
}

export interface AskedShipment {
  pickup: Place | null;
  dropoff: Place | null;
  weight_g: number;
  distance_m: number | null;
  needs: readonly Capability[];
  /** What the offer pays; null: the provider's terms, or what it names. */
  price_minor: number | null;
  price_cap_minor: number | null;
}

export type SkipReason =
  | "paused"
  | "key_not_valid"
  | "outside_area"
  | "too_heavy"
  | "too_far"
  | "capability_missing"
  | "over_price_cap";

/** Why a provider is not asked; null when it is. */
export function findSkipReason(provider: AskedProvider, shipment: AskedShipment): SkipReason | null {
  if (provider.status === "paused") return "paused";
  if (provider.partner_status !== "active") return "key_not_valid";
  if (![shipment.pickup, shipment.dropoff].every((place) => coversPlace(provider, place)))
    return "outside_area";
  if (provider.weight_g_max !== null && shipment.weight_g > provider.weight_g_max) return "too_heavy";
  if (
    provider.distance_m_max !== null &&
    shipment.distance_m !== null &&
    shipment.distance_m > provider.distance_m_max
  )
    return "too_far";
  if (shipment.needs.some((need) => !provider.capabilities.includes(need))) return "capability_missing";
  const price = computeTenderPrice(provider.price_terms, shipment);
  return isOverCap(price, shipment.price_cap_minor) ? "over_price_cap" : null;
}

/** A place that is not known is no obstacle: goods that start at a depot have no pickup. */
function coversPlace(
  { countries, postal_prefixes }: Pick<AskedProvider, "countries" | "postal_prefixes">,
  place: Place | null,
): boolean {
  if (place === null) return true;
  if (countries.length > 0 && !countries.includes(place.country ?? "")) return false;
  if (postal_prefixes.length === 0) return true;
  const code = foldPostalCode(place.postal_code ?? "");
  return postal_prefixes.some((prefix) => code.startsWith(foldPostalCode(prefix)));
}

export const foldPostalCode = (code: string) => code.replaceAll(/[^0-9A-Za-z]/g, "").toUpperCase();

/** Null: the provider names its price when it accepts. */
export function computeTenderPrice(
  terms: PriceTerms | null,
  { price_minor, distance_m }: Pick<AskedShipment, "price_minor" | "distance_m">,
): number | null {
  if (price_minor !== null) return price_minor;
  if (terms === null) return null;
  return terms.base_minor + Math.round((terms.per_km_minor * (distance_m ?? 0)) / 1000);
}

export const isOverCap = (price_minor: number | null, cap_minor: number | null) =>
  price_minor !== null && cap_minor !== null && price_minor > cap_minor;

/** Road distance of a delivery, metres; null where a position is not known. */
export function computeDistance(
  pickup: Place | null,
  dropoff: Place | null,
  road_factor: number,
): number | null {
  if (pickup?.lat == null || pickup.lng == null || dropoff?.lat == null || dropoff.lng == null) return null;
  const from = { lat: pickup.lat, lng: pickup.lng };
  const to = { lat: dropoff.lat, lng: dropoff.lng };
  return Math.round(straightLineKm(from, to) * road_factor * 1000);
}

/** What a provider must be able to do for an order. */
export function listNeeds(order: {
  type: string;
  cod_minor: number;
  requirements: { pod?: readonly string[] };
}): Capability[] {
  const pod = order.requirements.pod ?? [];
  const proofs = CAPABILITIES.filter((capability) => pod.includes(capability));
  return [
    ...(order.cod_minor > 0 ? (["cod"] as const) : []),
    ...proofs,
    ...(order.type === "D" ? [] : (["pickup_from_sender"] as const)),
  ];
}

export interface MappedStatus {
  code: string;
  incident_reason?: string;
}
export type StatusMapping = Readonly<Record<string, MappedStatus>>;

/** Words that most delivery companies use. A provider's own mapping comes first. */
export const DEFAULT_STATUSES: StatusMapping = {
  confirmed: { code: "otep:thirdparty:accepted" },
  courier_assigned: { code: "otep:thirdparty:courier_assigned" },
  courier_unassigned: { code: "otep:thirdparty:courier_unassigned" },
  en_route_to_pickup: { code: "otep:thirdparty:courier_en_route" },
  at_pickup: { code: "otep:thirdparty:courier_at_pickup" },
  picked_up: { code: "otep:core:picked_up" },
  en_route_to_dropoff: { code: "otep:core:out_for_delivery" },
  at_dropoff: { code: "otep:thirdparty:courier_at_dropoff" },
  delivered: { code: "otep:core:delivered" },
  delivery_attempted: { code: "otep:core:delivery_attempted" },
  pickup_failed: { code: "otep:core:pickup_failed" },
  returning: { code: "otep:core:returning" },
  returned: { code: "otep:thirdparty:returned_to_origin" },
  cancelled: { code: "otep:core:cancelled" },
};

/** A provider's own word, one of the usual words, or a registered code of the protocol; null for anything else. */
export function mapStatus(mapping: StatusMapping, word: string): MappedStatus | null {
  const key = normalizeWord(word);
  const mapped_status = Object.hasOwn(mapping, key)
    ? mapping[key]
    : Object.hasOwn(DEFAULT_STATUSES, key)
      ? DEFAULT_STATUSES[key]
      : undefined;
  if (mapped_status !== undefined) return mapped_status;
  return findCode(word) === undefined ? null : { code: word };
}

/** Words are compared without case; spaces and hyphens are underscores. */
export const normalizeWord = (word: string) =>
  word
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, "_");

/** Codes after which the goods are, or were, with the provider. */
const WITH_PROVIDER: ReadonlySet<CoreCode> = new Set([
  "picked_up",
  "received",
  "processed",
  "stored",
  "departed",
  "in_transit",
  "arrived",
  "transferred",
  "out_for_delivery",
  "available_for_pickup",
  "delivery_attempted",
  "returning",
]);

/** An event of the provider about an order, as far as it decides the state of the tender. */
export interface ReportedEvent {
  code: string;
  base: CoreCode;
  at: string;
  incident_reason?: string | undefined;
}

export interface Progress {
  picked_up_at: string | null;
  ended_at: string | null;
  state: "ACCEPTED" | "IN_PROGRESS" | "COMPLETED" | "FAILED";
}

/**
 * The state of an accepted tender from everything that its provider reported, in any order. The last end that happened
 * counts; a delivery without a reported pickup was picked up by then.
 */
export function computeProgress(events: readonly ReportedEvent[]): Progress {
  const sorted = [...events].sort((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0));
  const picked_up = sorted.find(({ base }) => WITH_PROVIDER.has(base) || base === "delivered");
  const end = sorted.findLast(
    ({ base }) => base === "delivered" || base === "returned" || base === "rejected",
  );
  const picked_up_at = picked_up?.at ?? null;
  if (end !== undefined)
    return { picked_up_at, ended_at: end.at, state: end.base === "delivered" ? "COMPLETED" : "FAILED" };
  return { picked_up_at, ended_at: null, state: picked_up_at === null ? "ACCEPTED" : "IN_PROGRESS" };
}

/** Why an order was not delivered: the last reason that the provider gave until then; null when it gave none. */
export const findFailureReason = (events: readonly ReportedEvent[], { ended_at }: Progress): string | null =>
  [...events]
    .filter(({ at, incident_reason }) => incident_reason !== undefined && at <= (ended_at ?? at))
    .sort((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0))
    .at(-1)?.incident_reason ?? null;

/** A provider that cancels gives the order back: the order itself is not cancelled by it. */
export const isHandBack = ({ code }: MappedStatus) => getBase(code) === "cancelled";

/** What a provider sees of a place before it accepts: no person, no street, a position within about a kilometre. */
export function toCoarse(place: Place | null) {
  if (place === null) return null;
  const round = (degrees: number | null | undefined) =>
    degrees == null ? null : Math.round(degrees * 100) / 100;
  return {
    city: place.city ?? "",
    region: place.region ?? "",
    country: place.country ?? "",
    postal_area: foldPostalCode(place.postal_code ?? "").slice(0, 3),
    lat: round(place.lat),
    lng: round(place.lng),
    window: place.window ?? null,
  };
}

/** Positions become events of the timeline at this distance in time or space. */
const POSITION_EVERY_MS = 10 * 60_000;
const POSITION_EVERY_KM = 2;

export function isTimelinePosition(
  last: { lat: number; lng: number; at: string } | null,
  next: { lat: number; lng: number; at: string },
): boolean {
  if (last === null) return true;
  const passed = Date.parse(next.at) - Date.parse(last.at);
  if (passed <= 0) return false;
  return passed >= POSITION_EVERY_MS || straightLineKm(last, next) >= POSITION_EVERY_KM;
}
