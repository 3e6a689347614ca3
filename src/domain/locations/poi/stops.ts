/** Orders that name a point of interest instead of an address. */
import type { Context } from "#operation/define/context.ts";
import type { Place } from "#vocabulary/place.ts";
import { buildStopPlace } from "./find-addresses.ts";
import { findPoi, lockStops, seesInternals } from "./records/poi.ts";
import { PoiOrderRecord } from "./records/poi-order.ts";

export interface StopPoi {
  /** Of the point of interest that is there, also where a duplicate was named. */
  poi_id: number;
  place: Place;
  /** As somebody set it, else the median of observed visits; null where neither is known. */
  service_time_s: number | null;
}

/** A point of interest that the caller sees, as a stop. */
export async function findStopPoi(
  context: Pick<Context<never>, "db" | "business_id" | "actor">,
  poi_id: number,
): Promise<StopPoi | undefined> {
  const row = await findPoi(context, poi_id);
  if (row === undefined || (row.visibility !== "public" && !seesInternals(context.actor.role)))
    return undefined;
  return {
    poi_id: row.id,
    place: buildStopPlace(row),
    service_time_s: row.service_time_s ?? row.observed_service_time_s,
  };
}

/** The side whose point of interest was deleted since it was read; undefined where all are linked. */
export async function linkOrderToPois(
  context: Pick<Context, "db" | "business_id" | "now">,
  order_id: number,
  sides: { pickup?: number | undefined; dropoff?: number | undefined },
): Promise<keyof typeof sides | undefined> {
  const ids = Object.values(sides).filter((id) => id !== undefined);
  if (ids.length === 0) return undefined;
  const stop_ids = await lockStops(context, ids);
  for (const side of ["pickup", "dropoff"] as const) {
    const id = sides[side];
    if (id === undefined) continue;
    const poi_id = stop_ids.get(id);
    if (poi_id === undefined) return side;
    await PoiOrderRecord.insert(context, { poi_id, order_id, side });
  }
  return undefined;
}
