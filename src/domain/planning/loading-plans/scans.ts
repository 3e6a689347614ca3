/** Compares what is loaded with the plan. Pure. */
import { isCode, readCode } from "#codes/read-code.ts";
import type { DoorWall, LoadingSolution, Placement } from "#solvers/loading/problem.ts";
import type { PlanContents } from "./records/loading-plan.ts";
import type { LoadingScanRow } from "./records/loading-scan.ts";

export const DEVIATIONS = [
  "unknown_item",
  "not_planned",
  "already_loaded",
  "wrong_space",
  "out_of_order",
] as const;
export type Deviation = (typeof DEVIATIONS)[number];

type ScanKey = Pick<LoadingScanRow, "item" | "space_no" | "deviation">;

/** A piece that is in its space, even if it came too early. */
const isLoaded = ({ deviation }: Pick<ScanKey, "deviation">) =>
  deviation === null || deviation === "out_of_order";

/**
 * The item that the code is of, and how its loading differs from the plan. Pieces of an item are alike: the first that is not
 * loaded yet counts. It comes too early while something of an earlier step that would be under or behind it is missing.
 */
export function decideScan(
  contents: PlanContents,
  solution: LoadingSolution,
  scans: readonly ScanKey[],
  code: string,
  space_no: number,
): { item: string | null; deviation: Deviation | null } {
  const read = readCode(code);
  const candidates = contents.items.filter((item) => item.ref === code || isCode(read, item.code));
  const planned = (ref: string) =>
    solution.spaces.flatMap(({ placements }, n) =>
      placements.filter(({ item_id }) => item_id === ref).map(() => n + 1),
    );
  const loaded = (ref: string, space?: number) =>
    scans.filter(
      (one) => isLoaded(one) && one.item === ref && (space === undefined || one.space_no === space),
    ).length;
  const first = candidates[0];
  if (first === undefined) return { item: null, deviation: "unknown_item" };
  const here = candidates.find(
    ({ ref }) => planned(ref).filter((no) => no === space_no).length > loaded(ref, space_no),
  );
  if (here !== undefined) {
    const { space_id, placements } = solution.spaces[space_no - 1]!;
    const wall = contents.spaces.find(({ ref }) => ref === space_id)?.door?.wall ?? "end";
    const isEarly = isTooEarly(placements, wall, here.ref, (ref) => loaded(ref, space_no));
    return { item: here.ref, deviation: isEarly ? "out_of_order" : null };
  }
  const open = candidates.find(({ ref }) => planned(ref).length > loaded(ref));
  if (open !== undefined) return { item: open.ref, deviation: "wrong_space" };
  const isPlanned = candidates.some(({ ref }) => planned(ref).length > 0);
  return { item: first.ref, deviation: isPlanned ? "already_loaded" : "not_planned" };
}

function isTooEarly(
  placements: readonly Placement[],
  wall: DoorWall,
  ref: string,
  loaded: (ref: string) => number,
): boolean {
  const item_counts = new Map<string, number>();
  const isDone = ({ item_id }: Placement) => {
    const n = (item_counts.get(item_id) ?? 0) + 1;
    item_counts.set(item_id, n);
    return n <= loaded(item_id);
  };
  const missing: Placement[] = [];
  for (const placement of placements) {
    if (isDone(placement)) continue;
    if (placement.item_id === ref) return missing.some((one) => isBefore(one, placement, wall));
    missing.push(placement);
  }
  return false;
}

/** Its place is under the other, or behind it seen from the door. */
function isBefore(one: Placement, other: Placement, wall: DoorWall): boolean {
  const overlapsY = one.y_mm < other.y_mm + other.size_y_mm && other.y_mm < one.y_mm + one.size_y_mm;
  const overlapsX = one.x_mm < other.x_mm + other.size_x_mm && other.x_mm < one.x_mm + one.size_x_mm;
  const overlapsZ = one.z_mm < other.z_mm + other.size_z_mm && other.z_mm < one.z_mm + one.size_z_mm;
  const isUnder = overlapsX && overlapsY && one.z_mm + one.size_z_mm <= other.z_mm;
  if (isUnder || wall === "top") return isUnder;
  return wall === "end"
    ? overlapsY && overlapsZ && one.x_mm + one.size_x_mm <= other.x_mm
    : overlapsX && overlapsZ && one.y_mm + one.size_y_mm <= other.y_mm;
}

/** Every piece that the plan places is in its space. */
export function isEverythingLoaded(solution: LoadingSolution, scans: readonly ScanKey[]): boolean {
  return scans.filter(isLoaded).length >= solution.totals.items;
}
