/**
 * Points and polygons as GeoJSON has them (RFC 7946): whether they can be stored, their bounds, and where a position is to them. Pure.
 *
 * A place is small: two neighbouring corners that are more than 180 degrees apart are on both sides of the 180th meridian, and the
 * polygon is read the short way. Inside, longitudes of one shape go on beyond 180.
 */
import { type Point, straightLineKm } from "#vocabulary/geo.ts";

/** Longitude and latitude, in this order. */
export type Position = [lng: number, lat: number];
export type Ring = Position[];

export type Geometry = { type: "Point"; coordinates: Position } | { type: "Polygon"; coordinates: Ring[] };

/** `west` is between -180 and 180, `east` may be beyond 180. */
export interface Bounds {
  west: number;
  south: number;
  east: number;
  north: number;
}

/** Positions of all rings of a polygon. */
export const POSITIONS_MAX = 2000;
/** Wider or higher is a region and no place, degrees. */
export const EXTENT_MAX = 5;
const METRES_PER_DEGREE = 111_195;

const GEOMETRY_FAULTS = [
  "outside_earth",
  "ring_open",
  "too_few_corners",
  "too_many_corners",
  "corners_repeat",
  "edges_cross",
  "hole_outside",
  "holes_touch",
  "too_large",
] as const;
export type GeometryFault = (typeof GEOMETRY_FAULTS)[number];

const isOnEarth = ([lng, lat]: Position) =>
  Number.isFinite(lng) && Number.isFinite(lat) && Math.abs(lng) <= 180 && Math.abs(lat) <= 90;

/** The same line without a jump at the 180th meridian. */
function unwrap(line: readonly Position[], near = line[0]?.[0] ?? 0): Ring {
  let before = near;
  return line.map(([lng, lat]) => {
    before = shiftNear(lng, before);
    return [before, lat];
  });
}

/** The longitude plus or minus whole turns, as near to another one as possible. */
const shiftNear = (lng: number, near: number) => lng - Math.round((lng - near) / 360) * 360;

const unwrapRings = ([outer = [], ...holes]: readonly Ring[]): Ring[] => {
  const first = unwrap(outer);
  return [first, ...holes.map((hole) => unwrap(hole, first[0]?.[0]))];
};

/** Why a geometry cannot be stored; null when it can. */
export function findGeometryFault(geometry: Geometry): GeometryFault | null {
  if (geometry.type === "Point") return isOnEarth(geometry.coordinates) ? null : "outside_earth";
  return findPolygonFault(geometry.coordinates);
}

export function findPolygonFault(rings: readonly Ring[]): GeometryFault | null {
  if (rings.length === 0) return "too_few_corners";
  if (rings.reduce((sum, ring) => sum + ring.length, 0) > POSITIONS_MAX) return "too_many_corners";
  for (const ring of rings) {
    if (!ring.every(isOnEarth)) return "outside_earth";
    const [first, last] = [ring[0], ring.at(-1)];
    if (first === undefined || last === undefined || first[0] !== last[0] || first[1] !== last[1])
      return "ring_open";
    if (ring.length < 4) return "too_few_corners";
    if (new Set(ring.slice(1).map(([lng, lat]) => `${lng} ${lat}`)).size !== ring.length - 1)
      return "corners_repeat";
  }
  const flat_rings = unwrapRings(rings);
  const { west, south, east, north } = findLineBounds(flat_rings.flat());
  if (east - west > EXTENT_MAX || north - south > EXTENT_MAX) return "too_large";
  const [outer = [], ...holes] = flat_rings;
  if (flat_rings.some(crossesItself)) return "edges_cross";
  for (const [index, hole] of holes.entries()) {
    if (!hole.every((corner) => isInRing(outer, corner)) || areCrossing(outer, hole)) return "hole_outside";
    for (const other of holes.slice(index + 1)) {
      const [one, two] = [hole[0], other[0]];
      if (areCrossing(hole, other) || (two && isInRing(hole, two)) || (one && isInRing(other, one)))
        return "holes_touch";
    }
  }
  return null;
}

type Edge = readonly [Position, Position];

const listEdges = (ring: Ring): Edge[] =>
  ring.slice(1).map((corner, index) => [ring[index] as Position, corner] as const);

/** On which side of the line through `a` and `b` a position is: 0 on the line. */
const findSide = (a: Position, b: Position, p: Position) =>
  Math.sign((b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]));

const isBetween = (a: Position, b: Position, p: Position) =>
  Math.min(a[0], b[0]) <= p[0] &&
  p[0] <= Math.max(a[0], b[0]) &&
  Math.min(a[1], b[1]) <= p[1] &&
  p[1] <= Math.max(a[1], b[1]);

/** Whether two edges have a position in common. */
function meet([a, b]: Edge, [c, d]: Edge): boolean {
  const [ab_c, ab_d, cd_a, cd_b] = [
    findSide(a, b, c),
    findSide(a, b, d),
    findSide(c, d, a),
    findSide(c, d, b),
  ];
  if (ab_c !== ab_d && cd_a !== cd_b) return true;
  return (
    (ab_c === 0 && isBetween(a, b, c)) ||
    (ab_d === 0 && isBetween(a, b, d)) ||
    (cd_a === 0 && isBetween(c, d, a)) ||
    (cd_b === 0 && isBetween(c, d, b))
  );
}

/** Edges by their western ends: one is compared with those that begin before it ends. */
function crossesItself(ring: Ring): boolean {
  const count = ring.length - 1;
  const edges = listEdges(ring)
    .map((edge, index) => ({
      edge,
      index,
      west: Math.min(edge[0][0], edge[1][0]),
      east: Math.max(edge[0][0], edge[1][0]),
    }))
    .sort((one, other) => one.west - other.west);
  for (const [at, { edge, index, east }] of edges.entries())
    for (let next = at + 1; next < edges.length; next += 1) {
      const other = edges[next] as (typeof edges)[number];
      if (other.west > east) break;
      const apart = Math.abs(index - other.index);
      if (apart === 1 || apart === count - 1) {
        if (foldsBack(...sortNeighbours(edge, index, other.edge, other.index, count))) return true;
      } else if (meet(edge, other.edge)) return true;
    }
  return false;
}

const sortNeighbours = (one: Edge, at: number, other: Edge, other_at: number, count: number) =>
  (at + 1) % count === other_at ? ([one, other] as const) : ([other, one] as const);

/** Of two edges in a row, the second goes back along the first. */
const foldsBack = ([a, b]: Edge, [, c]: Edge) =>
  findSide(a, b, c) === 0 && (b[0] - a[0]) * (c[0] - b[0]) + (b[1] - a[1]) * (c[1] - b[1]) < 0;

const areCrossing = (one: Ring, other: Ring) => {
  const edges = listEdges(other);
  return listEdges(one).some((edge) => edges.some((against) => meet(edge, against)));
};

/** Rays to the east cross the ring an odd number of times. */
function isInRing(ring: Ring, [lng, lat]: Position): boolean {
  let is_inside = false;
  for (const [[x1, y1], [x2, y2]] of listEdges(ring))
    if (y1 > lat !== y2 > lat && lng < ((x2 - x1) * (lat - y1)) / (y2 - y1) + x1) is_inside = !is_inside;
  return is_inside;
}

export function isInPolygon(rings: readonly Ring[], { lat, lng }: Point): boolean {
  const [outer = [], ...holes] = unwrapRings(rings);
  const at: Position = [shiftNear(lng, outer[0]?.[0] ?? lng), lat];
  return isInRing(outer, at) && !holes.some((hole) => isInRing(hole, at));
}

/** Metres from a position to the nearest position of a line. The earth is flat at this scale. */
export function findDistanceToLine(line: readonly Position[], { lat, lng }: Point): number {
  const flat = unwrap(line);
  const east = Math.cos((lat * Math.PI) / 180) * METRES_PER_DEGREE;
  const origin = shiftNear(lng, flat[0]?.[0] ?? lng);
  const local = flat.map(([x, y]) => [(x - origin) * east, (y - lat) * METRES_PER_DEGREE] as const);
  let nearest = Number.POSITIVE_INFINITY;
  for (const [index, [x1, y1]] of local.entries()) {
    const [x2, y2] = local[index + 1] ?? [x1, y1];
    const [dx, dy] = [x2 - x1, y2 - y1];
    const length_2 = dx * dx + dy * dy;
    const part = length_2 === 0 ? 0 : Math.max(0, Math.min(1, -(x1 * dx + y1 * dy) / length_2));
    nearest = Math.min(nearest, Math.hypot(x1 + part * dx, y1 + part * dy));
  }
  return nearest;
}

/** Metres from a position to the border of a polygon. */
export const findDistanceToBorder = (rings: readonly Ring[], at: Point): number =>
  Math.min(...rings.map((ring) => findDistanceToLine(ring, at)));

export const findDistance = (from: Point, to: Point): number => straightLineKm(from, to) * 1000;

function findLineBounds(line: readonly Position[]): Bounds {
  const bounds = { west: Infinity, south: Infinity, east: -Infinity, north: -Infinity };
  for (const [lng, lat] of line) {
    bounds.west = Math.min(bounds.west, lng);
    bounds.east = Math.max(bounds.east, lng);
    bounds.south = Math.min(bounds.south, lat);
    bounds.north = Math.max(bounds.north, lat);
  }
  return bounds;
}

/** Bounds whose west is on the usual side of the 180th meridian. */
function toUsualSide({ west, east, ...bounds }: Bounds): Bounds {
  const turn = west < -180 ? 360 : west > 180 ? -360 : 0;
  return { ...bounds, west: west + turn, east: east + turn };
}

export function findBounds(geometry: Geometry): Bounds {
  return toUsualSide(
    findLineBounds(
      geometry.type === "Point" ? [geometry.coordinates] : unwrap(geometry.coordinates[0] ?? []),
    ),
  );
}

/** Bounds of all positions that are at most so far from a line. */
export function findBoundsAround(line: readonly Position[], distance_m: number): Bounds {
  const { west, south, east, north } = findLineBounds(unwrap(line));
  const high = distance_m / METRES_PER_DEGREE;
  const lat_most = Math.min(89, Math.max(Math.abs(south - high), Math.abs(north + high)));
  const wide = high / Math.cos((lat_most * Math.PI) / 180);
  return toUsualSide({
    west: west - wide,
    south: Math.max(-90, south - high),
    east: east + wide,
    north: Math.min(90, north + high),
  });
}

/**
 * A position that stands for the geometry: of a polygon its centre of gravity or, where that is outside, the middle of the widest part
 * at its height.
 */
export function findPositionOnSurface(geometry: Geometry): Point {
  if (geometry.type === "Point") return toPoint(geometry.coordinates);
  const rings = unwrapRings(geometry.coordinates);
  const [outer = []] = rings;
  const [[x0, y0] = [0, 0]] = outer;
  let [area, x, y] = [0, 0, 0];
  for (const [[x1, y1], [x2, y2]] of listEdges(outer)) {
    const part = (x1 - x0) * (y2 - y0) - (x2 - x0) * (y1 - y0);
    area += part;
    x += (x1 - x0 + (x2 - x0)) * part;
    y += (y1 - y0 + (y2 - y0)) * part;
  }
  const center: Position = area === 0 ? [x0, y0] : [x0 + x / (3 * area), y0 + y / (3 * area)];
  const is_inside = isInRing(outer, center) && !rings.slice(1).some((hole) => isInRing(hole, center));
  return toPoint(is_inside ? center : (findWidestMiddle(rings, center[1]) ?? center));
}

function findWidestMiddle(rings: readonly Ring[], lat: number): Position | undefined {
  const crossings = rings
    .flatMap((ring) =>
      listEdges(ring).flatMap(([[x1, y1], [x2, y2]]) =>
        y1 > lat === y2 > lat ? [] : [x1 + ((lat - y1) * (x2 - x1)) / (y2 - y1)],
      ),
    )
    .sort((one, other) => one - other);
  let widest: readonly [number, number] | undefined;
  for (let at = 0; at + 1 < crossings.length; at += 2) {
    const part = [crossings[at] as number, crossings[at + 1] as number] as const;
    if (widest === undefined || part[1] - part[0] > widest[1] - widest[0]) widest = part;
  }
  return widest === undefined ? undefined : [(widest[0] + widest[1]) / 2, lat];
}

/** Seven decimals of a degree are about a centimetre. */
const round = (degrees: number) => Math.round(degrees * 1e7) / 1e7;

const toPoint = ([lng, lat]: Position): Point => ({
  lat: round(lat),
  lng: round(shiftNear(lng, 0)),
});
