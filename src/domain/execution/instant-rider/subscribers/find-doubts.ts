/** Tells who creates an order for riders which of its ends has no position or is in no zone. */
import { instantOrdersCreated } from "#domain/orders/orders/public.ts";
import { subscribe } from "#operation/define/topic.ts";
import { loadEnds } from "../ends.ts";
import { findOutsideZones } from "../records/zone.ts";
import { getTerms } from "../terms.ts";

const ENDS = ["pickup", "dropoff"] as const;

export const findDoubts = subscribe(instantOrdersCreated, async (context, { orders }) => {
  if (!getTerms(context).is_enabled) return [];
  const places = await loadEnds(context, orders);
  const ends = orders.flatMap(({ id: order_id }) =>
    ENDS.map((field) => ({ order_id, field, ...toPoint(places.get(order_id)?.[field] ?? {}) })),
  );
  const outside = await findOutsideZones(
    context,
    ends.map(({ point }) => point).filter((point) => point !== null),
  );
  return ends.flatMap(({ order_id, field, point }) => {
    const code = point === null ? "no_position" : outside.has(point) ? "outside_zones" : null;
    return code === null ? [] : [{ order_id, field, code }];
  });
});

const toPoint = ({ lat, lng }: { lat?: number | null; lng?: number | null }) => ({
  point: typeof lat === "number" && typeof lng === "number" ? { lat, lng } : null,
});
