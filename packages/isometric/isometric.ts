/**
 * Draws cuboids as seen from a distance, without perspective and without WebGL: their visible faces, from the farthest to the
 * nearest, as polygons of a plane. The caller that draws them chooses the colours: SVG in a page, vectors in a PDF.
 *
 * Coordinates of cuboids: x and y along the floor, z upwards, any one unit. Of the plane: x to the right, y downwards.
 */
export interface Cuboid {
  x: number;
  y: number;
  z: number;
  dx: number;
  dy: number;
  dz: number;
}

/** A block of equal cuboids side by side: where its faces have lines. */
export interface Block extends Cuboid {
  count_x: number;
  count_y: number;
  count_z: number;
}

/** From where: radians. `turn` goes around the vertical; `tilt` is the height, above 0 up to a quarter turn. */
export interface View {
  turn: number;
  tilt: number;
}

/** All three axes equally long. */
export const ISOMETRIC: View = { turn: Math.PI / 4, tilt: Math.atan(Math.SQRT1_2) };

export type Point = readonly [x: number, y: number];
export type Segment = readonly [from: Point, to: Point];
type Side = "x" | "y" | "top";

export interface Face {
  /** Index of the cuboid. */
  of: number;
  side: Side;
  points: readonly Point[];
  /** Between the cuboids of a block. */
  lines: readonly Segment[];
}

interface Camera {
  /** Towards the viewer. */
  towards: readonly [number, number, number];
  project: (x: number, y: number, z: number) => Point;
}

function aim({ turn, tilt }: View): Camera {
  const [sin_turn, cos_turn, sin_tilt, cos_tilt] = [
    Math.sin(turn),
    Math.cos(turn),
    Math.sin(tilt),
    Math.cos(tilt),
  ];
  return {
    towards: [cos_tilt * cos_turn, cos_tilt * sin_turn, sin_tilt],
    project: (x, y, z) => [
      -sin_turn * x + cos_turn * y,
      sin_tilt * cos_turn * x + sin_tilt * sin_turn * y - cos_tilt * z,
    ],
  };
}

/** What stands behind is drawn first. Takes the square of their number in steps. */
export function drawBlocks(blocks: readonly Block[], view: View): Face[] {
  const camera = aim(view);
  return sortFromBack(blocks, camera).flatMap((of) => drawFaces(blocks[of] as Block, of, camera));
}

function drawFaces(block: Block, of: number, { towards, project }: Camera): Face[] {
  const { x, y, z, dx, dy, dz, count_x, count_y, count_z } = block;
  const [near_x, near_y] = [towards[0] > 0 ? x + dx : x, towards[1] > 0 ? y + dy : y];
  const on = {
    x: (u: number, v: number) => project(near_x, y + u * dy, z + v * dz),
    y: (u: number, v: number) => project(x + u * dx, near_y, z + v * dz),
    top: (u: number, v: number) => project(x + u * dx, y + v * dy, z + dz),
  };
  const faces: [Side, number, number][] = [
    ["x", count_y, count_z],
    ["y", count_x, count_z],
    ["top", count_x, count_y],
  ];
  return faces.map(([side, across, along]) => {
    const at = on[side];
    const lines: Segment[] = [];
    for (let n = 1; n < across; n += 1) lines.push([at(n / across, 0), at(n / across, 1)]);
    for (let n = 1; n < along; n += 1) lines.push([at(0, n / along), at(1, n / along)]);
    return { of, side, points: [at(0, 0), at(1, 0), at(1, 1), at(0, 1)], lines };
  });
}

/**
 * Two cuboids that do not overlap are separated along an axis, and the one on the far side cannot hide the other. Where
 * cuboids hide each other in a circle, which no order draws, the farthest goes first.
 */
function sortFromBack(cuboids: readonly Cuboid[], { towards }: Camera): number[] {
  const waits = new Int32Array(cuboids.length);
  const before: number[][] = cuboids.map(() => []);
  for (let a = 0; a < cuboids.length; a += 1)
    for (let b = a + 1; b < cuboids.length; b += 1) {
      const [one, other] = [cuboids[a] as Cuboid, cuboids[b] as Cuboid];
      const [one_behind, other_behind] = [isBehind(one, other, towards), isBehind(other, one, towards)];
      if (one_behind === other_behind) continue;
      const [first, second] = one_behind ? [a, b] : [b, a];
      before[first]?.push(second);
      waits[second] = (waits[second] ?? 0) + 1;
    }
  const depth = cuboids.map(
    ({ x, y, z, dx, dy, dz }) =>
      (x + dx / 2) * towards[0] + (y + dy / 2) * towards[1] + (z + dz / 2) * towards[2],
  );
  const remaining_cuboids = new Set(cuboids.keys());
  const order: number[] = [];
  while (remaining_cuboids.size > 0) {
    let next = -1;
    for (const at of remaining_cuboids) if (next === -1 || compare(at, next, waits, depth) < 0) next = at;
    remaining_cuboids.delete(next);
    order.push(next);
    for (const second of before[next] ?? []) waits[second] = (waits[second] ?? 0) - 1;
  }
  return order;
}

/** Those that wait for none first, the farthest of them. */
function compare(a: number, b: number, waits: Int32Array, depth: readonly number[]): number {
  const [free_a, free_b] = [waits[a] === 0 ? 0 : 1, waits[b] === 0 ? 0 : 1];
  return free_a - free_b || (depth[a] ?? 0) - (depth[b] ?? 0);
}

/** On the far side of the other along some axis. */
function isBehind(one: Cuboid, other: Cuboid, [tx, ty, tz]: readonly [number, number, number]): boolean {
  return (
    (tx > 0 ? one.x + one.dx <= other.x : tx < 0 && other.x + other.dx <= one.x) ||
    (ty > 0 ? one.y + one.dy <= other.y : ty < 0 && other.y + other.dy <= one.y) ||
    (tz > 0 && one.z + one.dz <= other.z)
  );
}

/** The edges of a box that is open to the viewer: `back` behind its content, `front` before it, and its floor. */
export function drawOpenBox(box: Cuboid, view: View): { floor: Point[]; back: Segment[]; front: Segment[] } {
  const { towards, project } = aim(view);
  const [x0, x1] = towards[0] > 0 ? [box.x, box.x + box.dx] : [box.x + box.dx, box.x];
  const [y0, y1] = towards[1] > 0 ? [box.y, box.y + box.dy] : [box.y + box.dy, box.y];
  const [z0, z1] = [box.z, box.z + box.dz];
  const edge = (a: [number, number, number], b: [number, number, number]): Segment => [
    project(...a),
    project(...b),
  ];
  // The corner (x0, y0) is the farthest.
  return {
    floor: [project(x0, y0, z0), project(x1, y0, z0), project(x1, y1, z0), project(x0, y1, z0)],
    back: [
      edge([x0, y0, z0], [x1, y0, z0]),
      edge([x0, y0, z0], [x0, y1, z0]),
      edge([x0, y0, z0], [x0, y0, z1]),
      edge([x1, y0, z0], [x1, y0, z1]),
      edge([x0, y1, z0], [x0, y1, z1]),
      edge([x0, y0, z1], [x1, y0, z1]),
      edge([x0, y0, z1], [x0, y1, z1]),
    ],
    front: [
      edge([x1, y1, z0], [x1, y0, z0]),
      edge([x1, y1, z0], [x0, y1, z0]),
      edge([x1, y1, z0], [x1, y1, z1]),
      edge([x1, y1, z1], [x1, y0, z1]),
      edge([x1, y1, z1], [x0, y1, z1]),
    ],
  };
}

export interface Bounds {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The rectangle around a cuboid as it is seen. */
export function findBounds(cuboid: Cuboid, view: View): Bounds {
  const { project } = aim(view);
  const corners: Point[] = [];
  for (const x of [cuboid.x, cuboid.x + cuboid.dx])
    for (const y of [cuboid.y, cuboid.y + cuboid.dy])
      for (const z of [cuboid.z, cuboid.z + cuboid.dz]) corners.push(project(x, y, z));
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
  const [left_x, top] = [Math.min(...xs), Math.min(...ys)];
  return { x: left_x, y: top, width: Math.max(...xs) - left_x, height: Math.max(...ys) - top };
}

/** Moves what is within `from` to the middle of `to`, as large as it fits. */
export function fitInto(from: Bounds, to: Bounds): (point: Point) => Point {
  const scale = Math.min(to.width / from.width, to.height / from.height);
  const left_x = to.x + (to.width - from.width * scale) / 2;
  const top = to.y + (to.height - from.height * scale) / 2;
  return ([x, y]) => [left_x + (x - from.x) * scale, top + (y - from.y) * scale];
}
