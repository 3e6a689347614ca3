/** Luggage relays: what staff have to do with bags, the newest first. */
import Type from "typebox";
import { defineList, filter, indexed } from "#operation/define/list.ts";
import { StringEnum } from "#vocabulary/basics.ts";
import { byId } from "#vocabulary/cursor-page.ts";
import { Ref } from "#vocabulary/ref.ts";
import { buildDriverCondition, findDriverAccount, RELAYS, type RelayView } from "../records/relay.ts";
import { RELAY_STATUSES } from "../rules.ts";
import { buildRelay, Relay } from "../shapes.ts";

export const listLuggageRelays = defineList({
  name: "luggageRelays",
  summary: "List luggage relays",
  description: "Drivers see those that are not over.",
  access: { roles: ["client_admin", "employee", "driver"], scopes: ["lockers:read"] },
  rest: { method: "GET", path: "/api/v1/luggage-relay" },
  filters: {
    status: indexed(StringEnum(RELAY_STATUSES), "l.status = $status"),
    rental_id: indexed(Ref("rental"), "l.rental_id = $rental_id"),
    tag: indexed(
      Type.String({ minLength: 1, maxLength: 40, description: "Only those with a bag that has this tag." }),
      "l.id in (select b.relay_id from luggage_relay_bag b where b.business_id = $1 and b.tag = $tag)",
    ),
    is_open: filter(
      Type.Boolean({ description: "Only those of which the renter has not the bags yet." }),
      "(not $is_open::boolean or l.status <> 'COLLECTED')",
    ),
  },
  rows: { relays: Type.Array(Relay, { description: "Newest first." }) },
  from: "luggage_relay l",
  select: RELAYS,
  where: buildDriverCondition("$driver_account_id"),
  order: byId("l.id"),
  values: (context) => ({ driver_account_id: findDriverAccount(context) }),
  build: (row: RelayView, context) => buildRelay(context, row),
});
