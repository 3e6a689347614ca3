/** Visits of a point of interest, the latest first: when drivers arrived and left, as their positions show. */
import Type from "typebox";
import { defineList, required } from "#operation/define/list.ts";
import { Ref } from "#vocabulary/ref.ts";
import { PoiRecord } from "../records/poi.ts";
import { Visit } from "../shapes.ts";

export const listPoiVisits = defineList({
  name: "poiVisits",
  summary: "List visits of a point of interest",
  access: { scopes: ["address:read"] },
  rest: { method: "GET", path: "/api/v1/poi/{poi_id}/visits" },
  localised: true,
  within: { poi_id: required(Ref("poi"), "v.poi_id = $poi_id") },
  rows: { visits: Type.Array(Visit) },
  from: "poi_visit v",
  columns:
    "v.id, v.driver_id, v.route_id, v.status, v.arrived_at, v.departed_at, v.has_gap, v.service_time_s, extract(epoch from coalesce(v.departed_at, v.last_inside_at) - v.arrived_at)::int as stay_s",
  /** Refuses an unknown one. */
  async values(context, { poi_id }) {
    await PoiRecord.get(context, poi_id);
    return {};
  },
  where: "v.status <> 'pending'",
  order: [{ sql: "v.id", member: "id", type: "bigint", descending: true }],
});
