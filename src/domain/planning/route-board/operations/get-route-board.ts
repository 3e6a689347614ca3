/** The routes that a fleet offers, on a day or from today on, each with whether the calling driver may have it. */
import Type from "typebox";
import { getVisibleFleet, requireDriver } from "#domain/fleet/fleets/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { CalendarDate } from "#vocabulary/basics.ts";
import { toLocalDate } from "#vocabulary/calendar.ts";
import { Ref } from "#vocabulary/ref.ts";
import { readBoards } from "../records/route-board.ts";
import { readOffers } from "../records/route-offer.ts";
import { Board, DriverOffer } from "../shapes.ts";
import { buildDriverOffers } from "../views.ts";

export const getRouteBoard = defineOperation({
  name: "driverRouteBoard",
  summary: "Get the route board of a fleet",
  access: { roles: ["driver"], scopes: ["fleets:read"] },
  rest: { method: "GET", path: "/api/v1/driver/route-board/boards/{fleet_id}" },
  localised: true,
  input: Type.Object({ fleet_id: Ref("fleet"), date: Type.Optional(CalendarDate) }),
  output: Type.Object({
    result: Type.Boolean(),
    fleet_id: Ref("fleet"),
    boards: Type.Array(Board),
    offers: Type.Array(DriverOffer),
  }),

  async run(context, { fleet_id, date }) {
    const driver_id = requireDriver(context);
    const { business, now } = context;
    await getVisibleFleet(context, fleet_id);
    const today = toLocalDate(now, business.time_zone);
    const condition =
      "b.fleet_id = $2 and b.opens_at <= $5 and b.date >= $3::date and ($4::date is null or b.date = $4::date)";
    const values = [fleet_id, date ?? today, date ?? null, now];
    const [boards, views] = await Promise.all([
      readBoards(context, condition, values),
      readOffers(context, `${condition} and o.state <> 'closed'`, values),
    ]);
    const offers = await buildDriverOffers(context, driver_id, views);
    const hiding = new Set(
      views.filter(({ visibility }) => visibility === "eligible").map(({ route_id }) => route_id),
    );
    return {
      result: true,
      fleet_id,
      boards,
      offers: offers.filter(
        ({ route_id, is_eligible, position }) => is_eligible || position !== null || !hiding.has(route_id),
      ),
    };
  },
});
