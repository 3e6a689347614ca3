/** Fleets that do instant deliveries, with their pay lists and zones. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { loadInstantFleets } from "../records/instant-fleet.ts";
import { InstantFleet } from "../shapes.ts";

export const listInstantFleets = defineOperation({
  name: "clientInstantFleets",
  summary: "List fleets of Instant Deliver",
  access: { scopes: ["fleets:read"] },
  feature: "instant_deliver",
  rest: { method: "GET", path: "/api/v1/client/instant/fleets" },
  output: Type.Object({ result: Type.Boolean(), fleets: Type.Array(InstantFleet) }),

  async run(context) {
    return { result: true, fleets: await loadInstantFleets(context) };
  },
});
