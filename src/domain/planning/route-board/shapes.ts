/** Boards and offers, as drivers and dispatchers see them. */
import Type from "typebox";
import { CalendarDate, Count, Currency, Minor, Nullable, StringEnum, Timestamp } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { CLAIM_STATES, INELIGIBLE, OFFER_STATES } from "./rules.ts";

export const Board = Type.Object(
  {
    fleet_id: Ref("fleet"),
    fleet_name: Type.String(),
    date: CalendarDate,
    opens_at: Timestamp,
    closes_at: Nullable(Type.Unsafe<string>({ ...Timestamp, description: "null: until each route starts." })),
    withdraw_until_min: Type.Integer({
      description: "A holder gives a route back until so many minutes before its start.",
    }),
    visibility: StringEnum(["all", "eligible"], {
      description: "Whether drivers see the routes that they may not claim.",
    }),
    offers: Count,
    open_offers: Count,
    version: Type.Integer(),
  },
  { $id: "RouteBoard" },
);
export type Board = Type.Static<typeof Board>;

/** What everybody of the fleet sees of an offer: no customer and no address. */
const offerMembers = {
  route_id: Ref("route"),
  number: Type.String(),
  date: CalendarDate,
  state: StringEnum(OFFER_STATES),
  area: Type.String({ description: "Where it goes." }),
  stops: Count,
  weight_g: Type.Integer(),
  units: Count,
  distance_m: Count,
  planned_start_at: Nullable(Timestamp),
  planned_end_at: Nullable(Timestamp),
  pay_minor: Nullable(Minor),
  currency: Currency,
  note: Type.String(),
  standby: Type.Integer({ description: "How many wait." }),
  version: Type.Integer(),
};

const OfferStop = Type.Object(
  {
    seq: Type.Integer(),
    line1: Type.String(),
    postal_code: Type.String(),
    city: Type.String(),
    window_start: Nullable(Timestamp),
    window_end: Nullable(Timestamp),
    planned_arrival_at: Nullable(Timestamp),
  },
  { $id: "OfferStop" },
);

export const DriverOffer = Type.Object(
  {
    ...offerMembers,
    position: Nullable(
      Type.Integer({ description: "Of the driver: 0 has the route, 1 and more wait; null: neither." }),
    ),
    is_eligible: Type.Boolean(),
    ineligible_reason: Nullable(StringEnum(INELIGIBLE)),
    ineligible_message: Nullable(Type.String()),
    withdraw_until: Nullable(Timestamp),
    needs_confirmation: Type.Boolean({ description: "It was changed since the driver claimed it." }),
    can_claim: Type.Boolean(),
    can_wait: Type.Boolean({ description: "It may be queued for." }),
    can_withdraw: Type.Boolean(),
    stop_list: Nullable(
      Type.Array(OfferStop, { description: "Addresses, for the driver who has the route." }),
    ),
  },
  { $id: "DriverOffer" },
);
export type DriverOffer = Type.Static<typeof DriverOffer>;

export const DriverOfferAnswer = Type.Object({
  result: Type.Boolean(),
  route_id: Ref("route"),
  position: Nullable(Type.Integer()),
  offer: DriverOffer,
});

const OfferClaim = Type.Object(
  {
    driver_id: Ref("driver"),
    driver_name: Type.String(),
    position: Type.Integer(),
    state: StringEnum(CLAIM_STATES),
    claimed_at: Timestamp,
    needs_confirmation: Type.Boolean(),
  },
  { $id: "OfferClaim" },
);

export const DispatchOffer = Type.Object(
  {
    ...offerMembers,
    route_status: Type.String(),
    driver_id: Nullable(Ref("driver")),
    driver_name: Nullable(Type.String()),
    reason: Type.String({ description: "Why a dispatcher closed or overrode it." }),
    claims: Type.Array(OfferClaim, { description: "Who has it, and who waits, in order." }),
    can_close: Type.Boolean(),
    can_override: Type.Boolean(),
  },
  { $id: "DispatchOffer" },
);
export type DispatchOffer = Type.Static<typeof DispatchOffer>;

export const DispatchBoardAnswer = Type.Object({
  result: Type.Boolean(),
  fleet_id: Ref("fleet"),
  date: CalendarDate,
  board: Nullable(Board),
  offers: Type.Array(DispatchOffer),
  routes: Type.Array(
    Type.Object(
      {
        route_id: Ref("route"),
        number: Type.String(),
        stops: Count,
        planned_start_at: Nullable(Timestamp),
        planned_end_at: Nullable(Timestamp),
      },
      { $id: "OfferableRoute" },
    ),
    { description: "Planned routes of the day without a driver, which may be offered." },
  ),
});

export const Reason = Type.String({ minLength: 1, maxLength: 500, pattern: "\\S" });
