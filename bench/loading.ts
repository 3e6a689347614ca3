/**
 * Container loading: published problems of one container against the best known volumes, and of many equal containers against the
 * bound. Volumes depend on how much is tried in the time, so read them on an idle machine. `BENCH_LOADING_MS` sets the time of each
 * problem, `BENCH_LOADING_CLASSES` the classes.
 */
import { readFile } from "node:fs/promises";
import { check } from "#solvers/loading/checker.ts";
import type { CargoItem, Dimension, LoadingProblem } from "#solvers/loading/problem.ts";
import { solve } from "#solvers/loading/solve.ts";

const LIMIT_MS = Number(process.env["BENCH_LOADING_MS"] ?? 1000);
const CLASSES = process.env["BENCH_LOADING_CLASSES"]?.split(",");
/** Of the container, on average over all classes, with full support. */
const FILLED_MIN = 0.88;

type Line = [number, 0 | 1, number, 0 | 1, number, 0 | 1, number];
type Instance = { container: [number, number, number]; items: Line[]; best_volume?: number };
type Instances = { single: Record<string, Instance[]>; several: Instance[] };

function toProblem({ container, items }: Instance, count: number, support_share: number): LoadingProblem {
  const [length_mm, width_mm, height_mm] = container;
  return {
    spaces: [{ id: "container", length_mm, width_mm, height_mm, count }],
    items: items.map(([length, l, width, w, height, h, quantity], n): CargoItem => {
      const flags: [Dimension, number][] = [
        ["length", l],
        ["width", w],
        ["height", h],
      ];
      const upright = flags.filter(([, may]) => may === 1).map(([dimension]) => dimension);
      return { id: `${n}`, length_mm: length, width_mm: width, height_mm: height, quantity, upright };
    }),
    support_share,
  };
}

const computeVolume = ([length, width, height]: Instance["container"]) => length * width * height;
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
const percent = (share: number) => `${(100 * share).toFixed(2)} %`;

export async function benchLoading(): Promise<boolean> {
  const { single, several } = JSON.parse(
    await readFile(new URL("./data/loading.json", import.meta.url), "utf8"),
  ) as Instances;
  const options = { seed: 1, time_limit_ms: LIMIT_MS, now: () => performance.now() };
  let violations = 0;
  const means: number[] = [];
  for (const [name, instances] of Object.entries(single)) {
    if (CLASSES !== undefined && !CLASSES.includes(name)) continue;
    const shares = instances.map((instance) => {
      const problem = toProblem(instance, 1, 1);
      const solution = solve(problem, options);
      violations += check(problem, solution).length;
      return solution.totals.volume_mm3 / computeVolume(instance.container);
    });
    const best = mean(
      instances.map(({ container, best_volume = 0 }) => best_volume / computeVolume(container)),
    );
    means.push(mean(shares));
    console.log(
      `  ${name.padEnd(5)} ${percent(mean(shares))} filled, every base supported; best known without support ${percent(best)}`,
    );
  }
  let used = 0;
  let bound = 0;
  if (CLASSES === undefined) {
    for (const instance of several) {
      const problem = toProblem(instance, 200, 1);
      const solution = solve(problem, options);
      violations += check(problem, solution).length + solution.unplaced.length;
      used += solution.totals.spaces;
      bound += solution.spaces_bound;
    }
    console.log(
      `  ${several.length} problems of equal containers: ${used} used; their volume needs ${bound}`,
    );
  }
  console.log(`  ${LIMIT_MS} ms a problem, mean ${percent(mean(means))}, ${violations} violations`);
  return violations === 0 && mean(means) >= FILLED_MIN;
}
