/** What a business shows others of its points of interest: where they are and when they are open, and nothing of how it works there. */
import type { PoiRow } from "./records/poi.ts";
import type { SharedPoi } from "./shapes.ts";

export interface SharedSource extends PoiRow {
  client_code: string;
  client_name: string;
  business_time_zone: string;
  distance_m?: number | null;
}

export function toSharedPoi(row: SharedSource): SharedPoi {
  const { id, client_code, client_name, name, kind, geometry, lat, lng, hours, tags, distance_m } = row;
  return {
    poi_id: id,
    client_code,
    client_name,
    name,
    kind,
    geometry,
    lat,
    lng,
    place: row.place === null ? null : { ...row.place, phone: "", email: "", lat, lng },
    hours:
      hours === null
        ? null
        : ({ weekly: hours.weekly, exceptions: hours.exceptions ?? [] } as SharedPoi["hours"]),
    time_zone: row.time_zone ?? row.business_time_zone,
    tags,
    distance_m: typeof distance_m === "number" ? Math.round(distance_m) : null,
  };
}
