import type {
  Dimension,
  PackedPackage,
  PackingItem,
  PackingProblem,
  PackingSolution,
  Placement,
} from "./problem.ts";

/** A violation of the problem by a solution, or a wrong total. */
export type Violation = {
  kind:
    | "unknown_packaging"
    | "unknown_item"
    | "quantity"
    | "stock"
    | "outside"
    | "overlap"
    | "orientation"
    | "weight"
    | "fill_cap"
    | "groups"
    | "support"
    | "load"
    | "order"
    | "arithmetic"
    | "bound";
  /** Position in the solution. */
  package?: number;
  item_id?: string;
  message: string;
};

/** Weights are sums of shares. */
const RELATIVE_SLACK = 1e-6;

type Corner = readonly [number, number, number];
/** One item in its place. */
type Piece = { item: PackingItem; low: Corner; high: Corner; step: number };

function exceeds(value: number, limit: number): boolean {
  return value > limit + RELATIVE_SLACK * Math.max(1, limit);
}

/**
 * Checks a solution against its problem, sharing no code with the solver: every item once or unpacked, every limit kept in
 * every package, every total correct. An empty list means a valid solution, not that no better one exists.
 */
export function check(problem: PackingProblem, solution: PackingSolution): Violation[] {
  const violations: Violation[] = [];
  const packed = new Map<string, number>();
  const used = new Map<string, number>();
  for (const [at, one] of solution.packages.entries()) {
    used.set(one.packaging_id, (used.get(one.packaging_id) ?? 0) + 1);
    checkPackage(problem, one, packed, (kind, message, item_id) =>
      violations.push({ kind, package: at, message, ...(item_id !== undefined && { item_id }) }),
    );
  }
  for (const { id, stock = Infinity } of problem.packagings) {
    const count = used.get(id) ?? 0;
    if (count > stock) violations.push({ kind: "stock", message: `${count} of "${id}", ${stock} in stock` });
  }
  checkQuantities(problem, solution, packed, violations);
  checkTotals(problem, solution, packed, violations);
  return violations;
}

type Add = (kind: Violation["kind"], message: string, item_id?: string) => void;

function checkPackage(
  problem: PackingProblem,
  { packaging_id, placements, weight_g, volume_mm3 }: PackedPackage,
  packed: Map<string, number>,
  add: Add,
): void {
  const packaging = problem.packagings.find(({ id }) => id === packaging_id);
  if (packaging === undefined) {
    add("unknown_packaging", `no packaging "${packaging_id}"`);
    return;
  }
  const pieces: Piece[] = [];
  for (const [step, placement] of placements.entries()) {
    const item = problem.items.find(({ id }) => id === placement.item_id);
    if (item === undefined) add("unknown_item", "no such item", placement.item_id);
    else {
      if (!maySitAs(item, placement)) add("orientation", "may not be turned like this", item.id);
      pieces.push(...unfold(item, placement, step, add));
    }
  }
  if (pieces.length === 0) add("arithmetic", "the package is empty");
  for (const { item } of pieces) packed.set(item.id, (packed.get(item.id) ?? 0) + 1);

  const { length_mm, width_mm, height_mm } = packaging.inner;
  const walls = [length_mm, width_mm, height_mm];
  for (const { item, low, high } of pieces) {
    for (const axis of [0, 1, 2] as const) {
      if (low[axis] < 0 || high[axis] > walls[axis]!) add("outside", `axis ${axis}`, item.id);
    }
  }
  for (const [n, one] of pieces.entries()) {
    for (const other of pieces.slice(n + 1)) {
      if (
        ([0, 1, 2] as const).every(
          (axis) => one.low[axis] < other.high[axis] && other.low[axis] < one.high[axis],
        )
      )
        add("overlap", `with "${other.item.id}"`, one.item.id);
    }
  }

  const contents = pieces.reduce((sum, { item }) => sum + (item.weight_g ?? 0), 0);
  const gross = contents + (packaging.tare_g ?? 0);
  const filled = pieces.reduce((sum, { item }) => sum + item.length_mm * item.width_mm * item.height_mm, 0);
  if (exceeds(gross, packaging.max_weight_g ?? Infinity)) add("weight", `weighs ${gross} g`);
  if (Math.abs(weight_g - gross) > 1e-6 * Math.max(1, gross))
    add("arithmetic", `weight_g should be ${gross}`);
  if (volume_mm3 !== filled) add("arithmetic", `volume_mm3 should be ${filled}`);
  const cap = problem.fill_cap_percent ?? 100;
  if (filled * 100 > cap * length_mm * width_mm * height_mm)
    add("fill_cap", `${filled} mm³ is above ${cap} %`);

  const groups = new Set(pieces.map(({ item }) => item.group));
  for (const [a, b] of problem.separate_groups ?? []) {
    if (groups.has(a) && groups.has(b)) add("groups", `"${a}" with "${b}"`);
  }
  checkStacking(problem, pieces, add);
}

/** The three sides must be those of the item, the vertical one a dimension that may be. */
function maySitAs(item: PackingItem, { size_x_mm, size_y_mm, size_z_mm }: Placement): boolean {
  const sides: Record<Dimension, number> = {
    length: item.length_mm,
    width: item.width_mm,
    height: item.height_mm,
  };
  const upright = item.upright ?? ["length", "width", "height"];
  return upright.some((vertical) => {
    const [a, b] = (["length", "width", "height"] as const)
      .filter((dimension) => dimension !== vertical)
      .map((dimension) => sides[dimension]);
    if (sides[vertical] !== size_z_mm) return false;
    return (a === size_x_mm && b === size_y_mm) || (a === size_y_mm && b === size_x_mm);
  });
}

function unfold(item: PackingItem, placement: Placement, step: number, add: Add): Piece[] {
  const { x_mm, y_mm, z_mm, size_x_mm, size_y_mm, size_z_mm, count_x, count_y, count_z } = placement;
  const pieces: Piece[] = [];
  if (![count_x, count_y, count_z].every((count) => Number.isInteger(count) && count > 0)) {
    add("arithmetic", "counts are not whole numbers above 0", item.id);
    return pieces;
  }
  for (let n = 0; n < count_x * count_y * count_z; n++) {
    const low: Corner = [
      x_mm + (n % count_x) * size_x_mm,
      y_mm + (Math.floor(n / count_x) % count_y) * size_y_mm,
      z_mm + Math.floor(n / (count_x * count_y)) * size_z_mm,
    ];
    pieces.push({ item, low, high: [low[0] + size_x_mm, low[1] + size_y_mm, low[2] + size_z_mm], step });
  }
  return pieces;
}

function sharedArea(a: Piece, b: Piece): number {
  const [wide, deep] = ([0, 1] as const).map(
    (axis) => Math.min(a.high[axis], b.high[axis]) - Math.max(a.low[axis], b.low[axis]),
  ) as [number, number];
  return wide > 0 && deep > 0 ? wide * deep : 0;
}

/** Checks support, loads and that no step goes under an earlier one. Loads are followed down from the top. */
function checkStacking(problem: PackingProblem, pieces: readonly Piece[], add: Add): void {
  const share = problem.support_share ?? 0;
  const load = new Map<Piece, number>();
  const touched = new Set<Piece>();
  for (const piece of [...pieces].sort((a, b) => b.low[2] - a.low[2])) {
    if (piece.low[2] === 0) continue;
    const below = pieces
      .filter((other) => other.high[2] === piece.low[2])
      .map((other) => ({ other, area: sharedArea(piece, other) }))
      .filter(({ area }) => area > 0);
    const area = below.reduce((sum, one) => sum + one.area, 0);
    const base = (piece.high[0] - piece.low[0]) * (piece.high[1] - piece.low[1]);
    if (area === 0) add("support", "rests on nothing", piece.item.id);
    else if (area < share * base * (1 - RELATIVE_SLACK))
      add("support", `${area} of ${base} mm²`, piece.item.id);
    const down = (piece.item.weight_g ?? 0) + (load.get(piece) ?? 0);
    for (const one of below) {
      touched.add(one.other);
      load.set(one.other, (load.get(one.other) ?? 0) + (down * one.area) / area);
    }
  }
  for (const piece of pieces) {
    const most = piece.item.max_load_g ?? Infinity;
    if (most === 0 ? touched.has(piece) : exceeds(load.get(piece) ?? 0, most))
      add("load", `carries ${load.get(piece)} g, at most ${most}`, piece.item.id);
    for (const other of pieces) {
      if (other.step < piece.step && other.low[2] >= piece.high[2] && sharedArea(piece, other) > 0)
        add("order", `goes under "${other.item.id}", which is there already`, piece.item.id);
    }
  }
}

function checkQuantities(
  problem: PackingProblem,
  { unpacked }: PackingSolution,
  packed: ReadonlyMap<string, number>,
  violations: Violation[],
): void {
  for (const { item_id, reason } of unpacked) {
    if (!problem.items.some(({ id }) => id === item_id))
      violations.push({ kind: "unknown_item", item_id, message: "no such item" });
    if (!reason) violations.push({ kind: "quantity", item_id, message: "unpacked without a reason" });
  }
  for (const { id, quantity } of problem.items) {
    const unpackedCount = unpacked
      .filter(({ item_id }) => item_id === id)
      .reduce((sum, one) => sum + one.quantity, 0);
    const inside = packed.get(id) ?? 0;
    if (inside + unpackedCount !== quantity) {
      const message = `${inside} packed and ${unpackedCount} not, of ${quantity}`;
      violations.push({ kind: "quantity", item_id: id, message });
    }
  }
}

function checkTotals(
  problem: PackingProblem,
  { packages, totals, unpacked, lower_bound_mm3, optimal }: PackingSolution,
  packed: ReadonlyMap<string, number>,
  violations: Violation[],
): void {
  const kinds = packages.map(({ packaging_id }) => problem.packagings.find(({ id }) => id === packaging_id));
  const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
  const outer = sum(
    kinds.map((kind) => (kind ? kind.outer.length_mm * kind.outer.width_mm * kind.outer.height_mm : 0)),
  );
  const expected: [keyof typeof totals, number][] = [
    ["packages", packages.length],
    ["outer_volume_mm3", outer],
    ["cost", sum(kinds.map((kind) => kind?.cost ?? 0))],
    ["weight_g", sum(packages.map((one) => one.weight_g))],
    ["volume_mm3", sum(packages.map((one) => one.volume_mm3))],
    ["items", sum([...packed.values()])],
  ];
  for (const [field, actual] of expected) {
    if (Math.abs(totals[field] - actual) > 1e-6 * Math.max(1, actual))
      violations.push({
        kind: "arithmetic",
        message: `totals.${field} is ${totals[field]}, should be ${actual}`,
      });
  }
  const isComplete = unpacked.length === 0;
  if (isComplete && lower_bound_mm3 > outer)
    violations.push({ kind: "bound", message: `the bound ${lower_bound_mm3} is above ${outer}` });
  if (optimal !== (isComplete && lower_bound_mm3 >= outer))
    violations.push({ kind: "bound", message: `optimal is ${optimal}` });
}
