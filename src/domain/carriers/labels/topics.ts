/** What labels ask of the family that plans routes. */
import { defineTopic } from "#operation/define/topic.ts";

/** Where an order is on its route: number of the route, and of the stop within it. Undefined for one on no route. */
export const routeHintRequested = defineTopic<
  { order_id: number },
  { number: string; seq: number } | undefined
>("labels.route_hint_requested");
