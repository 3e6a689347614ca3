/** The events of the route board. */
import Type from "typebox";
import { defineEvents, groupEvents, type KindsIn } from "#operation/define/events.ts";
import { CalendarDate, Id, Nullable, StringEnum, Timestamp } from "#vocabulary/basics.ts";
import { OFFER_STATES } from "./rules.ts";

const offer = groupEvents({ record_kinds: ["route_offer"], scope: "fleets:read", topics: ["dispatch"] });
/** The driver gets these too. */
const to_driver = groupEvents({
  record_kinds: ["route_offer"],
  scope: "fleets:read",
  topics: ["dispatch", "driver"],
});
const Claim = Type.Object({ route_id: Id, fleet_id: Id, driver_id: Id });

export const events = defineEvents(
  {
    "board.published": {
      record_kinds: ["route_board"],
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
    "route_offer.opened": offer("A route was offered on a board.", {
      route_id: Id,
      fleet_id: Id,
      date: CalendarDate,
    }),
    "route_offer.closed": offer("A route is not offered any more.", {
      route_id: Id,
      fleet_id: Id,
      reason: Type.String(),
    }),
    "route.claimed": to_driver("A driver claimed a route.", Claim, { public_types: ["route.claimed"] }),
    "route.withdrawn": to_driver("A driver gave a claimed route back.", Claim, {
      public_types: ["route.withdrawn"],
    }),
    "route_offer.confirmed": to_driver("The holder of a route agreed to its changed plan.", {
      ...Claim.properties,
      plan_version: Type.Integer(),
    }),
    "route_offer.changed": to_driver(
      "A claimed route was changed: its holder is asked again.",
      { ...Claim.properties, plan_version: Type.Integer() },
      { push_type: "route_offer_changed" },
    ),
    "route_offer.overridden": to_driver(
      "A dispatcher decided who has a route of the board.",
      {
        route_id: Id,
        fleet_id: Id,
        driver_id: Nullable(Id),
        former_driver_id: Nullable(Id),
        reason: Type.String(),
        state: StringEnum(OFFER_STATES),
      },
      { push_type: "route_offer_overridden" },
    ),
    "route_offer.lost": to_driver("A driver lost a claimed route or a place on standby.", Claim, {
      push_type: "route_offer_lost",
    }),
    "standby.joined": to_driver("A driver waits for a claimed route.", Claim),
    "standby.left": to_driver("A driver waits for a route no longer.", Claim),
    "standby.promoted": to_driver("A driver who waited got the route.", Claim, {
      push_type: "route_offer_promoted",
      public_types: ["standby.promoted"],
    }),
    "standby.skipped": offer("A driver who waited could not have the route when it was given back.", {
      ...Claim.properties,
      reason: Type.String(),
    }),
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
