/** Places of an order that are points of interest: their address, entrance and usual time of a stop. For `prepare` only. */
import Type from "typebox";
import { findStopPoi, linkOrderToPois, type StopPoi } from "#domain/locations/poi/public.ts";
import type { Context } from "#operation/define/context.ts";
import { Id } from "#vocabulary/basics.ts";
import type { Place } from "#vocabulary/place.ts";
import { Ref } from "#vocabulary/ref.ts";
import { messages } from "../messages.ts";
import type { OrderDraft } from "./draft.ts";

const POI_OF_SIDE = { pickup: "pickup_poi_id", dropoff: "dropoff_poi_id" } as const;

export const poiMembers = {
  pickup_poi_id: Type.Optional(
    Ref("poi", {
      ...Id,
      description: "It is collected there; of `pickup` the contact, window and instructions count.",
      "x-tool": "POI.",
      "x-single": true,
    }),
  ),
  dropoff_poi_id: Type.Optional(
    Ref("poi", {
      ...Id,
      description: "It goes there; of `dropoff` the contact, window and instructions count.",
      "x-tool": "POI.",
      "x-single": true,
    }),
  ),
};

export type DraftWithPois = OrderDraft & { pickup_poi_id?: number; dropoff_poi_id?: number };

export interface ResolvedDraft {
  draft: OrderDraft;
  /** Ids of the points of interest that are there. */
  poi_ids: { pickup?: number | undefined; dropoff?: number | undefined };
}

type PoiContext = Pick<Context<"unknown_poi">, "db" | "business_id" | "actor" | "refuse">;

const refusePoi = ({ refuse }: Pick<PoiContext, "refuse">, side: keyof typeof POI_OF_SIDE) =>
  refuse("unknown_poi", {
    message: messages.unknown_poi,
    errors: [{ field: POI_OF_SIDE[side], message: messages.unknown_poi }],
  });

/** Refuses `unknown_poi` where one was deleted meanwhile. */
export async function linkPois(
  context: Context<"unknown_poi">,
  order_id: number,
  poi_ids: ResolvedDraft["poi_ids"],
): Promise<void> {
  const missing_side = await linkOrderToPois(context, order_id, poi_ids);
  if (missing_side !== undefined) throw refusePoi(context, missing_side);
}

/** The address of a point of interest is its own: of the place beside it only the contact, the window and the instructions count. */
function mergePlace(poi: StopPoi, contact: Place | null | undefined): Place {
  const { name, phone, email, window, instructions } = contact ?? {};
  const members = Object.entries({ name, phone, email, window, instructions });
  return { ...poi.place, ...Object.fromEntries(members.filter(([, value]) => value !== undefined)) };
}

export async function resolvePois(
  context: PoiContext,
  { pickup_poi_id, dropoff_poi_id, ...draft }: DraftWithPois,
): Promise<ResolvedDraft> {
  const load = async (side: keyof typeof POI_OF_SIDE, id: number | undefined) => {
    if (id === undefined) return undefined;
    const poi = await findStopPoi(context, id);
    if (poi === undefined) throw refusePoi(context, side);
    return poi;
  };
  const [pickup, dropoff] = await Promise.all([
    load("pickup", pickup_poi_id),
    load("dropoff", dropoff_poi_id),
  ]);
  const stop = draft.type === "P" ? pickup : dropoff;
  const service_time_s = draft.service_time_s ?? stop?.service_time_s ?? undefined;
  return {
    draft: {
      ...draft,
      ...(pickup === undefined ? {} : { pickup: mergePlace(pickup, draft.pickup) }),
      ...(dropoff === undefined ? {} : { dropoff: mergePlace(dropoff, draft.dropoff) }),
      ...(service_time_s === undefined ? {} : { service_time_s }),
    },
    poi_ids: { pickup: pickup?.poi_id, dropoff: dropoff?.poi_id },
  };
}
