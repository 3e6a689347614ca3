/** The events of the route board. */
import Type from "typebox";
import { defineEvents, type KindsIn } from "#operation/define/events.ts";
import { CalendarDate, Id, Nullable, StringEnum, Timestamp } from "#vocabulary/basics.ts";
import { OFFER_STATES } from "./rules.ts";

const offer = { subjects: ["route_offer"], scope: "fleets:read", topics: ["dispatch"] } as const;
/** The driver gets these too. */
const to_driver = { ...offer, topics: ["dispatch", "driver"] } as const;
const Claim = Type.Object({ route_id: Id, fleet_id: Id, driver_id: Id });

export const events = defineEvents(
  {
    "board.published": {
      subjects: ["route_board"],
      scope: "fleets:read",
      topics: ["dispatch"],
      summary: "Routes were offered to the drivers of a fleet.",
      payload: Type.Object({
        fleet_id: Id,
        date: CalendarDate,
        opens_at: Timestamp,
        closes_at: Nullable(Timestamp),
        route_ids: Type.Array(Id),
      }),
      public_types: ["board.published"],
    },
    "route_offer.opened": {
      ...offer,
      summary: "A route was offered on a board.",
      payload: Type.Object({ route_id: Id, fleet_id: Id, date: CalendarDate }),
    },
    "route_offer.closed": {
      ...offer,
      summary: "A route is not offered any more.",
      payload: Type.Object({ route_id: Id, fleet_id: Id, reason: Type.String() }),
    },
    "route.claimed": {
      ...to_driver,
      summary: "A driver claimed a route.",
      payload: Claim,
      public_types: ["route.claimed"],
    },
    "route.withdrawn": {
      ...to_driver,
      summary: "A driver gave a claimed route back.",
      payload: Claim,
      public_types: ["route.withdrawn"],
    },
    "route_offer.confirmed": {
      ...to_driver,
      summary: "The holder of a route agreed to its changed plan.",
      payload: Type.Object({ ...Claim.properties, plan_version: Type.Integer() }),
    },
    "route_offer.changed": {
      ...to_driver,
      push_type: "route_offer_changed",
      summary: "A claimed route was changed: its holder is asked again.",
      payload: Type.Object({ ...Claim.properties, plan_version: Type.Integer() }),
    },
    "route_offer.overridden": {
      ...to_driver,
      push_type: "route_offer_overridden",
      summary: "A dispatcher decided who has a route of the board.",
      payload: Type.Object({
        route_id: Id,
        fleet_id: Id,
        driver_id: Nullable(Id),
        former_driver_id: Nullable(Id),
        reason: Type.String(),
        state: StringEnum(OFFER_STATES),
      }),
    },
    "route_offer.lost": {
      ...to_driver,
      push_type: "route_offer_lost",
      summary: "A driver lost a claimed route or a place on standby.",
      payload: Claim,
    },
    "standby.joined": { ...to_driver, summary: "A driver waits for a claimed route.", payload: Claim },
    "standby.left": { ...to_driver, summary: "A driver waits for a route no longer.", payload: Claim },
    "standby.promoted": {
      ...to_driver,
      push_type: "route_offer_promoted",
      summary: "A driver who waited got the route.",
      payload: Claim,
      public_types: ["standby.promoted"],
    },
    "standby.skipped": {
      ...offer,
      summary: "A driver who waited could not have the route when it was given back.",
      payload: Type.Object({ ...Claim.properties, reason: Type.String() }),
    },
  },
  {
    "board.published": "Routes were offered to the drivers of a fleet.",
    "route.claimed": "A driver claimed a route.",
    "route.withdrawn": "A driver gave a claimed route back.",
    "standby.promoted": "A driver who waited got the route.",
  },
);

declare module "#operation/define/events.ts" {
  interface EventKinds extends KindsIn<typeof events> {}
}
