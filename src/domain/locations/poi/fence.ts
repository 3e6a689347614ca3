/** Geofences: where they are, and where an observed position is to one. Pure. */
import type { Point } from "#vocabulary/geo.ts";
import {
  type Bounds,
  findBounds,
  findBoundsAround,
  findDistance,
  findDistanceToBorder,
  findDistanceToLine,
  findPolygonFault,
  type Geometry,
  type GeometryFault,
  isInPolygon,
  type Position,
  type Ring,
} from "./geometry.ts";

export const FENCE_SHAPES = ["circle", "polygon", "corridor"] as const;

export interface Geofence {
  shape: (typeof FENCE_SHAPES)[number];
  /** Of a circle. */
  radius_m?: number | undefined;
  /** Of a polygon: the rings; absent, those of the place. */
  polygon?: Ring[] | undefined;
  /** Of a corridor. */
  line?: Position[] | undefined;
  width_m?: number | undefined;
  on_enter: boolean;
  on_exit: boolean;
  /** Positions must have been inside for this time before anybody has entered. */
  dwell_s: number;
  /** Positions that are less accurate say nothing. */
  accuracy_m_max: number;
}

export interface FencedPlace {
  geometry: Geometry;
  lat: number;
  lng: number;
  geofence: Geofence;
}

export type FenceFault = GeometryFault | "no_radius" | "no_polygon" | "no_line" | "line_too_long";

/** A corridor is a stretch of road, kilometres. */
export const LINE_MAX_KM = 300;

export function findFenceFault(
  { shape, radius_m, polygon, line, width_m }: Geofence,
  geometry: Geometry,
): { member: string; fault: FenceFault } | null {
  if (shape === "circle") return radius_m === undefined ? { member: "radius_m", fault: "no_radius" } : null;
  if (shape === "polygon") {
    const rings = polygon ?? (geometry.type === "Polygon" ? geometry.coordinates : undefined);
    if (rings === undefined) return { member: "polygon", fault: "no_polygon" };
    const fault = findPolygonFault(rings);
    return fault === null ? null : { member: "polygon", fault };
  }
  if (line === undefined || width_m === undefined) return { member: "line", fault: "no_line" };
  if (!line.every(([lng, lat]) => Math.abs(lng) <= 180 && Math.abs(lat) <= 90))
    return { member: "line", fault: "outside_earth" };
  const length_m = line.reduce((sum, [lng, lat], index) => {
    const before = line[index - 1];
    return before === undefined ? sum : sum + findDistance({ lng: before[0], lat: before[1] }, { lng, lat });
  }, 0);
  if (length_m === 0) return { member: "line", fault: "no_line" };
  return length_m > LINE_MAX_KM * 1000 ? { member: "line", fault: "line_too_long" } : null;
}

const getRings = ({ geometry, geofence: { polygon } }: Pick<FencedPlace, "geometry" | "geofence">): Ring[] =>
  polygon ?? (geometry.type === "Polygon" ? geometry.coordinates : []);

export function findFenceBounds(place: FencedPlace): Bounds {
  const { geofence, lat, lng } = place;
  if (geofence.shape === "circle") return findBoundsAround([[lng, lat]], geofence.radius_m ?? 0);
  if (geofence.shape === "corridor")
    return findBoundsAround(geofence.line ?? [], (geofence.width_m ?? 0) / 2);
  return findBounds({ type: "Polygon", coordinates: getRings(place) });
}

/** Metres to the border of the fence; negative inside. */
function findDistanceOutside(place: FencedPlace, at: Point): number {
  const { geofence } = place;
  if (geofence.shape === "circle") return findDistance(place, at) - (geofence.radius_m ?? 0);
  if (geofence.shape === "corridor")
    return findDistanceToLine(geofence.line ?? [], at) - (geofence.width_m ?? 0) / 2;
  const rings = getRings(place);
  const to_border = findDistanceToBorder(rings, at);
  return isInPolygon(rings, at) ? -to_border : to_border;
}

export interface Observed extends Point {
  accuracy_m: number | null;
}

/**
 * Where an observed position is. `unsure`: it is not accurate enough, says no accuracy, or may be inside by its accuracy. Somebody is
 * outside only when the position cannot be inside.
 */
export function locateInFence(place: FencedPlace, at: Observed): "inside" | "outside" | "unsure" {
  if (at.accuracy_m === null || at.accuracy_m > place.geofence.accuracy_m_max) return "unsure";
  const outside_m = findDistanceOutside(place, at);
  if (outside_m <= 0) return "inside";
  return outside_m > at.accuracy_m ? "outside" : "unsure";
}
