import type { Travel } from "./problem.ts";

/** Each division turns the map by this angle, so that its lines cross those of the others. */
const TURN = 0.65;

/**
 * Divides things into groups that are near each other and weigh at most `most` each: halves of equal weight along the longer
 * side of their area, again and again. `turn`: which division. n log² n.
 */
export function splitByPlace<T>(
  travel: Travel,
  things: readonly T[],
  getLocation: (thing: T) => number,
  weigh: (thing: T) => number,
  most: number,
  turn: number,
): T[][] {
  const place = buildCoordinates(travel);
  const cos = Math.cos(turn * TURN);
  const sin = Math.sin(turn * TURN);
  const placed = things.map((thing) => {
    const { x, y } = place(getLocation(thing));
    return { thing, weight: weigh(thing), x: x * cos - y * sin, y: x * sin + y * cos };
  });
  const groups: T[][] = [];
  const split = (some: typeof placed) => {
    const weight = some.reduce((sum, one) => sum + one.weight, 0);
    if (weight <= most || some.length < 2) {
      if (some.length > 0) groups.push(some.map(({ thing }) => thing));
      return;
    }
    const side = computeWidth(some, "x") >= computeWidth(some, "y") ? "x" : "y";
    const sorted = some.toSorted((a, b) => a[side] - b[side]);
    let half = 0;
    let at = 0;
    while (at < sorted.length - 1 && (at === 0 || half < weight / 2)) half += sorted[at++]!.weight;
    split(sorted.slice(0, at));
    split(sorted.slice(at));
  };
  split(placed);
  return groups;
}

function computeWidth(some: readonly { x: number; y: number }[], side: "x" | "y"): number {
  let least = Infinity;
  let most = -Infinity;
  for (const one of some) {
    least = Math.min(least, one[side]);
    most = Math.max(most, one[side]);
  }
  return most - least;
}

/** Coordinates; with a matrix, the distances to two places far from each other. */
function buildCoordinates(travel: Travel): (location: number) => { x: number; y: number } {
  if ("points" in travel) {
    const narrowing = Math.cos(((travel.points[0]?.lat ?? 0) * Math.PI) / 180);
    return (location) => {
      const { lat, lng } = travel.points[location]!;
      return { x: lng * narrowing, y: lat };
    };
  }
  const { size, distance_m } = travel;
  const farthest = (from: number) => {
    let place = from;
    for (let to = 0; to < size; to++)
      if (distance_m[from * size + to]! > distance_m[from * size + place]!) place = to;
    return place;
  };
  const first = farthest(0);
  const second = farthest(first);
  return (location) => ({
    x: distance_m[first * size + location]!,
    y: distance_m[second * size + location]!,
  });
}
