/** Distances on the sphere. */

export interface Point {
  lat: number;
  lng: number;
}

/**
 * Road distance divided by straight-line distance, where neither the business nor the installation sets another
 * factor.
 */
export const ROAD_FACTOR = 1.3;

/** Mean radius of the earth (IUGG), kilometres. */
const EARTH_KM = 6371.0088;

/** Great-circle distance, kilometres (haversine). */
export function straightLineKm(from: Point, to: Point): number {
  const rad = Math.PI / 180;
  const lat = (to.lat - from.lat) * rad;
  const lng = (to.lng - from.lng) * rad;
  const half =
    Math.sin(lat / 2) ** 2 + Math.cos(from.lat * rad) * Math.cos(to.lat * rad) * Math.sin(lng / 2) ** 2;
  return 2 * EARTH_KM * Math.asin(Math.min(1, Math.sqrt(half)));
}
