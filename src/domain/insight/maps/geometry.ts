/**
 * Geometries as files have them (RFC 7946), which were checked before: which are shown, and their bounds. A line or a ring whose neighbouring positions
 * are more than 180 degrees apart goes over the 180th meridian: its longitudes go on beyond 180. Pure.
 */
import type { Geometry, Position } from "geojson";
import type { Bounds } from "./records/map.ts";

export type ShownGeometry = Exclude<Geometry, { type: "GeometryCollection" }>;

export type ShapeFault = "no_geometry" | "not_shown";

const SHOWN_TYPES: ReadonlySet<string> = new Set<ShownGeometry["type"]>([
  "Point",
  "MultiPoint",
  "LineString",
  "MultiLineString",
  "Polygon",
  "MultiPolygon",
]);

/** Why a valid geometry of a file cannot be shown; null when it can. */
export function findShapeFault(geometry: Geometry | null): ShapeFault | null {
  if (geometry === null) return "no_geometry";
  if (!SHOWN_TYPES.has(geometry.type)) return "not_shown";
  return (geometry as ShownGeometry).coordinates.length === 0 ? "no_geometry" : null;
}

const shiftNear = (lng: number, near: number) => lng - Math.round((lng - near) / 360) * 360;

function unwrapLine(line: readonly Position[], start?: number): Position[] {
  let before = start ?? line[0]?.[0] ?? 0;
  return line.map(([lng = 0, lat = 0]) => {
    before = shiftNear(lng, before);
    return [before, lat];
  });
}

/** Holes lie on the side of their border. */
const unwrapRings = ([outer = [], ...holes]: readonly Position[][]): Position[][] => {
  const first = unwrapLine(outer);
  return [first, ...holes.map((hole) => unwrapLine(hole, first[0]?.[0]))];
};

/** The same shape without a jump at the 180th meridian, and without heights. */
export function unwrap(geometry: ShownGeometry): ShownGeometry {
  switch (geometry.type) {
    case "Point":
      return { ...geometry, coordinates: geometry.coordinates.slice(0, 2) };
    case "MultiPoint":
      return { ...geometry, coordinates: geometry.coordinates.map((at) => at.slice(0, 2)) };
    case "LineString":
      return { ...geometry, coordinates: unwrapLine(geometry.coordinates) };
    case "MultiLineString":
      return { ...geometry, coordinates: geometry.coordinates.map((line) => unwrapLine(line)) };
    case "Polygon":
      return { ...geometry, coordinates: unwrapRings(geometry.coordinates) };
    case "MultiPolygon":
      return { ...geometry, coordinates: geometry.coordinates.map(unwrapRings) };
  }
}

export function findGeometryBounds(geometry: ShownGeometry): Bounds {
  const bounds: Bounds = [Infinity, Infinity, -Infinity, -Infinity];
  const add = (at: readonly unknown[]): void => {
    const [lng, lat] = at;
    if (typeof lng !== "number" || typeof lat !== "number") {
      for (const part of at) add(part as readonly unknown[]);
      return;
    }
    bounds[0] = Math.min(bounds[0], lng);
    bounds[1] = Math.min(bounds[1], lat);
    bounds[2] = Math.max(bounds[2], lng);
    bounds[3] = Math.max(bounds[3], lat);
  };
  add(unwrap(geometry).coordinates);
  return bounds;
}
