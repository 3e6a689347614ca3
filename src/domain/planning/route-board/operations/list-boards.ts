/** The boards of the calling driver's fleet, from today on. */
import Type from "typebox";
import { requireDriver } from "#domain/fleet/fleets/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { toLocalDate } from "#vocabulary/calendar.ts";
import { readBoards } from "../records/route-board.ts";
import { Board } from "../shapes.ts";

export const listBoards = defineOperation({
  name: "driverRouteBoards",
  summary: "List the route boards of the own fleet",
  access: { roles: ["driver"], scopes: ["fleets:read"] },
  rest: { method: "GET", path: "/api/v1/driver/route-board/boards" },
  localised: true,
  output: Type.Object({ result: Type.Boolean(), boards: Type.Array(Board) }),

  async run(context) {
    const driver_id = requireDriver(context);
    const { business, now } = context;
    const today = toLocalDate(now, business.time_zone);
    const boards = await readBoards(
      context,
      `b.date >= $2::date and b.opens_at <= $4 and f.status = 'active' and exists (
         select from fleet_driver m join driver d on d.business_id = $1 and d.id = m.driver_id
          where m.business_id = $1 and m.fleet_id = b.fleet_id and m.driver_id = $3 and d.status = 'active'
            and d.contractor_id is not distinct from f.contractor_id)`,
      [today, driver_id, now],
    );
    return { result: true, boards };
  },
});
