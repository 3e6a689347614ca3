/** Places and geofences as lines of a map. Pure. */
import type { MapLine } from "../../../map/shapes.ts";
import type { Poi, PoiGeometry } from "./queries.ts";

export interface Corner {
  lat: number;
  lng: number;
}

export const PLACE_COLOUR = "#20568f";
export const FENCE_COLOUR = "#9a3412";

const METRES_PER_DEGREE = 111_195;
const CIRCLE_CORNERS = 48;

export function buildCircle({ lat, lng }: Corner, radius_m: number): [number, number][] {
  const high = radius_m / METRES_PER_DEGREE;
  const wide = high / Math.max(0.01, Math.cos((lat * Math.PI) / 180));
  return Array.from({ length: CIRCLE_CORNERS + 1 }, (_, index) => {
    const angle = (index / CIRCLE_CORNERS) * 2 * Math.PI;
    return [lng + wide * Math.cos(angle), lat + high * Math.sin(angle)];
  });
}

const toPoints = (ring: readonly (readonly number[])[]) =>
  ring.map(([lng = 0, lat = 0]): [number, number] => [lng, lat]);

export const toCorners = ({ type, coordinates }: PoiGeometry): Corner[] =>
  type === "Point"
    ? [{ lng: coordinates[0] ?? 0, lat: coordinates[1] ?? 0 }]
    : ringToCorners(coordinates[0] ?? []);

/** Without the last position, which is the first. */
export const ringToCorners = (ring: readonly (readonly number[])[]): Corner[] =>
  toPoints(ring.slice(0, -1)).map(([lng, lat]) => ({ lng, lat }));

export function toRing(corners: readonly Corner[]): [number, number][] {
  return [...corners, ...corners.slice(0, 1)].map(({ lng, lat }) => [lng, lat]);
}

/** Lines of a place and of its geofence; the id of all is that of the place. */
export function listLines({ id, geometry, geofence, lat, lng }: Poi): MapLine[] {
  const lines: MapLine[] = [];
  const add = (points: [number, number][], colour: string) => lines.push({ id, colour, points });
  if (geometry.type === "Polygon") for (const ring of geometry.coordinates) add(toPoints(ring), PLACE_COLOUR);
  if (geofence?.shape === "circle") add(buildCircle({ lat, lng }, geofence.radius_m ?? 0), FENCE_COLOUR);
  if (geofence?.shape === "polygon" && geofence.polygon)
    for (const ring of geofence.polygon) add(toPoints(ring), FENCE_COLOUR);
  if (geofence?.shape === "corridor") add(toPoints(geofence.line ?? []), FENCE_COLOUR);
  return lines;
}

/** A position a line, as people copy them: latitude, longitude. */
export const formatPositions = (corners: readonly Corner[]): string =>
  corners.map(({ lat, lng }) => `${lat}, ${lng}`).join("\n");

/** Undefined where a line is no position on the earth. */
export function parsePositions(written: string): Corner[] | undefined {
  const corners: Corner[] = [];
  for (const line of written.split("\n")) {
    if (line.trim() === "") continue;
    const parts = line
      .trim()
      .split(/[\s,;]+/)
      .map(Number);
    const [lat = Number.NaN, lng = Number.NaN] = parts;
    if (parts.length !== 2 || !(Math.abs(lat) <= 90) || !(Math.abs(lng) <= 180)) return undefined;
    corners.push({ lat, lng });
  }
  return corners;
}
