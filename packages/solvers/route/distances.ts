import { type GeoPoint, InvalidRouteProblem, type Travel } from "./problem.ts";

/** Mean earth radius, metres (IUGG). */
const EARTH_RADIUS_M = 6_371_008.8;
const DEFAULT_SPEED_MPS = 10;

/** A travel matrix whose values are typed arrays. */
type PackedMatrix = {
  size: number;
  distance_m: Float64Array | Float32Array;
  duration_s: Float64Array | Float32Array;
};

/**
 * Great-circle distances between all points times `road_factor`, and the time they take at `speed_mps`.
 * Single precision: a millimetre at 10 km, half the memory, and faster to search.
 */
export function straightLineMatrix(
  points: GeoPoint[],
  { road_factor = 1, speed_mps = DEFAULT_SPEED_MPS }: { road_factor?: number; speed_mps?: number } = {},
): PackedMatrix {
  if (!(road_factor > 0)) throw new InvalidRouteProblem("travel.road_factor must be above 0");
  if (!(speed_mps > 0)) throw new InvalidRouteProblem("travel.speed_mps must be above 0");
  const size = points.length;
  const radians = Math.PI / 180;
  const lat = new Float64Array(size);
  const lng = new Float64Array(size);
  const cosine = new Float64Array(size);
  for (const [i, point] of points.entries()) {
    if (!(Math.abs(point.lat) <= 90) || !(Math.abs(point.lng) <= 180)) {
      throw new InvalidRouteProblem(`travel.points[${i}] is not a latitude and longitude in degrees`);
    }
    lat[i] = point.lat * radians;
    lng[i] = point.lng * radians;
    cosine[i] = Math.cos(lat[i]!);
  }
  const distance_m = new Float32Array(size * size);
  const duration_s = new Float32Array(size * size);
  for (let i = 0; i < size; i++) {
    for (let j = i + 1; j < size; j++) {
      const halfLat = Math.sin((lat[j]! - lat[i]!) / 2);
      const halfLng = Math.sin((lng[j]! - lng[i]!) / 2);
      const chord = halfLat * halfLat + cosine[i]! * cosine[j]! * halfLng * halfLng;
      const metres = 2 * EARTH_RADIUS_M * Math.asin(Math.min(1, Math.sqrt(chord))) * road_factor;
      distance_m[i * size + j] = metres;
      distance_m[j * size + i] = metres;
      duration_s[i * size + j] = metres / speed_mps;
      duration_s[j * size + i] = metres / speed_mps;
    }
  }
  return { size, distance_m, duration_s };
}

/** The matrix of either form of travel, checked for size and invalid numbers. */
export function packTravel(travel: Travel): PackedMatrix {
  if ("points" in travel) return straightLineMatrix(travel.points, travel);
  const { size } = travel;
  const packed: PackedMatrix = { size, distance_m: new Float64Array(0), duration_s: new Float64Array(0) };
  for (const field of ["distance_m", "duration_s"] as const) {
    const values = travel[field];
    if (values.length !== size * size) {
      throw new InvalidRouteProblem(`travel.${field} has ${values.length} values, not ${size} × ${size}`);
    }
    for (let at = 0; at < values.length; at++) {
      const value = values[at]!;
      if (!(value >= 0 && value < Infinity)) {
        throw new InvalidRouteProblem(
          `travel.${field} from ${Math.floor(at / size)} to ${at % size} must be a number from 0 up`,
        );
      }
    }
    packed[field] =
      values instanceof Float64Array || values instanceof Float32Array ? values : Float64Array.from(values);
  }
  return packed;
}
