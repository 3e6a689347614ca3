/**
 * Routes: published instances against their best known values. `node bench/run.ts solvers --help` lists the options. Every answer is
 * checked; distances depend on how much is tried in the time, so read them on an idle machine or use `--clock cpu`.
 */
import { readFile, writeFile } from "node:fs/promises";
import { cpus } from "node:os";
import { parseArgs } from "node:util";
import { type Aim, type Instance, readInstances } from "./solvers/instances.ts";
import { aimAt, type Limits, type Run, runInstance } from "./solvers/run-instance.ts";
import { runVroom } from "./solvers/vroom.ts";

const HELP = `  --instances PATH   a folder or file of instances, several times; default BENCH_SOLVERS, else the demo days
  --only TEXT        names that contain it
  --aim distance|fleet   default: both where a set has best known values of both
  --limit SECONDS    of each run, default 10
  --iterations N     in place of a limit: answers that repeat
  --seeds N          runs of each instance, default 3; the median is shown
  --clock cpu|wall   default cpu: the time of the solver's own thread
  --threads 1|2      default 1; 2 exchange their best plans, and need --clock wall
  --vroom PATH       a binary of VROOM, run in turn with the same limit
  --save             write the table to bench/results/solvers.md`;

const RESULTS = new URL("./results/solvers.md", import.meta.url);

interface BestSolution {
  distance?: number;
  fleet_first?: { vehicles: number; distance: number };
}

interface Published {
  best_known: Record<string, BestSolution>;
  peers: Record<string, Record<string, Record<string, { distance: number; vehicles: number }>>>;
}

interface Row {
  instance: Instance;
  aim: Aim;
  /** Sorted, best first. */
  runs: Run[];
  best: { vehicles?: number; distance: number } | undefined;
  vroom: { distance: number; vehicles: number } | null | undefined;
}

function readOptions() {
  const { values } = parseArgs({
    args: process.argv.slice(3),
    options: {
      instances: { type: "string", multiple: true },
      only: { type: "string", default: "" },
      aim: { type: "string" },
      limit: { type: "string", default: "10" },
      iterations: { type: "string" },
      seeds: { type: "string", default: "3" },
      clock: { type: "string", default: "cpu" },
      threads: { type: "string", default: "1" },
      vroom: { type: "string" },
      save: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  const { clock, aim } = values;
  const limit_s = Number(values.limit);
  const seeds = Number(values.seeds);
  const iterations = values.iterations === undefined ? undefined : Number(values.iterations);
  if (clock !== "cpu" && clock !== "wall") throw new Error("--clock is cpu or wall");
  if (aim !== undefined && aim !== "distance" && aim !== "fleet")
    throw new Error("--aim is distance or fleet");
  if (!(limit_s > 0)) throw new Error("--limit is a number of seconds above 0");
  if (!(Number.isInteger(seeds) && seeds > 0)) throw new Error("--seeds is a whole number above 0");
  if (iterations !== undefined && !(iterations > 0)) throw new Error("--iterations is a number above 0");
  const from = process.env["BENCH_SOLVERS"];
  const paths =
    values.instances ??
    (from === undefined ? [new URL("../data/demo", import.meta.url).pathname] : from.split(":"));
  const threads = Number(values.threads);
  if (threads !== 1 && threads !== 2) throw new Error("--threads is 1 or 2");
  if (threads === 2 && clock === "cpu" && iterations === undefined)
    throw new Error("--threads 2 needs --clock wall");
  const limits: Limits = { limit_s, clock, threads, ...(iterations !== undefined && { iterations }) };
  return { ...values, paths, aim, seeds, limits };
}

function findBest(best_solution: BestSolution | undefined, aim: Aim): Row["best"] {
  if (aim === "fleet") return best_solution?.fleet_first;
  return best_solution?.distance === undefined ? undefined : { distance: best_solution.distance };
}

function isFleetBetter(a: Run, b: Run, aim: Aim): number {
  if (a.unassigned !== b.unassigned) return a.unassigned - b.unassigned;
  return (aim === "fleet" ? a.vehicles - b.vehicles : 0) || a.distance - b.distance;
}

const getMedian = (row: Row) => row.runs[Math.floor((row.runs.length - 1) / 2)]!;

/** By how much the median is longer than the best known, in percent; undefined with another number of vehicles. */
function computeGap(row: Row): number | undefined {
  const { distance, vehicles } = getMedian(row);
  if (row.best === undefined || (row.best.vehicles ?? vehicles) !== vehicles) return undefined;
  return 100 * (distance / row.best.distance - 1);
}

const percent = (value: number) => `${value >= 0 ? "+" : ""}${value.toFixed(2)} %`;

function describeRow(row: Row, published: Published): string[] {
  const { name } = row.instance;
  const median = getMedian(row);
  const gap = computeGap(row);
  const digits = median.distance > 20_000 ? 0 : 2;
  const peer = row.aim === "distance" ? published.peers[name]?.["vroom"]?.["10s"] : undefined;
  const vroom = row.vroom === undefined ? peer : row.vroom;
  const best = row.best;
  return [
    name,
    row.aim === "fleet" ? "vehicles" : "distance",
    `${median.distance.toFixed(digits)} (${median.vehicles})`,
    `${row.runs[0]!.distance.toFixed(digits)} (${row.runs[0]!.vehicles})`,
    best === undefined ? "" : `${best.distance}${best.vehicles === undefined ? "" : ` (${best.vehicles})`}`,
    gap === undefined ? "" : percent(gap),
    vroom === undefined
      ? ""
      : vroom === null
        ? "failed"
        : `${vroom.distance.toFixed(digits)} (${vroom.vehicles})`,
    `${Math.round(median.iterations / 1000)}`,
  ];
}

const HEAD = ["instance", "first", "median", "best run", "best known", "gap", "VROOM", "1,000 iterations"];

function summarise(rows: readonly Row[]): string[] {
  const groups = new Map<string, number[]>();
  for (const row of rows) {
    const gap = computeGap(row);
    if (gap === undefined) continue;
    const key = `${row.instance.set}, ${row.aim === "fleet" ? "vehicles" : "distance"} first`;
    groups.set(key, [...(groups.get(key) ?? []), gap]);
  }
  return Array.from(groups, ([key, gaps]) => {
    const mean = gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length;
    return `${key}: mean gap ${percent(mean)} over ${gaps.length}, largest ${percent(Math.max(...gaps))}`;
  });
}

export async function benchSolvers(): Promise<boolean> {
  const options = readOptions();
  if (options.help) {
    console.log(HELP);
    return true;
  }
  const published = JSON.parse(
    await readFile(new URL("./data/routes.json", import.meta.url), "utf8"),
  ) as Published;
  const read_instances = (await Promise.all(options.paths.map(readInstances))).flat();
  const instances = read_instances.filter(({ name }) => name.includes(options.only));
  if (instances.length === 0) throw new Error(`no instances in ${options.paths.join(", ")}`);
  const rows: Row[] = [];
  let bad = 0;
  for (const instance of instances) {
    const best_solution = published.best_known[instance.name];
    for (const aim of instance.aims) {
      if (options.aim !== undefined && aim !== options.aim && instance.aims.length > 1) continue;
      const problem = aimAt(instance.problem, aim);
      const runs: Run[] = [];
      for (let seed = 1; seed <= options.seeds; seed++)
        runs.push(await runInstance(problem, seed, options.limits));
      runs.sort((a, b) => isFleetBetter(a, b, aim));
      const badRuns = runs.filter((run) => run.violations + run.unassigned > 0);
      for (const run of badRuns) bad += run.violations + run.unassigned;
      if (badRuns.length > 0)
        console.log(`  ${instance.name}: violations or jobs left out in ${badRuns.length}`);
      const { vroom: binary, limits } = options;
      const vroom = binary === undefined ? undefined : runVroom(binary, problem, limits.limit_s);
      rows.push({ instance, aim, runs, best: findBest(best_solution, aim), vroom });
      console.log(`  ${describeRow(rows.at(-1)!, published).join("  ")}`);
    }
  }
  const summary = summarise(rows);
  for (const line of summary) console.log(`  ${line}`);
  console.log(`  ${bad} violations and jobs left out`);
  if (options.save) {
    const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |\n`;
    const { limits, seeds } = options;
    const each =
      limits.iterations === undefined
        ? `${limits.limit_s} s (${limits.clock})`
        : `${limits.iterations} iterations`;
    const machine = `${cpus().length} × ${cpus()[0]?.model.trim()}, Node ${process.versions.node}`;
    await writeFile(
      RESULTS,
      `# Routes against best known values\n\n` +
        `${each} a run on ${limits.threads === 1 ? "one thread" : "two threads"}, ${seeds} seeds, ${new Date().toISOString().slice(0, 10)}, on ${machine}. Distance, and vehicles in brackets. ` +
        `Every answer was checked; ${bad} violations and jobs left out. How to repeat it: [bench](../README.md#routes).\n\n` +
        line(HEAD) +
        line(HEAD.map(() => "---")) +
        rows.map((row) => line(describeRow(row, published))).join("") +
        `\n${summary.map((one) => `- ${one}\n`).join("")}`,
    );
  }
  return bad === 0;
}
