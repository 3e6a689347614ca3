/** Luggage relays: what staff have to do with bags, the newest first. */
import Type from "typebox";
import { defineList, filter, indexed } from "#operation/define/list.ts";
import { StringEnum } from "#vocabulary/basics.ts";
import { byId } from "#vocabulary/cursor-page.ts";
import { Ref } from "#vocabulary/ref.ts";
import { RELAYS, type RelayView } from "../records/relay.ts";
import { RELAY_STATUSES } from "../rules.ts";
import { buildRelay, Relay } from "../shapes.ts";

export const listLuggageRelays = defineList({
  name: "luggageRelays",
  summary: "List luggage relays",
  access: { scopes: ["lockers:read"] },
  rest: { method: "GET", path: "/api/v1/luggage-relay" },
  filters: {
    status: indexed(StringEnum(RELAY_STATUSES), "l.status = $status"),
    rental_id: indexed(Ref("rental"), "l.rental_id = $rental_id"),
    is_open: filter(
      Type.Boolean({ description: "Only those of which the renter has not the bags yet." }),
      "(not $is_open::boolean or l.status <> 'COLLECTED')",
    ),
  },
  rows: { relays: Type.Array(Relay, { description: "Newest first." }) },
  from: "luggage_relay l",
  select: RELAYS,
  order: byId("l.id"),
  build: (row: RelayView) => buildRelay(row),
});
