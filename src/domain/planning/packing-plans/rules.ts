/** Decisions about packing plans: the solver's problem, which items fit nothing, what may be done in which state. Pure. */
import type { RefusalDetail } from "#operation/define/refusal.ts";
import type { Message } from "#operation/response/messages.ts";
import { compile } from "#solvers/packing/model.ts";
import type { PackingProblem, PackingSolution, UnpackedReason } from "#solvers/packing/problem.ts";
import { checkTypesAlone } from "#solvers/packing/solution.ts";
import { messages } from "./messages.ts";
import type { PackingActualRow } from "./records/packing-actual.ts";
import type { PackingPlanRow, PlanContents } from "./records/packing-plan.ts";
import type { PackedItem, PlanPackaging } from "./shapes.ts";

export function buildProblem(contents: PlanContents): PackingProblem {
  return {
    items: contents.items.map((item) => ({
      id: item.ref,
      length_mm: item.length_mm,
      width_mm: item.width_mm,
      height_mm: item.height_mm,
      quantity: item.quantity,
      weight_g: item.weight_g,
      ...(item.upright === undefined ? {} : { upright: item.upright }),
      ...(item.max_load_g === undefined ? {} : { max_load_g: item.max_load_g }),
      ...(item.group === undefined ? {} : { group: item.group }),
    })),
    packagings: contents.packagings.map((packaging) => ({
      id: packaging.ref,
      inner: {
        length_mm: packaging.inner_length_mm,
        width_mm: packaging.inner_width_mm,
        height_mm: packaging.inner_height_mm,
      },
      outer: {
        length_mm: packaging.outer_length_mm,
        width_mm: packaging.outer_width_mm,
        height_mm: packaging.outer_height_mm,
      },
      tare_g: packaging.tare_g,
      cost: packaging.cost_minor,
      ...(packaging.max_weight_g === null ? {} : { max_weight_g: packaging.max_weight_g }),
      ...(packaging.stock === null ? {} : { stock: packaging.stock }),
    })),
    fill_cap_percent: contents.target_utilization_percent,
    separate_groups: contents.separate_groups,
    support_share: contents.support_percent / 100,
  };
}

export const describeReason = (name: string, reason: UnpackedReason): Message =>
  messages.left[reason].with({ name });

/** One entry for each item that no packaging of the plan could hold even alone. Throws `InvalidPackingProblem`. */
export function findUnfitting(contents: PlanContents): RefusalDetail[] {
  const alone = checkTypesAlone(compile(buildProblem(contents)));
  return contents.items.flatMap(({ name }, index) => {
    const reason = alone[index] ?? null;
    return reason === null
      ? []
      : [
          {
            field: `items/${index}`,
            code: reason,
            message: describeReason(name, reason),
          },
        ];
  });
}

export const PLAN_STATES = ["draft", "queued", "running", "solved", "failed", "cancelled"] as const;
export type PlanState = (typeof PLAN_STATES)[number];

/** From which states each step is possible. */
const STATES_FOR = {
  changed: ["draft", "solved", "failed", "cancelled"],
  solved: ["draft", "solved", "failed", "cancelled"],
  cancelled: ["queued", "running"],
  applied: ["solved"],
  recorded: ["solved"],
} as const satisfies Record<string, readonly PlanState[]>;
export type Step = keyof typeof STATES_FOR;

type PlanStatus = Pick<PackingPlanRow, "state" | "applied_at">;

/** What is applied to an order is not changed or solved again: its parcels have these measures. */
export function isPossible(step: Step, { state, applied_at }: PlanStatus): boolean {
  const states: readonly PlanState[] = STATES_FOR[step];
  return states.includes(state) && (applied_at === null || step === "recorded");
}

export interface OuterMeasures {
  length_mm: number;
  width_mm: number;
  height_mm: number;
}

/** Outer sides of a packaging as a parcel has them. */
export function getOuter(packaging: PlanPackaging): OuterMeasures {
  return {
    length_mm: packaging.outer_length_mm,
    width_mm: packaging.outer_width_mm,
    height_mm: packaging.outer_height_mm,
  };
}

/** `2 × Lamp, 1 × Shade`, at most as long as the text of a parcel. */
export function describeContents(
  items: readonly PackedItem[],
  { placements }: PackingSolution["packages"][number],
): string {
  const counts = new Map<string, number>();
  for (const { item_id, count_x, count_y, count_z } of placements)
    counts.set(item_id, (counts.get(item_id) ?? 0) + count_x * count_y * count_z);
  const names = new Map(items.map(({ ref, name }) => [ref, name]));
  const text = [...counts].map(([ref, count]) => `${count} × ${names.get(ref) ?? ref}`).join(", ");
  return text.length <= CONTENTS_MAX ? text : `${text.slice(0, CONTENTS_MAX - 1)}…`;
}

const CONTENTS_MAX = 255;

export type Difference = "packaging" | "size" | "weight";

/** Weights on a scale differ by grams; what differs by more than this share is worth a look. */
const WEIGHT_SLACK = 0.05;

/** In what a package differs from its plan. */
export function findDifferences(
  actual: Pick<
    PackingActualRow,
    "packaging_id" | "outer_length_mm" | "outer_width_mm" | "outer_height_mm" | "weight_g"
  >,
  planned: PackingSolution["packages"][number],
  packaging: PlanPackaging,
): Difference[] {
  const differences: Difference[] = [];
  if (actual.packaging_id !== null && actual.packaging_id !== packaging.packaging_id)
    differences.push("packaging");
  const sides: [number | null, number][] = [
    [actual.outer_length_mm, packaging.outer_length_mm],
    [actual.outer_width_mm, packaging.outer_width_mm],
    [actual.outer_height_mm, packaging.outer_height_mm],
  ];
  if (sides.some(([measured, expected]) => measured !== null && measured !== expected))
    differences.push("size");
  if (
    actual.weight_g !== null &&
    Math.abs(actual.weight_g - planned.weight_g) > WEIGHT_SLACK * planned.weight_g
  )
    differences.push("weight");
  return differences;
}

/** What one piece weighs, where the package holds one kind of item and the scale says something else; else nothing. */
export function findPieceWeight(
  items: readonly PackedItem[],
  { placements }: PackingSolution["packages"][number],
  { tare_g }: PlanPackaging,
  gross_g: number | null,
): { item: string; name: string; article_id: number | null; planned_g: number; measured_g: number }[] {
  const refs = new Set(placements.map(({ item_id }) => item_id));
  const item = items.find(({ ref }) => refs.has(ref));
  if (gross_g === null || refs.size !== 1 || item === undefined || gross_g <= tare_g) return [];
  const pieces = placements.reduce(
    (sum, { count_x, count_y, count_z }) => sum + count_x * count_y * count_z,
    0,
  );
  const measured_g = Math.round((gross_g - tare_g) / pieces);
  const { ref, name, article_id, weight_g: planned_g } = item;
  return measured_g === planned_g ? [] : [{ item: ref, name, article_id, planned_g, measured_g }];
}
