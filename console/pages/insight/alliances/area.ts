/** The area of a grant as people paste it: GeoJSON, which has longitude before latitude. */
interface Point {
  lat: number;
  lng: number;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The outer ring of a polygon, a feature or a collection with one; or the value itself, when it is a ring. */
function findRing(value: unknown): unknown {
  if (!isRecord(value)) return value;
  const { type, features, geometry, coordinates } = value;
  switch (String(type).toLowerCase()) {
    case "featurecollection":
      return Array.isArray(features) ? findRing(features[0]) : undefined;
    case "feature":
      return findRing(geometry);
    case "polygon":
      return Array.isArray(coordinates) ? coordinates[0] : undefined;
    default:
      return undefined;
  }
}

const toPoint = (pair: unknown): Point | undefined => {
  const [lng, lat] = Array.isArray(pair) ? pair : [];
  return typeof lat === "number" && typeof lng === "number" && Math.abs(lat) <= 90 && Math.abs(lng) <= 180
    ? { lat, lng }
    : undefined;
};

/** Null for an empty text; undefined for one that is no polygon. */
export function parseArea(text: string): Point[] | null | undefined {
  if (text.trim() === "") return null;
  let ring: unknown;
  try {
    ring = findRing(JSON.parse(text));
  } catch {
    return undefined;
  }
  if (!Array.isArray(ring)) return undefined;
  const points = ring.map(toPoint);
  if (points.includes(undefined)) return undefined;
  const corners = points as Point[];
  const [first, last] = [corners[0], corners.at(-1)];
  const open = first?.lat === last?.lat && first?.lng === last?.lng ? corners.slice(0, -1) : corners;
  return open.length < 3 ? undefined : open;
}

export const formatArea = (points: readonly Point[] | undefined): string =>
  points === undefined ? "" : JSON.stringify(points.map(({ lat, lng }) => [lng, lat]));
