import { getAlpha3, getCountryName } from "../commerce/countries.ts";
import {
  type AnyEvent,
  describePlace,
  getOrderId,
  type JourneyEvent,
  type Place,
  selectJourneyEvents,
  utcSeconds,
} from "../commerce/journey.ts";
import { GENERAL_SUBTAGS, INITIAL_SUBTAG, RETURNING_SUBTAGS, SUBTAGS } from "../commerce/subtags.ts";
import { localTime } from "../local-time.ts";
import type { Projection } from "../projection.ts";
import { findIncidentReason } from "../vocabulary.ts";

/** A tracking of an aggregator product, checkpoints oldest first in local time with offset. */
export const aggregator: Projection = {
  format: "aggregator",
  media_type: "application/json",
  of_whole: true,
  project(timeline) {
    const { displayed_events, omitted } = selectJourneyEvents(timeline, true);
    const checkpoints: Checkpoint[] = [];
    const facts = new Facts();
    let loss = omitted;
    let created_at: string | null = null;
    let updated_at: string | null = null;
    for (const one of displayed_events) {
      const { event, code } = one;
      const subtag = findSubtag(one);
      if (subtag === null) {
        loss++;
        continue;
      }
      const checkpoint = buildCheckpoint(one, subtag);
      checkpoints.push(checkpoint);
      if (code.effect === "status") facts.note(one, checkpoint);
      if (created_at === null || event.recorded_at < created_at) created_at = event.recorded_at;
      if (updated_at === null || event.recorded_at > updated_at) updated_at = event.recorded_at;
    }
    const subtag = facts.latest?.subtag ?? INITIAL_SUBTAG;
    const { id } = timeline.subject;
    const eta = timeline.eta === undefined ? null : localTime(timeline.eta, facts.time_zone);
    return {
      document: {
        id,
        created_at: created_at === null ? null : utcSeconds(created_at),
        updated_at: updated_at === null ? null : utcSeconds(updated_at),
        tracking_number: id,
        slug: facts.latest?.slug ?? null,
        active: getTag(subtag) !== "Delivered",
        order_id: getOrderId(timeline),
        origin_country_region: facts.origin,
        destination_country_region: facts.destination,
        shipment_pickup_date: facts.picked_up_at,
        shipment_delivery_date: facts.delivered_at,
        shipment_type: null,
        signed_by: facts.signed_by,
        tag: getTag(subtag),
        subtag,
        subtag_message: SUBTAGS[subtag]!,
        title: id,
        return_to_sender: facts.return_to_sender,
        first_attempted_at: facts.first_attempted_at,
        failed_delivery_attempts: facts.failed_delivery_attempts,
        latest_estimated_delivery:
          eta === null
            ? null
            : {
                type: "specific",
                source: "Carrier EDD",
                datetime: eta,
                datetime_min: null,
                datetime_max: null,
              },
        checkpoints,
      },
      loss,
    };
  },
};

interface Checkpoint {
  created_at: string;
  slug: string | null;
  checkpoint_time: string;
  location: string | null;
  city: string | null;
  state: string | null;
  zip: string | null;
  coordinate: { longitude: number; latitude: number } | null;
  country_region: string | null;
  country_region_name: string | null;
  message: string;
  tag: string;
  subtag: string;
  subtag_message: string;
  raw_tag: string | null;
  events: [];
  source: "carrier";
}

function buildCheckpoint({ event, code }: JourneyEvent, subtag: string): Checkpoint {
  const place = describePlace(event);
  const { address, geo } = place;
  return {
    created_at: utcSeconds(event.recorded_at),
    slug: event.source.provider ?? null,
    checkpoint_time: localTime(event.occurred_at, place.time_zone, event.utc_offset),
    location: describe(place),
    city: address?.city ?? null,
    state: address?.region ?? null,
    zip: address?.postal_code ?? null,
    coordinate: geo === undefined ? null : { longitude: geo.lon, latitude: geo.lat },
    country_region: getAlpha3(address?.country),
    country_region_name: getCountryName(address?.country),
    message: event.description ?? code.label,
    tag: getTag(subtag),
    subtag,
    subtag_message: SUBTAGS[subtag]!,
    raw_tag: event.source.raw_code ?? null,
    events: [],
    source: "carrier",
  };
}

/**
 * The subtag of an event; `null` when the product has none. The reason is more specific than a general subtag,
 * except that a failed delivery attempt applies to deliveries only.
 */
function findSubtag({ event, code }: JourneyEvent): string | null {
  const own_codes = code.map.aggregator;
  if (own_codes === null) return null;
  if (event.incident_reason === undefined || !GENERAL_SUBTAGS.has(own_codes.subtag)) return own_codes.subtag;
  const better = findIncidentReason(event.incident_reason)?.map.aggregator ?? null;
  if (better === null || better === "Exception_001") return own_codes.subtag;
  if (better.startsWith("AttemptFail") && own_codes.tag !== "AttemptFail") return own_codes.subtag;
  return better;
}

const tags = new Map(Object.keys(SUBTAGS).map((subtag) => [subtag, subtag.slice(0, subtag.indexOf("_"))]));

function getTag(subtag: string): string {
  return tags.get(subtag)!;
}

function describe({ name, address }: Place): string | null {
  if (address === undefined) return name ?? null;
  const { city, region, country } = address;
  let text = name ?? "";
  for (const part of [city, region, country]) {
    if (part !== undefined) text += text === "" ? part : `, ${part}`;
  }
  return text === "" ? null : text;
}

/** Members of a tracking about the whole journey, collected from its checkpoints in order. */
class Facts {
  latest: Checkpoint | undefined;
  time_zone: string | undefined;
  origin: string | null = null;
  destination: string | null = null;
  picked_up_at: string | null = null;
  delivered_at: string | null = null;
  first_attempted_at: string | null = null;
  failed_delivery_attempts = 0;
  return_to_sender = false;
  signed_by: string | null = null;

  note({ event, code }: JourneyEvent, checkpoint: Checkpoint): void {
    this.latest = checkpoint;
    this.time_zone = describePlace(event).time_zone ?? this.time_zone;
    if (RETURNING_SUBTAGS.has(checkpoint.subtag)) this.return_to_sender = true;
    const { country_region, checkpoint_time } = checkpoint;
    if (code.phase === "pickup" || code.phase === "inbound" || code.phase === "pre_shipment") {
      this.origin ??= country_region;
    }
    if (code.phase === "out_for_delivery" || code.phase === "delivered") {
      this.destination = country_region ?? this.destination;
    }
    if (code.base === "picked_up" || code.base === "received") this.picked_up_at ??= checkpoint_time;
    if (code.base === "delivery_attempted") {
      this.failed_delivery_attempts++;
      this.first_attempted_at ??= checkpoint_time;
    } else if (code.base === "delivered") {
      this.first_attempted_at ??= checkpoint_time;
      this.delivered_at = checkpoint_time;
      this.signed_by = findSigner(event);
    }
  }
}

/** Only the full view names a signer. */
function findSigner(event: AnyEvent): string | null {
  for (const proof of event.proof ?? []) {
    if ("signed_by" in proof && proof.signed_by !== undefined) return proof.signed_by;
  }
  return null;
}
