/** When a grant is in force, what it withholds, and what its reader sees of an order: pure. */
import type { Place } from "#vocabulary/place.ts";
import type { GrantBetween } from "./records/alliance-grant.ts";
import {
  type GRANT_STATES,
  type GrantFilters,
  type GrantScope,
  MASKABLE_FIELDS,
  type MaskableField,
  type SharedOrder,
} from "./shapes.ts";

export type GrantState = (typeof GRANT_STATES)[number];

type GrantFacts = Pick<
  GrantBetween,
  | "scopes"
  | "is_open"
  | "terms_version"
  | "valid_until"
  | "grantor_state"
  | "grantor_signed"
  | "grantee_state"
  | "grantee_signed"
>;

/** Whether anything may be read by a grant, and if not, why not. */
export function computeGrantState(grant: GrantFacts, now: Date): GrantState {
  const { grantor_state, grantee_state, terms_version } = grant;
  if (grant.scopes.length === 0) return "revoked";
  if (!grant.is_open) return "closed";
  const is_in = (state: string | null) => state === "active" || state === "suspended";
  if (!is_in(grantor_state) || !is_in(grantee_state)) return "not_member";
  if (grantor_state === "suspended" || grantee_state === "suspended") return "member_suspended";
  if (grant.valid_until !== null && new Date(grant.valid_until) <= now) return "expired";
  if (grant.grantor_signed !== terms_version || grant.grantee_signed !== terms_version)
    return "terms_unsigned";
  return "in_force";
}

/** Fields that would tell what another one withholds. */
const IMPLIED: Partial<Record<MaskableField, readonly MaskableField[]>> = {
  recipient_name: ["instructions"],
  recipient_phone: ["instructions"],
  recipient_email: ["instructions"],
  recipient_address: ["instructions", "position", "event_places"],
  sender_address: ["position", "event_places"],
};

/** A mask with what follows from it, in the order of the list of fields. */
export function expandMask(fields: Iterable<MaskableField>): MaskableField[] {
  const all = new Set([...fields].flatMap((field) => [field, ...(IMPLIED[field] ?? [])]));
  return MASKABLE_FIELDS.filter((field) => all.has(field));
}

export const DENIALS = {
  no_grant: "forbidden",
  member_suspended: "forbidden",
  terms_unsigned: "conflict",
  grant_revoked: "gone",
} as const;
export type Denial = keyof typeof DENIALS;

export type Permission =
  | {
      is_granted: true;
      /** What the grants with the scope select; an order that one of them selects may be read. */
      filters: GrantFilters[];
      /** Of all grants in force between the two: a wider one does not widen a narrower one. */
      fields_masked: MaskableField[];
      alliance_ids: number[];
    }
  | { is_granted: false; reason: Denial };

type Decided = GrantFacts & Pick<GrantBetween, "ended_scopes" | "filters" | "fields_masked" | "alliance_id">;

/** What one business lets another one do, from all its grants to it. */
export function decidePermission(grants: readonly Decided[], scope: GrantScope, now: Date): Permission {
  const judged = grants.map((grant) => ({ grant, state: computeGrantState(grant, now) }));
  const in_force = judged.filter(({ state }) => state === "in_force").map(({ grant }) => grant);
  const giving = in_force.filter(({ scopes }) => scopes.includes(scope));
  if (giving.length > 0)
    return {
      is_granted: true,
      filters: giving.map(({ filters }) => filters),
      fields_masked: expandMask(in_force.flatMap(({ fields_masked }) => fields_masked)),
      alliance_ids: giving.map(({ alliance_id }) => alliance_id).sort((one, other) => one - other),
    };
  const states = new Set(
    judged.filter(({ grant }) => grant.scopes.includes(scope)).map(({ state }) => state),
  );
  const reason = states.has("terms_unsigned")
    ? "terms_unsigned"
    : states.has("member_suspended")
      ? "member_suspended"
      : states.size > 0 || grants.some(({ ended_scopes }) => ended_scopes.includes(scope))
        ? "grant_revoked"
        : "no_grant";
  return { is_granted: false, reason };
}

/** The scopes that a grant had and has not any more. */
export function endScopes(
  before: { scopes: readonly GrantScope[]; ended_scopes: readonly GrantScope[] } | undefined,
  scopes: readonly GrantScope[],
): GrantScope[] {
  const once = new Set([...(before?.ended_scopes ?? []), ...(before?.scopes ?? [])]);
  return [...once].filter((scope) => !scopes.includes(scope)).sort();
}

/** The columns of an order that its shared form is built from. */
export interface SharedSource {
  id: number;
  tracking_number: string;
  type: "D" | "P" | "P2P";
  status: string;
  status_since: string;
  scheduled_date: string;
  delivered_at: string | null;
  ref: string | null;
  customer: string | null;
  pickup: Place | null;
  dropoff: Place | null;
  lat: number | null;
  lng: number | null;
  window_start: string | null;
  window_end: string | null;
  delivery_instruction: string;
  weight_g: number;
  parcels: number;
  contents: string[];
}

const toAddress = (place: Place | null) =>
  place === null
    ? null
    : {
        line1: place.line1,
        line2: place.line2 ?? "",
        city: place.city ?? "",
        region: place.region ?? "",
        postal_code: place.postal_code ?? "",
        country: place.country ?? "",
      };

type Masked = Omit<
  Required<SharedOrder>,
  | "tracking_number"
  | "type"
  | "status"
  | "status_since"
  | "scheduled_date"
  | "delivered_at"
  | "parcels"
  | "masked"
>;

/** `mask` is expanded. Every member that can be masked is named like its mask, so none is forgotten. */
export function buildSharedOrder(row: SharedSource, mask: readonly MaskableField[]): SharedOrder {
  const { pickup, dropoff } = row;
  const all: Masked = {
    ref: row.ref,
    customer: row.customer,
    sender_name: pickup?.name ?? null,
    sender_phone: pickup?.phone ?? null,
    sender_email: pickup?.email ?? null,
    sender_address: toAddress(pickup),
    recipient_name: dropoff?.name ?? null,
    recipient_phone: dropoff?.phone ?? null,
    recipient_email: dropoff?.email ?? null,
    recipient_address: toAddress(dropoff),
    position: row.lat === null || row.lng === null ? null : { lat: row.lat, lng: row.lng },
    window:
      row.window_start === null && row.window_end === null
        ? null
        : { start: row.window_start, end: row.window_end },
    instructions: row.delivery_instruction === "" ? null : row.delivery_instruction,
    contents: row.contents.filter((text) => text !== ""),
    weight_g: row.weight_g,
  };
  const visible_members = Object.fromEntries(
    Object.entries(all).filter(([field]) => !mask.includes(field as MaskableField)),
  ) as Partial<Masked>;
  return {
    tracking_number: row.tracking_number,
    type: row.type,
    status: row.status,
    status_since: row.status_since,
    scheduled_date: row.scheduled_date,
    delivered_at: row.delivered_at,
    parcels: row.parcels,
    masked: [...mask],
    ...visible_members,
  };
}

/** The parameter of `SELECTED_BY_FILTERS`. */
export function toFilterRows(filters: readonly GrantFilters[]): string {
  return JSON.stringify(
    filters.map(({ customer_ids, polygon, postcodes, from, to }) => ({
      customers: customer_ids ?? null,
      area: polygon === undefined ? null : `(${polygon.map(({ lat, lng }) => `(${lng},${lat})`).join(",")})`,
      postcodes: postcodes?.map((code) => code.replaceAll(/[\s-]/g, "").toUpperCase()) ?? null,
      date_from: from ?? null,
      date_to: to ?? null,
    })),
  );
}

export const isLimited = (filters: GrantFilters): boolean => Object.keys(filters).length > 0;
