/** What the calling driver has of the board, and waits for. */
import Type from "typebox";
import { requireDriver } from "#domain/fleet/fleets/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { addDays, toLocalDate } from "#vocabulary/calendar.ts";
import { readOffers } from "../records/route-offer.ts";
import { DriverOffer } from "../shapes.ts";
import { buildDriverOffers } from "../views.ts";

export const listOwnClaims = defineOperation({
  name: "driverRouteClaims",
  summary: "List claimed routes, and those waited for",
  access: { roles: ["driver"], scopes: ["fleets:read"] },
  rest: { method: "GET", path: "/api/v1/driver/route-board/mine" },
  localised: true,
  output: Type.Object({
    result: Type.Boolean(),
    held: Type.Array(DriverOffer),
    standby: Type.Array(DriverOffer),
  }),

  async run(context) {
    const driver_id = requireDriver(context);
    const { business, now } = context;
    const yesterday = addDays(toLocalDate(now, business.time_zone), -1);
    const views = await readOffers(
      context,
      `r.date >= $3::date and r.status not in ('COMPLETED', 'CLOSED', 'CANCELLED') and exists (select from route_claim c
         where c.business_id = $1 and c.route_id = o.route_id and c.driver_id = $2 and c.state in ('held', 'promoted', 'standby'))`,
      [driver_id, yesterday],
    );
    const offers = await buildDriverOffers(context, driver_id, views);
    return {
      result: true,
      held: offers.filter(({ position }) => position === 0),
      standby: offers.filter(({ position }) => position !== null && position > 0),
    };
  },
});
