/** Routes of some days, each a line from stop to stop. Without a filter, those of today that are released or under way. */
import { toLocalDate } from "#vocabulary/calendar.ts";
import { buildProperties, type FixedFields, listFixedFields } from "./fixed-fields.ts";
import type { LayerSource } from "./sources.ts";
import { stampRows } from "./stamp.ts";

const FIELDS: FixedFields = {
  number: ["text", "to_jsonb(p.number)"],
  date: ["text", "to_jsonb(p.date)"],
  status: ["text", "to_jsonb(p.status)"],
  stops: ["number", "to_jsonb(p.stops_total)"],
  stops_resolved: ["number", "to_jsonb(p.stops_resolved)"],
  planned_start_at: ["text", "to_jsonb(p.planned_start_at)"],
  planned_end_at: ["text", "to_jsonb(p.planned_end_at)"],
};

const UNDER_WAY = ["RELEASED", "LOADED", "IN_PROGRESS"];

export const routeSource: LayerSource = {
  listFields: async () => listFixedFields(FIELDS),

  async build({ business_id, business, now }, { filter, fields }, bound) {
    const { statuses = UNDER_WAY, days = 1 } = filter;
    const today = bound.bind(toLocalDate(now, business.time_zone), "date");
    const business_is = `= ${bound.bind(business_id, "int")}`;
    return {
      from: `from route p cross join lateral (
          select jsonb_agg(jsonb_build_array(s.lng, s.lat) order by s.seq) as line, min(s.lng) as west, min(s.lat) as south,
            max(s.lng) as east, max(s.lat) as north, ${stampRows("s.id", "s.version")} as stamp
          from stop s where s.business_id = p.business_id and s.route_id = p.id) stops
        where p.business_id ${business_is} and p.date >= ${today} and p.date < ${today} + ${bound.bind(days, "int")}
          and p.status = any(${bound.bindList(statuses, "text")}) and stops.line is not null`,
      id: "p.id",
      geometry: `(case when jsonb_array_length(stops.line) = 1
          then jsonb_build_object('type', 'Point', 'coordinates', stops.line->0)
          else jsonb_build_object('type', 'LineString', 'coordinates', stops.line) end)::text`,
      properties: buildProperties(FIELDS, fields),
      stamp: `${stampRows("p.id", "p.version")}, coalesce(bit_xor(stops.stamp), 0), max(p.date)`,
      west: "stops.west",
      south: "stops.south",
      east: "stops.east",
      north: "stops.north",
    };
  },
};
