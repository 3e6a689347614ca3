/** Give a route another lane. Two routes exchange theirs. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Id } from "#vocabulary/basics.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { assignLane, loadLanes, lockLanes } from "../lanes.ts";
import { messages } from "../messages.ts";
import { findOutboundRoute } from "../outbound.ts";
import { SortLane } from "../shapes.ts";
import type { SortLaneRow } from "../tables.ts";

export const changeLane = defineOperation({
  name: "wmsSortLane",
  summary: "Change the lane of a route",
  effect: "write",
  access: { roles: BUSINESS_ROLES, scopes: ["wms:write"] },
  rest: { method: "PUT", path: "/api/v1/wms/mobile/sort/lanes/{route_id}" },
  input: Type.Object({ route_id: Id, lane: Type.Integer({ minimum: 1, maximum: 999 }) }),
  output: Type.Object({ result: Type.Boolean(), lanes: Type.Array(SortLane) }),
  refusals: { no_warehouse: "conflict" },

  async run(context, { route_id, lane }) {
    const { db, business_id, refuse, emit } = context;
    const found = await findOutboundRoute(context, route_id);
    if (found === undefined) throw refuse("not_found", { message: messages.unknown_route });
    const { start_warehouse_id: warehouse_id, date } = found.route;
    const listed =
      warehouse_id !== null &&
      (await loadLanes(context, warehouse_id, date)).some((one) => one.route_id === route_id);
    if (warehouse_id === null || !listed)
      throw refuse("no_warehouse", { message: "The route is not sorted at a warehouse." });
    await lockLanes(context, warehouse_id);
    const before = await assignLane(context, { warehouse_id, date, route_id });
    // The lanes are compared when the transaction ends, so two routes may exchange theirs.
    const changed = await db.rows<Pick<SortLaneRow, "route_id" | "lane">>(
      `update sort_lane set lane = case when route_id = $4 then $5::int else $6::int end
        where business_id = $1 and warehouse_id = $2 and date = $3 and (route_id = $4 or lane = $5) and $5 <> $6
        returning route_id, lane`,
      [business_id, warehouse_id, date, route_id, lane, before],
    );
    for (const one of changed)
      emit({
        subject: { type: "route", id: one.route_id },
        kind: "wms.lane_changed",
        payload: { warehouse_id, lane: one.lane },
      });
    return { result: true, lanes: await loadLanes(context, warehouse_id, date) };
  },
});
