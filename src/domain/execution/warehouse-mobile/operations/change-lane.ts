/** Give a route another lane. Two routes exchange theirs. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { messages } from "../messages.ts";
import { getOutboundRoute } from "../outbound.ts";
import { assignLane, exchangeLanes, loadLanes, lockLanes } from "../records/sort-lane.ts";
import { SortLane } from "../shapes.ts";

export const changeLane = defineOperation({
  name: "wmsSortLane",
  summary: "Set the lane of a route",
  access: { scopes: ["wms:write"] },
  rest: { method: "PUT", path: "/api/v1/wms/mobile/sort/lanes/{route_id}" },
  input: Type.Object({ route_id: Ref("route"), lane: Type.Integer({ minimum: 1, maximum: 999 }) }),
  output: Type.Object({ result: Type.Boolean(), lanes: Type.Array(SortLane) }),
  refusals: { no_warehouse: "conflict" },

  async run(context, { route_id, lane }) {
    const { refuse } = context;
    const outbound_route = await getOutboundRoute(context, route_id);
    const { start_warehouse_id: warehouse_id, date } = outbound_route.route;
    const listed =
      warehouse_id !== null &&
      (await loadLanes(context, warehouse_id, date)).some((one) => one.route_id === route_id);
    if (warehouse_id === null || !listed) throw refuse("no_warehouse", { message: messages.not_sorted_here });
    await lockLanes(context, warehouse_id);
    const before = await assignLane(context, { warehouse_id, date, route_id });
    await exchangeLanes(context, { warehouse_id, date, route_id, lane }, before);
    return { result: true, lanes: await loadLanes(context, warehouse_id, date) };
  },
});
