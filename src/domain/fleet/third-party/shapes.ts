/** The wire forms of providers, offers and tenders. */
import Type from "typebox";
import { getStopPlace, type OrderRow, type ParcelRow } from "#domain/orders/orders/public.ts";
import {
  Count,
  Currency,
  Id,
  Latitude,
  Longitude,
  Minor,
  Nullable,
  OrderId,
  StringEnum,
  Timestamp,
} from "#vocabulary/basics.ts";
import { Place, TimeWindow } from "#vocabulary/place.ts";
import { Ref } from "#vocabulary/ref.ts";
import type { OfferWithOrderRow } from "./records/offer.ts";
import type { ProviderRow } from "./records/provider.ts";
import type { TenderRow } from "./records/tender.ts";
import {
  CAPABILITIES,
  canWithdraw,
  isHeld,
  OFFER_MODES,
  OFFER_STATES,
  TENDER_STATES,
  toCoarse,
} from "./rules.ts";

const Words = <Item extends Type.TSchema>(max: number, item: Item, description: string) =>
  Type.Array(item, { maxItems: max, uniqueItems: true, description });

const MappedStatus = Type.Object({
  code: Type.String({ maxLength: 80, description: "A status code of the protocol, `otep:core:delivered`." }),
  incident_reason: Type.Optional(Type.String({ maxLength: 80 })),
});

export const Mapping = Type.Record(Type.String({ pattern: "^\\S.{0,59}$" }), MappedStatus, {
  maxProperties: 100,
  description: "By the provider's own word for a status. The usual words need no entry.",
});

export const providerMembers = {
  name: Type.String({ minLength: 1, maxLength: 120, pattern: "\\S" }),
  countries: Words(
    50,
    Type.String({ pattern: "^[A-Z]{2}$", maxLength: 2 }),
    "Countries where it delivers, ISO 3166-1 alpha-2; everywhere when empty.",
  ),
  postal_prefixes: Words(
    500,
    Type.String({ pattern: "^[0-9A-Za-z][0-9A-Za-z -]{0,11}$", maxLength: 12 }),
    "Beginnings of postal codes where it delivers; everywhere when empty. Both ends of a delivery must be covered.",
  ),
  capabilities: Words(CAPABILITIES.length, StringEnum(CAPABILITIES), "What it can do beside delivering."),
  weight_g_max: Nullable(
    Type.Integer({ minimum: 1, maximum: 2_147_483_647, description: "Heaviest order, grams; null for any." }),
  ),
  distance_m_max: Nullable(
    Type.Integer({ minimum: 1, maximum: 2_147_483_647, description: "Farthest delivery, metres of road." }),
  ),
  price_terms: Nullable(
    Type.Object(
      { base_minor: Minor, per_km_minor: Minor },
      {
        description: "What it charges, where an offer says no price. Null: it names a price when it accepts.",
      },
    ),
  ),
  rank: Nullable(
    Type.Integer({
      minimum: 1,
      maximum: 1000,
      description:
        "Its place when those that were asked do not take an order: the lowest number first. Null: never asked then.",
    }),
  ),
};

export const Provider = Type.Object(
  {
    id: Ref("delivery_provider"),
    partner_id: Ref("provider", { ...Id, description: "Its key, among the partners of the business." }),
    key_id: Type.String(),
    key_status: StringEnum(["active", "suspended", "revoked"]),
    last_used_at: Nullable(Timestamp),
    code: Type.String({ description: "Its name in events." }),
    ...providerMembers,
    status: StringEnum(["active", "paused"]),
    created_at: Timestamp,
    updated_at: Timestamp,
    version: Type.Integer(),
  },
  { $id: "ThirdPartyProvider" },
);

export interface ProviderWithKey extends ProviderRow {
  key_id: string;
  key_status: "active" | "suspended" | "revoked";
  last_used_at: string | null;
}

export function toProvider({
  business_id: _business,
  status_mapping: _mapping,
  ...row
}: ProviderWithKey): Type.Static<typeof Provider> {
  return {
    ...row,
    countries: [...row.countries],
    postal_prefixes: [...row.postal_prefixes],
    capabilities: [...row.capabilities],
    last_used_at: row.last_used_at,
    created_at: row.created_at,
    updated_at: row.updated_at,
  };
}

/** Of a tender, for the business. */
const OfferedTender = Type.Object(
  {
    id: Ref("tender"),
    provider_id: Ref("delivery_provider"),
    provider_code: Type.String(),
    provider_name: Type.String(),
    state: StringEnum(TENDER_STATES),
    price_minor: Nullable(Minor),
    external_id: Nullable(Type.String()),
    reason: Nullable(Type.String()),
    note: Type.String(),
    pickup_by: Timestamp,
    expires_at: Timestamp,
    offered_at: Timestamp,
    answered_at: Nullable(Timestamp),
    picked_up_at: Nullable(Timestamp),
    ended_at: Nullable(Timestamp),
    position: Nullable(Type.Object({ lat: Latitude, lng: Longitude, at: Timestamp })),
  },
  { $id: "OfferedTender" },
);

export const Offer = Type.Object(
  {
    id: Ref("tender_offer"),
    order_id: Ref("order", OrderId),
    order_ref: Nullable(Type.String()),
    tracking_number: Type.String(),
    order_status: Type.String(),
    mode: StringEnum(OFFER_MODES),
    provider_ids: Type.Array(Ref("delivery_provider")),
    price_minor: Nullable(Minor),
    price_cap_minor: Nullable(Minor),
    currency: Currency,
    pickup_by: Timestamp,
    answer_s: Count,
    fall_back: Type.Boolean({ description: "Those of the ranking are asked when nobody else takes it." }),
    note: Type.String(),
    state: StringEnum(OFFER_STATES, {
      description:
        "OPEN while somebody is asked, HELD while a provider has the order, EXHAUSTED when it went back to the business.",
    }),
    can_withdraw: Type.Boolean(),
    explanation: Type.Array(
      Type.Object({
        at: Timestamp,
        what: Type.String(),
        provider_id: Type.Optional(Ref("delivery_provider")),
        provider_name: Type.Optional(Type.String()),
        reason: Type.Optional(Type.String()),
      }),
      { description: "What was decided and why, oldest first." },
    ),
    tenders: Type.Array(OfferedTender, { description: "Oldest first." }),
    created_at: Timestamp,
    ended_at: Nullable(Timestamp),
    version: Type.Integer(),
  },
  { $id: "TenderOffer" },
);

export function toOffer(
  { business_id: _business, created_by: _by, ...offer }: OfferWithOrderRow,
  tenders: readonly TenderRow[],
  providers: ReadonlyMap<number, Pick<ProviderRow, "code" | "name">>,
  now: Date,
): Type.Static<typeof Offer> {
  const own_tenders = tenders.filter(({ offer_id }) => offer_id === offer.id);
  return {
    ...offer,
    provider_ids: [...offer.provider_ids],
    pickup_by: offer.pickup_by,
    created_at: offer.created_at,
    ended_at: offer.ended_at,
    can_withdraw: canWithdraw({ state: offer.state, tenders: own_tenders }, now),
    explanation: offer.explanation.map((step) => {
      const name = step.provider_id === undefined ? undefined : providers.get(step.provider_id)?.name;
      return { ...step, ...(name === undefined ? {} : { provider_name: name }) };
    }),
    tenders: own_tenders.map((tender) => ({
      id: tender.id,
      provider_id: tender.provider_id,
      provider_code: providers.get(tender.provider_id)?.code ?? "",
      provider_name: providers.get(tender.provider_id)?.name ?? "",
      ...toTenderFacts(tender),
      position: toPosition(tender),
    })),
  };
}

function toTenderFacts(tender: TenderRow) {
  const { state, price_minor, external_id, reason, note } = tender;
  return {
    state,
    price_minor,
    external_id,
    reason,
    note,
    pickup_by: tender.pickup_by,
    expires_at: tender.expires_at,
    offered_at: tender.offered_at,
    answered_at: tender.answered_at,
    picked_up_at: tender.picked_up_at,
    ended_at: tender.ended_at,
  };
}

function toPosition({ lat, lng, position_at }: TenderRow) {
  return lat === null || lng === null || position_at === null ? null : { lat, lng, at: position_at };
}

const TenderArea = Type.Object(
  {
    city: Type.String(),
    region: Type.String(),
    country: Type.String(),
    postal_area: Type.String({ description: "The beginning of the postal code." }),
    lat: Nullable(Latitude),
    lng: Nullable(Longitude),
    window: Nullable(TimeWindow),
  },
  { $id: "TenderArea", description: "Without street and person; the position to about a kilometre." },
);

/** Of a tender, for its provider. */
export const Tender = Type.Object(
  {
    id: Ref("tender"),
    state: StringEnum(TENDER_STATES),
    price_minor: Nullable(Minor),
    currency: Currency,
    distance_m: Nullable(Count),
    external_id: Nullable(Type.String()),
    reason: Nullable(Type.String()),
    note: Type.String({ description: "Of the business, with the offer." }),
    pickup_by: Timestamp,
    expires_at: Timestamp,
    offered_at: Timestamp,
    answered_at: Nullable(Timestamp),
    picked_up_at: Nullable(Timestamp),
    ended_at: Nullable(Timestamp),
    service: Type.String(),
    pickup_area: Nullable(TenderArea),
    dropoff_area: Nullable(TenderArea),
    weight_g: Count,
    volume_cm3: Count,
    units: Count,
    needs: Type.Array(StringEnum(CAPABILITIES)),
    cod_minor: Type.Integer({ description: "Cash to collect from the recipient, minor units." }),
    order: Nullable(
      Type.Object(
        {
          order_ref: Nullable(Type.String()),
          tracking_number: Type.String(),
          tracking_url: Type.String(),
          pickup: Nullable(Place),
          dropoff: Nullable(Place),
          delivery_instruction: Type.String(),
          insured_value_minor: Minor,
          parcels: Type.Array(
            Type.Object({
              tracking_number: Type.String(),
              label_code: Type.String(),
              weight_g: Count,
              length_mm: Nullable(Count),
              width_mm: Nullable(Count),
              height_mm: Nullable(Count),
            }),
          ),
        },
        { description: "Addresses and parcels: from acceptance until the order is done or handed back." },
      ),
    ),
    version: Type.Integer(),
  },
  { $id: "Tender" },
);

export function toTender(
  { settings }: { settings: { base_url: string } },
  tender: TenderRow,
  {
    offer_note,
    order,
    parcels,
    needs,
  }: {
    offer_note: string;
    order: OrderRow;
    parcels: readonly ParcelRow[];
    needs: Type.Static<typeof Tender>["needs"];
  },
): Type.Static<typeof Tender> {
  const dropoff = order.dropoff ?? getStopPlace(order);
  return {
    id: tender.id,
    ...toTenderFacts(tender),
    note: offer_note,
    currency: tender.currency,
    distance_m: tender.distance_m,
    service: order.service,
    pickup_area: toCoarse(order.pickup),
    dropoff_area: toCoarse(dropoff),
    weight_g: order.weight_g,
    volume_cm3: order.volume_cm3,
    units: order.units,
    needs,
    cod_minor: order.cod_minor,
    order: isHeld(tender.state)
      ? {
          order_ref: order.ref,
          tracking_number: order.tracking_number,
          tracking_url: `${settings.base_url}/track/${order.tracking_number}`,
          pickup: order.pickup,
          dropoff,
          delivery_instruction: order.delivery_instruction,
          insured_value_minor: order.insured_value_minor,
          parcels: parcels
            .filter(({ order_id }) => order_id === order.id)
            .map((one) => ({
              tracking_number: one.tracking_number,
              label_code: one.label_code,
              weight_g: one.weight_g,
              length_mm: one.length_mm,
              width_mm: one.width_mm,
              height_mm: one.height_mm,
            })),
        }
      : null,
    version: tender.version,
  };
}
