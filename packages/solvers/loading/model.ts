import { blockOutside, isConvex } from "./contour.ts";
import {
  type CargoItem,
  type CargoSpace,
  type Cuboid,
  type Dimension,
  InvalidLoadingProblem,
  type LoadingProblem,
  type SpaceRule,
  type UnplacedReason,
} from "./problem.ts";

/** Labels that are kept apart are bits of a number. */
const LABELS_MAX = 30;
/** Longest side whose sums and volumes are exact. */
const SIDE_MAX_MM = 100_000;

/**
 * The problem as typed arrays. A type is an item of the problem, with its index there; a turn is a way in which it may stand. Stops are
 * ranks: 0 is unloaded first.
 */
export type Model = {
  problem: LoadingProblem;
  types: number;
  /** `[type]` */
  quantity: Int32Array;
  volume: Float64Array;
  weight: Float64Array;
  maxLoad: Float64Array;
  bottomOnly: Uint8Array;
  stop: Int32Array;
  labels: Int32Array;
  /** Labels that may not be with this type. */
  foes: Int32Array;
  /** Ranks of stops, and the stop of each. */
  stops: number[];
  /** `[type]` first turn, and one past the last of the last type. */
  firstTurn: Int32Array;
  /** `[turn]` */
  turnType: Int32Array;
  turnX: Int32Array;
  turnY: Int32Array;
  turnZ: Int32Array;
  supportShare: number;
  /** Some type limits the load on it. */
  hasLoads: boolean;
  kinds: Kind[];
};

/** A cargo space of the problem. */
export type Kind = {
  space: CargoSpace;
  sizeX: number;
  sizeY: number;
  sizeZ: number;
  count: number;
  blocked: Cuboid[];
  /** Inside contour and obstacles. */
  volume: number;
  payload: number;
  /** Grams per square millimetre. */
  floorLoad: number;
  /** 0 along x, 1 along y, 2 upwards: where the door is. */
  doorAxis: 0 | 1 | 2;
  /** `[turn]` it passes the door and fits the cuboid. */
  passes: Uint8Array;
  /** `[type]` why one does not fit the empty space; null when it does. */
  alone: (UnplacedReason | null)[];
};

function require(condition: boolean, message: string, space_rule?: SpaceRule): asserts condition {
  if (!condition) throw new InvalidLoadingProblem(message, space_rule);
}

const isAmount = (value: number | undefined) => value === undefined || value >= 0;
const isSide = (value: number) => Number.isInteger(value) && value > 0 && value <= SIDE_MAX_MM;

function checkSides(sides: object, names: readonly string[], path: string): void {
  for (const name of names)
    require(isSide(
      (sides as Record<string, number>)[name]!,
    ), `${path}.${name} must be a whole number from 1 to ${SIDE_MAX_MM}`);
}

function checkItem(item: CargoItem, path: string): void {
  checkSides(item, ["length_mm", "width_mm", "height_mm"], path);
  require(Number.isInteger(item.quantity) &&
    item.quantity >= 0, `${path}.quantity must be a whole number, 0 or more`);
  require(isAmount(item.weight_g) && item.weight_g !== Infinity, `${path}.weight_g must be 0 or more`);
  require(isAmount(item.max_load_g), `${path}.max_load_g must be 0 or more`);
  require(item.upright === undefined || item.upright.length > 0, `${path}.upright must name a dimension`);
  require(item.stop === undefined || Number.isInteger(item.stop), `${path}.stop must be a whole number`);
}

function checkSpace(space: CargoSpace, path: string): void {
  checkSides(space, ["length_mm", "width_mm", "height_mm"], path);
  const { count = 1, door, contour, obstacles = [], axles } = space;
  require(Number.isInteger(count) && count >= 0, `${path}.count must be a whole number, 0 or more`);
  if (door !== undefined) checkSides(door, ["width_mm", "height_mm"], `${path}.door`);
  for (const field of ["payload_g", "floor_load_g_m2"] as const)
    require(isAmount(space[field]), `${path}.${field} must be 0 or more`);
  for (const [n, obstacle] of obstacles.entries()) {
    checkSides(obstacle, ["size_x_mm", "size_y_mm", "size_z_mm"], `${path}.obstacles[${n}]`);
    for (const side of ["x_mm", "y_mm", "z_mm"] as const)
      require(Number.isInteger(obstacle[side]) &&
        obstacle[side] >= 0, `${path}.obstacles[${n}].${side} must be a whole number, 0 or more`);
  }
  if (contour !== undefined) {
    const isInside = contour.every(
      ({ y_mm, z_mm }) => y_mm >= 0 && y_mm <= space.width_mm && z_mm >= 0 && z_mm <= space.height_mm,
    );
    require(isInside &&
      isConvex(contour), `${path}.contour must be convex and within width and height`, "contour");
  }
  if (axles !== undefined) {
    require(axles.front.x_mm < axles.rear.x_mm, `${path}.axles.front must be before the rear`, "axle_order");
    for (const axle of [axles.front, axles.rear])
      require(axle.max_g >= (axle.empty_g ?? 0), `${path}.axles: max_g is below empty_g`, "axle_limit");
  }
}

function checkIds(list: readonly { id: string }[], path: string): void {
  const ids = new Set<string>();
  for (const [n, { id }] of list.entries()) {
    require(!ids.has(id), `${path}[${n}].id "${id}" is used twice`);
    ids.add(id);
  }
}

/** The different ways an item may stand, `[x, y, z]`. */
function listTurns({ length_mm: l, width_mm: w, height_mm: h }: CargoItem, upright: readonly Dimension[]) {
  const turns: [number, number, number][] = [];
  const add = (x: number, y: number, z: number) => {
    if (!turns.some((turn) => turn[0] === x && turn[1] === y && turn[2] === z)) turns.push([x, y, z]);
  };
  for (const dimension of ["height", "width", "length"] as const) {
    if (!upright.includes(dimension)) continue;
    const [a, b, up] = dimension === "height" ? [l, w, h] : dimension === "width" ? [l, h, w] : [w, h, l];
    add(a, b, up);
    add(b, a, up);
  }
  return turns;
}

/** Checks the problem and compiles it for the search. Refuses `InvalidLoadingProblem`. */
export function compile(problem: LoadingProblem): Model {
  const { items, spaces, keep_apart = [], support_share = 1 } = problem;
  require(support_share >= 0 && support_share <= 1, "support_share must be from 0 to 1");
  checkIds(items, "items");
  checkIds(spaces, "spaces");
  for (const [n, item] of items.entries()) checkItem(item, `items[${n}]`);
  for (const [n, space] of spaces.entries()) checkSpace(space, `spaces[${n}]`);
  const bits = new Map<string, number>();
  for (const label of keep_apart.flat()) if (!bits.has(label)) bits.set(label, bits.size);
  require(bits.size <= LABELS_MAX, `keep_apart names more than ${LABELS_MAX} labels`);
  const getBit = (label: string) => (bits.has(label) ? 1 << bits.get(label)! : 0);
  const getConflicts = (labels: readonly string[]) =>
    keep_apart.reduce((mask, [a, b]) => {
      const added = (labels.includes(a) ? getBit(b) : 0) | (labels.includes(b) ? getBit(a) : 0);
      return mask | added;
    }, 0);
  const stops = [...new Set(items.map(({ stop = 0 }) => stop))].sort((a, b) => a - b);
  const turns = items.map((item) => listTurns(item, item.upright ?? ["length", "width", "height"]));
  const firstTurn = new Int32Array(items.length + 1);
  for (const [type, of] of turns.entries()) firstTurn[type + 1] = firstTurn[type]! + of.length;
  const flat = turns.flat();
  const model: Model = {
    problem,
    types: items.length,
    quantity: Int32Array.from(items, ({ quantity }) => quantity),
    volume: Float64Array.from(items, (item) => item.length_mm * item.width_mm * item.height_mm),
    weight: Float64Array.from(items, ({ weight_g = 0 }) => weight_g),
    maxLoad: Float64Array.from(items, ({ max_load_g = Infinity }) => max_load_g),
    bottomOnly: Uint8Array.from(items, ({ bottom_only = false }) => (bottom_only ? 1 : 0)),
    stop: Int32Array.from(items, ({ stop = 0 }) => stops.indexOf(stop)),
    labels: Int32Array.from(items, ({ labels = [] }) =>
      labels.reduce((mask, label) => mask | getBit(label), 0),
    ),
    foes: Int32Array.from(items, ({ labels = [] }) => getConflicts(labels)),
    stops,
    firstTurn,
    turnType: Int32Array.from(turns.flatMap((of, type) => of.map(() => type))),
    turnX: Int32Array.from(flat, ([x]) => x),
    turnY: Int32Array.from(flat, ([, y]) => y),
    turnZ: Int32Array.from(flat, ([, , z]) => z),
    supportShare: support_share,
    hasLoads: items.some(({ max_load_g = Infinity }) => max_load_g < Infinity),
    kinds: [],
  };
  model.kinds = spaces.map((space) => compileSpace(model, space));
  return model;
}

function compileSpace(model: Model, space: CargoSpace): Kind {
  const { length_mm: sizeX, width_mm: sizeY, height_mm: sizeZ, door, contour, obstacles = [] } = space;
  const blocked = [...blockOutside(space, contour), ...obstacles];
  const doorAxis = door === undefined || door.wall === "end" ? 0 : door.wall === "side" ? 1 : 2;
  const passesDoor = (x: number, y: number, z: number) => {
    if (door === undefined) return true;
    const [across, up] = doorAxis === 0 ? [y, z] : doorAxis === 1 ? [x, z] : [y, x];
    return across <= door.width_mm && up <= door.height_mm;
  };
  const kind: Kind = {
    space,
    sizeX,
    sizeY,
    sizeZ,
    count: space.count ?? 1,
    blocked,
    volume: sizeX * sizeY * sizeZ - measureBlocked(space, blocked),
    payload: space.payload_g ?? Infinity,
    floorLoad: (space.floor_load_g_m2 ?? Infinity) / 1e6,
    doorAxis,
    passes: Uint8Array.from(model.turnX, (x, turn) => {
      const [y, z] = [model.turnY[turn]!, model.turnZ[turn]!];
      return x <= sizeX && y <= sizeY && z <= sizeZ && passesDoor(x, y, z) ? 1 : 0;
    }),
    alone: [],
  };
  kind.alone = model.problem.items.map((item, type) => whyNotAlone(model, kind, item, type));
  return kind;
}

/** The volume of a union of cuboids within the space, by the grid of their faces. */
function measureBlocked({ length_mm, width_mm, height_mm }: CargoSpace, cuboids: readonly Cuboid[]): number {
  if (cuboids.length === 0) return 0;
  const cuts = (most: number, of: (one: Cuboid) => [number, number]) =>
    [...new Set([0, most, ...cuboids.flatMap(of).map((value) => Math.min(most, value))])].sort(
      (a, b) => a - b,
    );
  const xs = cuts(length_mm, (one) => [one.x_mm, one.x_mm + one.size_x_mm]);
  const ys = cuts(width_mm, (one) => [one.y_mm, one.y_mm + one.size_y_mm]);
  const zs = cuts(height_mm, (one) => [one.z_mm, one.z_mm + one.size_z_mm]);
  let volume = 0;
  for (let i = 0; i + 1 < xs.length; i++) {
    for (let j = 0; j + 1 < ys.length; j++) {
      for (let k = 0; k + 1 < zs.length; k++) {
        const isBlocked = cuboids.some(
          (one) =>
            one.x_mm <= xs[i]! &&
            one.x_mm + one.size_x_mm >= xs[i + 1]! &&
            one.y_mm <= ys[j]! &&
            one.y_mm + one.size_y_mm >= ys[j + 1]! &&
            one.z_mm <= zs[k]! &&
            one.z_mm + one.size_z_mm >= zs[k + 1]!,
        );
        if (isBlocked) volume += (xs[i + 1]! - xs[i]!) * (ys[j + 1]! - ys[j]!) * (zs[k + 1]! - zs[k]!);
      }
    }
  }
  return volume;
}

/** What one item of the type would break in the empty space, whatever its place. */
function whyNotAlone(model: Model, kind: Kind, item: CargoItem, type: number): UnplacedReason | null {
  let fits = false;
  let passes = false;
  let isBorne = false;
  for (let turn = model.firstTurn[type]!; turn < model.firstTurn[type + 1]!; turn++) {
    const [x, y, z] = [model.turnX[turn]!, model.turnY[turn]!, model.turnZ[turn]!];
    if (x > kind.sizeX || y > kind.sizeY || z > kind.sizeZ) continue;
    if (!findStand(kind, x, y, z)) continue;
    fits = true;
    if (kind.passes[turn] !== 1) continue;
    passes = true;
    isBorne ||= model.weight[type]! <= kind.floorLoad * x * y * (1 + 1e-9);
  }
  if (!fits) return "too_large";
  if (!passes) return "door_too_small";
  if (model.weight[type]! > kind.payload) return "too_heavy";
  if (!isBorne) return "floor_load";
  const excluded = kind.space.excluded_labels ?? [];
  return (item.labels ?? []).some((label) => excluded.includes(label)) ? "excluded" : null;
}

/** Is there a place on the floor for the cuboid alone? Corners of what is blocked are all the places that matter. */
function findStand({ sizeX, sizeY, sizeZ, blocked }: Kind, dx: number, dy: number, dz: number): boolean {
  if (blocked.length === 0) return dx <= sizeX && dy <= sizeY && dz <= sizeZ;
  const xs = [0, ...blocked.map((one) => one.x_mm + one.size_x_mm)];
  const ys = [0, ...blocked.map((one) => one.y_mm + one.size_y_mm)];
  return xs.some((x) =>
    ys.some(
      (y) =>
        x + dx <= sizeX &&
        y + dy <= sizeY &&
        dz <= sizeZ &&
        !blocked.some(
          (one) =>
            one.x_mm < x + dx &&
            one.x_mm + one.size_x_mm > x &&
            one.y_mm < y + dy &&
            one.y_mm + one.size_y_mm > y &&
            one.z_mm < dz &&
            one.z_mm + one.size_z_mm > 0,
        ),
    ),
  );
}
