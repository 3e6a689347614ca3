/** The wire forms of jobs, offers, riders and zones. */
import Type from "typebox";
import { PROOF_KINDS } from "#domain/orders/orders/public.ts";
import {
  Count,
  Currency,
  Latitude,
  Longitude,
  Minor,
  MinorSum,
  Nullable,
  OrderId,
  StringEnum,
  Timestamp,
} from "#vocabulary/basics.ts";
import { Place } from "#vocabulary/place.ts";
import { Ref } from "#vocabulary/ref.ts";
import { JOB_STATES, OFFER_MODES, OFFER_STATES, PAY_KINDS, SKIP_REASONS } from "./rules.ts";

const JobArea = Type.Object(
  {
    city: Type.String(),
    postal_area: Type.String({ description: "The beginning of the postal code." }),
    lat: Nullable(Latitude),
    lng: Nullable(Longitude),
  },
  { $id: "InstantArea", description: "Without street and person; the position to about a kilometre." },
);

export const RiderOffer = Type.Object(
  {
    id: Ref("instant_offer"),
    job_id: Ref("instant_job"),
    state: StringEnum(OFFER_STATES),
    mode: StringEnum(OFFER_MODES, {
      description: "`one`: you alone are asked; `all`: everybody in the zone, the first has it.",
    }),
    pay_minor: { ...MinorSum, description: "Base, distance and tip; waiting comes on top." },
    currency: Currency,
    pickup_distance_m: Count,
    distance_m: { ...Count, description: "From the pickup to the drop-off." },
    pickup_area: JobArea,
    dropoff_area: JobArea,
    weight_g: Count,
    units: Count,
    cod_minor: { ...Minor, description: "Cash to collect from the recipient." },
    offered_at: Timestamp,
    expires_at: Timestamp,
    expires_in_ms: { ...Count, description: "By the clock of the service, for a countdown." },
  },
  { $id: "InstantRiderOffer" },
);

const PayLine = Type.Object(
  {
    kind: StringEnum(PAY_KINDS),
    quantity: Nullable({ ...Count, description: "Metres of distance, minutes of waiting." }),
    amount_minor: MinorSum,
  },
  { $id: "InstantPayLine" },
);

const times = {
  accepted_at: Nullable(Timestamp),
  at_pickup_at: Nullable(Timestamp),
  picked_up_at: Nullable(Timestamp),
  at_dropoff_at: Nullable(Timestamp),
  ended_at: Nullable(Timestamp),
};

export const RiderJob = Type.Object(
  {
    id: Ref("instant_job"),
    order_id: Ref("order", OrderId),
    state: StringEnum(JOB_STATES),
    reason: Nullable(Type.String()),
    order_ref: Nullable(Type.String()),
    tracking_number: Type.String(),
    pickup: Nullable(Place),
    dropoff: Nullable(Place),
    delivery_instruction: Type.String(),
    parcels: Type.Array(Type.Object({ label_code: Type.String(), tracking_number: Type.String() })),
    proofs_required: Type.Array(StringEnum(PROOF_KINDS), {
      description: "Kinds of proof that the drop-off requires.",
    }),
    pin_hash: Nullable(
      Type.String({
        description:
          "`salt:digest`, digest = hex SHA-256 of salt and PIN joined; null once the job has ended.",
      }),
    ),
    pin_tries_left: Nullable(
      Type.Integer({ description: "At 0 the PIN is refused until a dispatcher resets the tries." }),
    ),
    cod_minor: Minor,
    cod_currency: Currency,
    distance_m: Count,
    note: Type.String(),
    promised_minor: { ...MinorSum, description: "Base, distance and tip." },
    currency: Currency,
    pay: Type.Array(PayLine, { description: "What was paid, once the job has ended." }),
    ...times,
    version: Type.Integer(),
  },
  {
    $id: "InstantRiderJob",
    description: "Addresses, parcels and instructions are shown until the job ends.",
  },
);

const Skipped = Type.Object({
  driver_id: Ref("driver"),
  driver_name: Type.String(),
  reason: StringEnum(SKIP_REASONS),
});
const Ranked = Type.Object({
  driver_id: Ref("driver"),
  driver_name: Type.String(),
  score: Type.Integer(),
  distance: Type.Integer({ description: "Part of the score." }),
  idle: Type.Integer({ description: "Part of the score." }),
  fairness: Type.Integer({ description: "Part of the score." }),
});

export const JobOffer = Type.Object(
  {
    id: Ref("instant_offer"),
    driver_id: Ref("driver"),
    driver_name: Type.String(),
    state: StringEnum(OFFER_STATES),
    mode: StringEnum(OFFER_MODES),
    reason: Nullable(Type.String()),
    pay_minor: MinorSum,
    pickup_distance_m: Count,
    offered_at: Timestamp,
    expires_at: Timestamp,
    answered_at: Nullable(Timestamp),
  },
  { $id: "InstantJobOffer" },
);

export const RiderPosition = Type.Object(
  { lat: Latitude, lng: Longitude, at: Timestamp },
  { $id: "InstantRiderPosition" },
);

export const Job = Type.Object(
  {
    id: Ref("instant_job"),
    order_id: Ref("order", OrderId),
    order_ref: Nullable(Type.String()),
    tracking_number: Type.String(),
    order_status: Type.String(),
    state: StringEnum(JOB_STATES),
    reason: Nullable(Type.String()),
    driver_id: Nullable(Ref("driver")),
    driver_name: Nullable(Type.String()),
    driver_position: Nullable(RiderPosition),
    pickup: Nullable(Place),
    dropoff: Nullable(Place),
    distance_m: Count,
    currency: Currency,
    tip_minor: Minor,
    promised_minor: Nullable(MinorSum),
    note: Type.String(),
    refusals: Count,
    open_offers: Type.Array(JobOffer),
    searching_since: Timestamp,
    search_ends_at: Nullable(Timestamp),
    ...times,
    cod_collected_minor: Nullable(Minor),
    can_dispatch: Type.Boolean({ description: "Riders can be searched for, or one named." }),
    can_reassign: Type.Boolean(),
    can_cancel: Type.Boolean(),
    created_at: Timestamp,
    version: Type.Integer(),
  },
  { $id: "InstantJob", description: "The rider's position is shown while the rider has the job." },
);

export const JobDetail = Type.Object(
  {
    job: Job,
    offers: Type.Array(JobOffer, { description: "Oldest first." }),
    pay: Type.Array(PayLine),
    explanation: Type.Array(
      Type.Object({
        at: Timestamp,
        what: Type.String(),
        driver_id: Type.Optional(Ref("driver")),
        driver_name: Type.Optional(Type.String()),
        reason: Type.Optional(Type.String()),
        ranked: Type.Optional(Type.Array(Ranked)),
        skipped: Type.Optional(Type.Array(Skipped)),
      }),
      { description: "What was decided and why, oldest first." },
    ),
    riders: Type.Object(
      {
        available: Type.Array(
          Type.Object({
            driver_id: Ref("driver"),
            driver_name: Type.String(),
            pickup_distance_m: Count,
            score: Type.Integer(),
          }),
        ),
        unavailable: Type.Array(Skipped),
      },
      { description: "Riders online in the zones of the pickup now, while riders are searched for." },
    ),
  },
  { $id: "InstantJobDetail" },
);

export const Corners = Type.Array(Type.Object({ lat: Latitude, lng: Longitude }), {
  minItems: 3,
  maxItems: 100,
  description: "Corners of the area in sequence; the first one is not repeated.",
});

export const Zone = Type.Object(
  {
    id: Ref("instant_zone"),
    fleet_id: Ref("fleet"),
    name: Type.String(),
    corners: Corners,
    created_at: Timestamp,
    version: Type.Integer(),
  },
  { $id: "InstantZone" },
);

const Weight = Type.Integer({ minimum: 0, maximum: 100 });
export const fleetMembers = {
  base_minor: Minor,
  per_km_minor: Minor,
  per_waiting_minute_minor: Minor,
  free_waiting_minutes: Type.Integer({ minimum: 0, maximum: 240 }),
  capacity: Type.Integer({ minimum: 1, maximum: 10, description: "Jobs that a rider may have at a time." }),
  distance_m_max: Type.Integer({
    minimum: 100,
    maximum: 200_000,
    description: "Riders farther from the pickup are not asked.",
  }),
  distance_weight: { ...Weight, description: "What nearness counts in the score." },
  idle_weight: { ...Weight, description: "What the time without a job counts." },
  fairness_weight: { ...Weight, description: "What having had few jobs today counts." },
};

export const InstantFleet = Type.Object(
  {
    fleet_id: Ref("fleet"),
    name: Type.String(),
    ...fleetMembers,
    currency: Currency,
    zones: Type.Array(Zone),
    updated_at: Timestamp,
    version: Type.Integer(),
  },
  { $id: "InstantFleet" },
);
