import type {
  AxleLoad,
  CargoItem,
  CargoSpace,
  LoadedSpace,
  LoadingProblem,
  LoadingSolution,
  Placement,
} from "./problem.ts";

/** A hard constraint that a plan breaks, or a wrong figure. */
export type Violation = {
  kind:
    | "unknown_space"
    | "unknown_item"
    | "quantity"
    | "count"
    | "outside"
    | "contour"
    | "obstacle"
    | "overlap"
    | "orientation"
    | "door"
    | "payload"
    | "axle_load"
    | "floor_load"
    | "support"
    | "stacking"
    | "bottom_only"
    | "kept_apart"
    | "excluded"
    | "stop_order"
    | "order"
    | "arithmetic"
    | "bound";
  /** Positions in the solution. */
  space?: number;
  placement?: number;
  item_id?: string;
  message: string;
};

type Add = (kind: Violation["kind"], message: string, piece?: Piece) => void;
type Corner = readonly [number, number, number];
/** One item in its place. */
type Piece = { item: CargoItem; low: Corner; high: Corner; at: number };

const AXES = [0, 1, 2] as const;
/** Loads are sums of shares, and figures are rounded. */
const RELATIVE_SLACK = 1e-6;

const exceeds = (value: number, limit: number) =>
  value > limit + RELATIVE_SLACK * Math.max(1, Math.abs(limit));

/**
 * Checks a solution against its problem, sharing no code with the solver: every item once or unplaced, every limit kept in every space,
 * every figure correct. An empty list means a valid plan, not that no better one exists.
 */
export function check(problem: LoadingProblem, solution: LoadingSolution): Violation[] {
  const violations: Violation[] = [];
  const placed = new Map<string, number>();
  const used = new Map<string, number>();
  for (const [at, loaded] of solution.spaces.entries()) {
    used.set(loaded.space_id, (used.get(loaded.space_id) ?? 0) + 1);
    for (const { item_id } of loaded.placements) placed.set(item_id, (placed.get(item_id) ?? 0) + 1);
    violations.push(...checkSpace(problem, loaded).map((one) => ({ ...one, space: at })));
  }
  for (const { id, count = 1 } of problem.spaces) {
    if ((used.get(id) ?? 0) > count)
      violations.push({ kind: "count", message: `${used.get(id)} of "${id}", there are ${count}` });
  }
  for (const { id, quantity } of problem.items) {
    const unplaced = solution.unplaced.filter(({ item_id }) => item_id === id);
    const sum = unplaced.reduce((total, one) => total + one.quantity, 0);
    const inside = placed.get(id) ?? 0;
    if (inside + sum !== quantity)
      violations.push({
        kind: "quantity",
        item_id: id,
        message: `${inside} placed and ${sum} not, of ${quantity}`,
      });
    if (unplaced.some(({ reason }) => !reason))
      violations.push({ kind: "quantity", item_id: id, message: "unplaced without a reason" });
  }
  checkTotals(problem, solution, violations);
  return violations;
}

/** What one space breaks, and its wrong figures. */
function checkSpace(problem: LoadingProblem, loaded: LoadedSpace): Violation[] {
  const violations: Violation[] = checkPlacements(problem, loaded.space_id, loaded.placements);
  if (violations.some(({ kind }) => kind === "unknown_space" || kind === "unknown_item")) return violations;
  const space = problem.spaces.find(({ id }) => id === loaded.space_id)!;
  const pieces = loaded.placements.map((placement, at) => toPiece(problem, placement, at)!);
  checkMetrics(space, pieces, loaded, (kind, message) => violations.push({ kind, message }));
  return violations;
}

/** The hard constraints alone: what a person who moves an item can break. */
export function checkPlacements(
  problem: LoadingProblem,
  space_id: string,
  placements: readonly Placement[],
): Violation[] {
  const violations: Violation[] = [];
  const add: Add = (kind, message, piece) =>
    violations.push({
      kind,
      message,
      ...(piece !== undefined && { placement: piece.at, item_id: piece.item.id }),
    });
  const space = problem.spaces.find(({ id }) => id === space_id);
  if (space === undefined) {
    add("unknown_space", `no space "${space_id}"`);
    return violations;
  }
  const pieces: Piece[] = [];
  for (const [at, placement] of placements.entries()) {
    const piece = toPiece(problem, placement, at);
    if (piece === undefined)
      violations.push({ kind: "unknown_item", item_id: placement.item_id, message: "no such item" });
    else pieces.push(piece);
  }
  for (const piece of pieces) checkAlone(space, piece, add);
  checkPairs(space, pieces, add);
  checkWeights(space, pieces, add);
  checkLabels(problem, space, pieces, add);
  checkStacking(problem, space, pieces, add);
  return violations;
}

function toPiece(problem: LoadingProblem, placement: Placement, at: number): Piece | undefined {
  const item = problem.items.find(({ id }) => id === placement.item_id);
  if (item === undefined) return undefined;
  const { x_mm, y_mm, z_mm, size_x_mm, size_y_mm, size_z_mm } = placement;
  const high: Corner = [x_mm + size_x_mm, y_mm + size_y_mm, z_mm + size_z_mm];
  return { item, low: [x_mm, y_mm, z_mm], high, at };
}

const getSize = ({ low, high }: Piece, axis: 0 | 1 | 2) => high[axis] - low[axis];

function checkAlone(space: CargoSpace, piece: Piece, add: Add): void {
  const { item, low, high } = piece;
  const walls = [space.length_mm, space.width_mm, space.height_mm];
  if (AXES.some((axis) => low[axis] < 0 || high[axis] > walls[axis]!)) add("outside", "is not inside", piece);
  if (!maySitAs(item, piece)) add("orientation", "may not stand like this", piece);
  if (item.bottom_only === true && low[2] > 0) add("bottom_only", "stands on the floor only", piece);
  if (space.contour !== undefined) {
    const corners = [
      [low[1], low[2]],
      [high[1], low[2]],
      [low[1], high[2]],
      [high[1], high[2]],
    ] as const;
    if (!corners.every(([y, z]) => isWithin(space.contour!, y, z)))
      add("contour", "is beyond the contour", piece);
  }
  for (const one of space.obstacles ?? []) {
    const from = [one.x_mm, one.y_mm, one.z_mm];
    const to = [one.x_mm + one.size_x_mm, one.y_mm + one.size_y_mm, one.z_mm + one.size_z_mm];
    if (AXES.every((axis) => low[axis] < to[axis]! && from[axis]! < high[axis]))
      add("obstacle", "is where an obstacle is", piece);
  }
  if (space.door !== undefined) {
    const { wall, width_mm, height_mm } = space.door;
    const [across, up] = wall === "end" ? [1, 2] : wall === "side" ? [0, 2] : [1, 0];
    if (getSize(piece, across as 0 | 1) > width_mm || getSize(piece, up as 0 | 2) > height_mm)
      add("door", "does not pass the door as it stands", piece);
  }
}

/** The three sides are those of the item, the vertical one a dimension that may be. */
function maySitAs(item: CargoItem, piece: Piece): boolean {
  const flat = [getSize(piece, 0), getSize(piece, 1)].sort((a, b) => a - b);
  const standing = getSize(piece, 2);
  const ways = [
    ["length", item.length_mm, item.width_mm, item.height_mm],
    ["width", item.width_mm, item.length_mm, item.height_mm],
    ["height", item.height_mm, item.length_mm, item.width_mm],
  ] as const;
  return ways.some(([dimension, up, a, b]) => {
    if (item.upright !== undefined && !item.upright.includes(dimension)) return false;
    return up === standing && Math.min(a, b) === flat[0] && Math.max(a, b) === flat[1];
  });
}

/** On the same side of every edge of a convex polygon. */
function isWithin(contour: NonNullable<CargoSpace["contour"]>, y: number, z: number): boolean {
  let sign = 0;
  for (const [n, a] of contour.entries()) {
    const b = contour[(n + 1) % contour.length]!;
    const side = (b.y_mm - a.y_mm) * (z - a.z_mm) - (b.z_mm - a.z_mm) * (y - a.y_mm);
    if (Math.abs(side) < 1e-6) continue;
    if (sign !== 0 && Math.sign(side) !== sign) return false;
    sign = Math.sign(side);
  }
  return true;
}

function doOverlap(a: Piece, b: Piece, axis: 0 | 1 | 2): boolean {
  return a.low[axis] < b.high[axis] && b.low[axis] < a.high[axis];
}

/** Overlaps, and the order of loading and unloading. Pairs squared. */
function checkPairs(space: CargoSpace, pieces: readonly Piece[], add: Add): void {
  const wall = space.door?.wall ?? "end";
  for (const [n, a] of pieces.entries()) {
    for (let m = n + 1; m < pieces.length; m++) {
      const b = pieces[m]!;
      const overlaps = AXES.map((axis) => doOverlap(a, b, axis));
      if (overlaps.every(Boolean)) add("overlap", `is where "${b.item.id}" is`, a);
      // `a` is loaded before `b`: it may be neither above `b` nor between `b` and the door.
      const blocks = isInTheWay(a, b, overlaps, wall);
      if (blocks) add("order", `is put behind or under "${a.item.id}", which is there already`, b);
      checkStops(a, b, overlaps, wall, add);
    }
  }
}

/** Is `one` above `other`, or between it and the door? */
function isInTheWay(
  one: Piece,
  other: Piece,
  overlaps: readonly boolean[],
  wall: "end" | "side" | "top",
): boolean {
  if (overlaps[0] && overlaps[1] && one.low[2] >= other.high[2]) return true;
  if (wall === "end") return overlaps[1]! && overlaps[2]! && one.low[0] >= other.high[0];
  if (wall === "side") return overlaps[0]! && overlaps[2]! && one.low[1] >= other.high[1];
  return false;
}

function checkStops(
  a: Piece,
  b: Piece,
  overlaps: readonly boolean[],
  wall: "end" | "side" | "top",
  add: Add,
): void {
  const [first, later] = (a.item.stop ?? 0) <= (b.item.stop ?? 0) ? [a, b] : [b, a];
  if ((first.item.stop ?? 0) === (later.item.stop ?? 0)) return;
  if (isInTheWay(later, first, overlaps, wall))
    add("stop_order", `is in the way of "${first.item.id}", which is unloaded before it`, later);
}

function checkWeights(space: CargoSpace, pieces: readonly Piece[], add: Add): void {
  const weight = pieces.reduce((sum, { item }) => sum + (item.weight_g ?? 0), 0);
  if (exceeds(weight, space.payload_g ?? Infinity))
    add("payload", `weighs ${weight} g, at most ${space.payload_g}`);
  for (const { after_stop, front_g, rear_g } of findAxleLoads(space, pieces) ?? []) {
    const when = after_stop === null ? "at departure" : `after stop ${after_stop}`;
    const { front, rear } = space.axles!;
    for (const [name, load, axle] of [
      ["front", front_g, front],
      ["rear", rear_g, rear],
    ] as const) {
      if (exceeds(load, axle.max_g))
        add("axle_load", `${name} ${when}: ${Math.round(load)} g, at most ${axle.max_g}`);
      if (load < -RELATIVE_SLACK * axle.max_g) add("axle_load", `${name} ${when}: lifted off`);
    }
  }
}

/** By the lever rule, at departure and after every stop but the last. */
function findAxleLoads({ axles }: CargoSpace, pieces: readonly Piece[]): AxleLoad[] | null {
  if (axles === undefined) return null;
  const { front, rear } = axles;
  const stops = [...new Set(pieces.map(({ item }) => item.stop ?? 0))].sort((a, b) => a - b);
  return [null, ...stops.slice(0, -1)].map((after_stop) => {
    let front_g = front.empty_g ?? 0;
    let rear_g = rear.empty_g ?? 0;
    for (const { item, low, high } of pieces) {
      if (after_stop !== null && (item.stop ?? 0) <= after_stop) continue;
      const share = ((low[0] + high[0]) / 2 - front.x_mm) / (rear.x_mm - front.x_mm);
      rear_g += share * (item.weight_g ?? 0);
      front_g += (1 - share) * (item.weight_g ?? 0);
    }
    return { after_stop, front_g, rear_g };
  });
}

function checkLabels(
  { keep_apart = [] }: LoadingProblem,
  { excluded_labels = [] }: CargoSpace,
  pieces: readonly Piece[],
  add: Add,
): void {
  const having = (label: string) => pieces.find(({ item }) => item.labels?.includes(label));
  for (const label of excluded_labels) {
    const piece = having(label);
    if (piece !== undefined) add("excluded", `"${label}" may not come in here`, piece);
  }
  for (const [a, b] of keep_apart) {
    const [one, other] = [having(a), having(b)];
    if (one === undefined || other === undefined) continue;
    // One item with both labels is in its own way only.
    const isAnother = pieces.some(
      (piece) =>
        (piece.item.labels?.includes(a) && piece.item !== other.item) ||
        (piece.item.labels?.includes(b) && piece.item !== one.item),
    );
    if (one.item !== other.item || isAnother) add("kept_apart", `"${a}" with "${b}"`, one);
  }
}

function sharedArea(a: Piece, b: Piece): number {
  const [wide, deep] = ([0, 1] as const).map(
    (axis) => Math.min(a.high[axis], b.high[axis]) - Math.max(a.low[axis], b.low[axis]),
  ) as [number, number];
  return wide > 0 && deep > 0 ? wide * deep : 0;
}

/** Support, loads carried down from the top, and the pressure on the floor. */
function checkStacking(
  { support_share = 1 }: LoadingProblem,
  { floor_load_g_m2 = Infinity }: CargoSpace,
  pieces: readonly Piece[],
  add: Add,
): void {
  const load = new Map<Piece, number>();
  const touched = new Set<Piece>();
  const byTop = Map.groupBy(pieces, ({ high }) => high[2]);
  for (const piece of [...pieces].sort((a, b) => b.low[2] - a.low[2])) {
    const down = (piece.item.weight_g ?? 0) + (load.get(piece) ?? 0);
    const base = getSize(piece, 0) * getSize(piece, 1);
    if (piece.low[2] === 0) {
      if (exceeds((down / base) * 1e6, floor_load_g_m2))
        add("floor_load", `${Math.round((down / base) * 1e6)} g/m², at most ${floor_load_g_m2}`, piece);
      continue;
    }
    const below = (byTop.get(piece.low[2]) ?? [])
      .map((other) => ({ other, area: sharedArea(piece, other) }))
      .filter(({ area }) => area > 0);
    const area = below.reduce((sum, one) => sum + one.area, 0);
    if (area < support_share * base * (1 - RELATIVE_SLACK))
      add("support", `${area} of ${base} mm² rest on something`, piece);
    for (const one of below) {
      touched.add(one.other);
      load.set(one.other, (load.get(one.other) ?? 0) + (down * one.area) / area);
    }
  }
  for (const piece of pieces) {
    const most = piece.item.max_load_g ?? Infinity;
    if (most === 0 ? touched.has(piece) : exceeds(load.get(piece) ?? 0, most))
      add("stacking", `carries ${Math.round(load.get(piece) ?? 0)} g, at most ${most}`, piece);
  }
}

function isFigureOff(actual: number, stated: number, slack: number): boolean {
  return Math.abs(actual - stated) > slack;
}

function checkMetrics(
  space: CargoSpace,
  pieces: readonly Piece[],
  { metrics }: LoadedSpace,
  add: (kind: Violation["kind"], message: string) => void,
): void {
  const off = (name: string, stated: number, actual: number, slack: number) => {
    if (isFigureOff(actual, stated, slack)) add("arithmetic", `${name} is ${stated}, should be ${actual}`);
  };
  const sum = (of: (piece: Piece) => number) => pieces.reduce((total, piece) => total + of(piece), 0);
  const weight = sum(({ item }) => item.weight_g ?? 0);
  const volume = sum((piece) => getSize(piece, 0) * getSize(piece, 1) * getSize(piece, 2));
  off("items", metrics.items, pieces.length, 0);
  off("volume_mm3", metrics.volume_mm3, volume, 0);
  off("weight_g", metrics.weight_g, weight, 1e-6 * Math.max(1, weight));
  if (pieces.length === 0) add("arithmetic", "the space is empty");
  if (metrics.fill_percent > 100) add("arithmetic", `filled to ${metrics.fill_percent} %`);
  const centre = metrics.centre_of_gravity;
  if ((centre === null) !== (weight === 0)) add("arithmetic", "centre_of_gravity");
  if (centre !== null && weight > 0) {
    const middle = (axis: 0 | 1 | 2) =>
      sum(({ item, low, high }) => ((item.weight_g ?? 0) * (low[axis] + high[axis])) / 2) / weight;
    off("centre_of_gravity.x_mm", centre.x_mm, middle(0), 0.51);
    off("centre_of_gravity.y_mm", centre.y_mm, middle(1), 0.51);
    off("centre_of_gravity.z_mm", centre.z_mm, middle(2), 0.51);
    off("offset_percent.x", metrics.offset_percent.x, 200 * (middle(0) / space.length_mm) - 100, 0.06);
    off("offset_percent.y", metrics.offset_percent.y, 200 * (middle(1) / space.width_mm) - 100, 0.06);
  }
  const axles = findAxleLoads(space, pieces);
  if ((axles?.length ?? -1) !== (metrics.axle_loads?.length ?? -1)) add("arithmetic", "axle_loads");
  for (const [n, one] of (axles ?? []).entries()) {
    const stated = metrics.axle_loads?.[n];
    if (stated === undefined || stated.after_stop !== one.after_stop) add("arithmetic", `axle_loads[${n}]`);
    else {
      off(`axle_loads[${n}].front_g`, stated.front_g, one.front_g, 0.51);
      off(`axle_loads[${n}].rear_g`, stated.rear_g, one.rear_g, 0.51);
    }
  }
}

function checkTotals(problem: LoadingProblem, solution: LoadingSolution, violations: Violation[]): void {
  const { spaces, totals, unplaced } = solution;
  const sum = (of: (one: LoadedSpace) => number) => spaces.reduce((total, one) => total + of(one), 0);
  const expected: [keyof typeof totals, number][] = [
    ["spaces", spaces.length],
    ["items", sum(({ placements }) => placements.length)],
    ["volume_mm3", sum(({ metrics }) => metrics.volume_mm3)],
    ["weight_g", sum(({ metrics }) => metrics.weight_g)],
    ["unplaced", unplaced.reduce((total, { quantity }) => total + quantity, 0)],
  ];
  for (const [field, actual] of expected) {
    if (isFigureOff(actual, totals[field], 1e-6 * Math.max(1, actual)))
      violations.push({
        kind: "arithmetic",
        message: `totals.${field} is ${totals[field]}, should be ${actual}`,
      });
  }
  if (totals.volume_mm3 > solution.volume_bound_mm3)
    violations.push({ kind: "bound", message: "more volume is placed than the bound says" });
  const all = problem.items.every(({ id }) => !unplaced.some(({ item_id }) => item_id === id));
  if (all && spaces.length < solution.spaces_bound)
    violations.push({ kind: "bound", message: "fewer spaces are used than the bound says" });
}
