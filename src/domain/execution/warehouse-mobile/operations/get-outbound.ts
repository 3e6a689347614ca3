/** The load of a route at its warehouse: what is aboard, and what is missing. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { answerOutbound } from "../answer.ts";
import { getOutboundRoute } from "../outbound.ts";
import { Outbound } from "../shapes.ts";

export const getOutbound = defineOperation({
  name: "wmsOutbound",
  summary: "Get the load of a route",
  access: { scopes: ["wms:read"] },
  rest: { method: "GET", path: "/api/v1/wms/mobile/outbound/{route_id}" },
  input: Type.Object({ route_id: Ref("route") }),
  output: Outbound,

  async run(context, { route_id }) {
    const outbound_route = await getOutboundRoute(context, route_id);
    return answerOutbound(context, outbound_route);
  },
});
