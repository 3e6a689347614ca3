/** Areas of points of interest: polygons, and geofences where a place is a point. */
import { buildPoiFrom, buildPoiProperties, listPoiFields, POI_STAMP } from "./poi.ts";
import type { LayerSource } from "./sources.ts";

/** A circle as a polygon of so many corners. */
const CORNERS = 48;
const METRES_PER_DEGREE = 111_195;

const CIRCLE = `jsonb_build_object('type', 'Polygon', 'coordinates', jsonb_build_array((
    select jsonb_agg(jsonb_build_array(
      p.lng + (p.geofence->>'radius_m')::float8 / ${METRES_PER_DEGREE} / cos(radians(p.lat)) * cos(radians(7.5 * (i % ${CORNERS}))),
      p.lat + (p.geofence->>'radius_m')::float8 / ${METRES_PER_DEGREE} * sin(radians(7.5 * (i % ${CORNERS})))) order by i)
    from generate_series(0, ${CORNERS}) i)))`;

const GEOMETRY = `(case when p.geometry->>'type' = 'Polygon' then p.geometry
    when p.geofence->>'shape' = 'polygon' then jsonb_build_object('type', 'Polygon', 'coordinates', p.geofence->'polygon')
    when p.geofence->>'shape' = 'corridor' then jsonb_build_object('type', 'LineString', 'coordinates', p.geofence->'line')
    else ${CIRCLE} end)::text`;

export const zoneSource: LayerSource = {
  listFields: listPoiFields,
  build: async (context, { filter, fields }, bound) => ({
    from: `${buildPoiFrom(context, filter, bound)} and (p.geofence is not null or p.geometry->>'type' = 'Polygon')`,
    id: "p.id",
    geometry: GEOMETRY,
    properties: buildPoiProperties(fields, bound),
    stamp: POI_STAMP,
    west: "coalesce(p.fence_west, p.west)",
    south: "coalesce(p.fence_south, p.south)",
    east: "coalesce(p.fence_east, p.east)",
    north: "coalesce(p.fence_north, p.north)",
  }),
};
