/** Where the driver with the link's order is, while it is on its way and at most five stops are left. */
import Type from "typebox";
import { TrackingAnswer } from "#domain/tracking/tracking/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { SHOWN_BY } from "../links.ts";
import { loadSharedTracking } from "../load-tracking.ts";

const { driver_position, stops_before } = TrackingAnswer.properties;

export const getSharedPosition = defineOperation({
  name: SHOWN_BY.position,
  summary: "Get the live position of the order of a link",
  access: { roles: [], scopes: [], link: "order" },
  rest: { method: "GET", path: "/api/v1/shared/tracking/position" },
  output: Type.Object({ result: Type.Boolean(), stops_before, driver_position }),

  async run(context) {
    const tracked = await loadSharedTracking(context);
    return { result: true, stops_before: tracked.stops_before, driver_position: tracked.driver_position };
  },
});
