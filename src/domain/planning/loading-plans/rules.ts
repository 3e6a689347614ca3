/** Decisions about loading plans: the solver's problem, which items fit nothing, what may be done in which state. Pure. */
import type { RefusalDetail } from "#operation/define/refusal.ts";
import type { Message } from "#operation/response/messages.ts";
import { compile } from "#solvers/loading/model.ts";
import type { CargoSpace, LoadingProblem, UnplacedReason } from "#solvers/loading/problem.ts";
import { explainAlone } from "#solvers/loading/solve.ts";
import { type HazardClass, mustBeSegregated } from "./hazards.ts";
import { messages } from "./messages.ts";
import type { LoadingPlanRow, PlanContents } from "./records/loading-plan.ts";
import type { LoadedItem, PlanSpace } from "./shapes.ts";
import { TEMPERATURES } from "./space-shapes.ts";

type SolverSpaceFacts = Omit<PlanSpace, "cargo_space_id" | "vehicle_id" | "code" | "name" | "mode">;

/** Temperatures that the space does not keep are labels that it excludes. */
export function toSolverSpace(space: SolverSpaceFacts): CargoSpace {
  const { door, contour, axles, payload_g, floor_load_kg_m2 } = space;
  return {
    id: space.ref,
    length_mm: space.length_mm,
    width_mm: space.width_mm,
    height_mm: space.height_mm,
    count: space.count,
    obstacles: space.obstacles,
    excluded_labels: TEMPERATURES.filter((one) => !space.temperatures.includes(one)).map(toTemperatureLabel),
    ...(door === null ? {} : { door }),
    ...(contour === null ? {} : { contour }),
    ...(payload_g === null ? {} : { payload_g }),
    ...(floor_load_kg_m2 === null ? {} : { floor_load_g_m2: floor_load_kg_m2 * 1000 }),
    ...(axles === null ? {} : { axles }),
  };
}

const toTemperatureLabel = (temperature: string) => `temperature ${temperature}`;
const toHazardLabel = (hazard: string) => `hazard ${hazard}`;
const toGroupLabel = (group: string) => `group ${group}`;

function listLabels({ temperature, hazard_class, group }: LoadedItem): string[] {
  return [
    ...(temperature === undefined ? [] : [toTemperatureLabel(temperature)]),
    ...(hazard_class === undefined ? [] : [toHazardLabel(hazard_class)]),
    ...(group === undefined ? [] : [toGroupLabel(group)]),
  ];
}

export function buildProblem(contents: PlanContents): LoadingProblem {
  return {
    items: contents.items.map((item) => ({
      id: item.ref,
      length_mm: item.length_mm,
      width_mm: item.width_mm,
      height_mm: item.height_mm,
      quantity: item.quantity,
      weight_g: item.weight_g,
      labels: listLabels(item),
      ...(item.upright === undefined ? {} : { upright: item.upright }),
      ...(item.stack === "none"
        ? { max_load_g: 0 }
        : item.max_load_g === undefined
          ? {}
          : { max_load_g: item.max_load_g }),
      ...(item.stack === "bottom_only" ? { bottom_only: true } : {}),
      ...(item.stop_seq === undefined ? {} : { stop: item.stop_seq }),
    })),
    spaces: contents.spaces.map(toSolverSpace),
    keep_apart: listApart(contents),
    support_share: contents.support_percent / 100,
  };
}

/** Hazard classes of the segregation table, temperatures, and the pairs of groups of the plan; only of what is loaded. */
function listApart({ items, separate_groups }: PlanContents): [string, string][] {
  const pairs = <T>(values: readonly T[]) =>
    values.flatMap((one, n) => values.slice(n + 1).map((other) => [one, other] as const));
  const present = <T>(of: (item: LoadedItem) => T | undefined) =>
    [...new Set(items.flatMap((item) => of(item) ?? []))] as T[];
  const hazards = present<HazardClass>(({ hazard_class }) => hazard_class);
  const temperatures = present(({ temperature }) => temperature);
  const groups = new Set(present(({ group }) => group));
  return [
    ...pairs(hazards)
      .filter(([one, other]) => mustBeSegregated(one, other))
      .map(([one, other]): [string, string] => [toHazardLabel(one), toHazardLabel(other)]),
    ...pairs(temperatures).map(([one, other]): [string, string] => [
      toTemperatureLabel(one),
      toTemperatureLabel(other),
    ]),
    ...separate_groups
      .filter(([one, other]) => groups.has(one) && groups.has(other))
      .map(([one, other]): [string, string] => [toGroupLabel(one), toGroupLabel(other)]),
  ];
}

export type LeftReason = UnplacedReason | "taken_out";

export const describeReason = (name: string, reason: LeftReason): Message =>
  messages.left[reason].with({ name });

/** One entry for each item that no space of the plan takes even alone. Throws `InvalidLoadingProblem`. */
export function findUnfitting(contents: PlanContents): RefusalDetail[] {
  const model = compile(buildProblem(contents));
  return contents.items.flatMap(({ name }, index) => {
    const reason = explainAlone(model, index);
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

export const PLAN_STATES = [
  "draft",
  "queued",
  "running",
  "solved",
  "edited",
  "locked",
  "executed",
  "failed",
  "cancelled",
] as const;
export type PlanState = (typeof PLAN_STATES)[number];

/** From which states each step is possible. */
const STATES_FOR = {
  changed: ["draft", "solved", "edited", "failed", "cancelled"],
  solved: ["draft", "solved", "edited", "failed", "cancelled"],
  cancelled: ["queued", "running"],
  moved: ["solved", "edited"],
  locked: ["solved", "edited"],
  unlocked: ["locked"],
  scanned: ["solved", "edited", "locked", "executed"],
} as const satisfies Record<string, readonly PlanState[]>;
export type Step = keyof typeof STATES_FOR;

export function isPossible(step: Step, { state }: Pick<LoadingPlanRow, "state">): boolean {
  const states: readonly PlanState[] = STATES_FOR[step];
  return states.includes(state);
}
