/**
 * Carton packing: 200 orders into 14 cartons, against what BoxPacker packed them into (recorded in the file, outer volumes
 * do not depend on the machine). Only the times do; read them on an idle machine.
 */
import { readFile } from "node:fs/promises";
import { check } from "#solvers/packing/checker.ts";
import type { PackingProblem, Size } from "#solvers/packing/problem.ts";
import { solve } from "#solvers/packing/solve.ts";

const SHARE_MAX = 0.885;
const MEDIAN_MOST_MS = 200;
const LIMITS = { seed: 1, time_limit_ms: 1000, iterations: 8000, now: () => performance.now() };

/** Volume cap in percent, and the least supported share of an item's base. BoxPacker knows neither. */
const CASES = [
  { cap: 100, support: 0 },
  { cap: 100, support: 0.75 },
  { cap: 85, support: 0 },
  { cap: 85, support: 0.75 },
] as const;

type Sides = [number, number, number];
type Orders = {
  cartons: { id: string; inner: Sides; outer: Sides; maxWeight: number; tare: number; cost: number }[];
  orders: {
    id: string;
    boxpacker: { outer_volume_mm3: number; packages: number };
    items: { id: string; dims: Sides; qty: number; weight: number; upright: boolean }[];
  }[];
};

function toSize([length_mm, width_mm, height_mm]: Sides): Size {
  return { length_mm, width_mm, height_mm };
}

/** With a path as `BENCH_PACKING`, other orders in the same form. */
export async function benchPacking(): Promise<boolean> {
  const path = process.env["BENCH_PACKING"] ?? new URL("./data/packing.json", import.meta.url);
  const { cartons, orders } = JSON.parse(await readFile(path, "utf8")) as Orders;
  const theirs = orders.reduce((sum, { boxpacker }) => sum + boxpacker.outer_volume_mm3, 0);
  const packages = orders.reduce((sum, { boxpacker }) => sum + boxpacker.packages, 0);
  console.log(`  BoxPacker                       ${(theirs / 1e9).toFixed(3)} m³ in ${packages} packages`);
  let holds = true;
  for (const { cap, support } of CASES) {
    const times: number[] = [];
    const sums = {
      outer: 0,
      packages: 0,
      better: 0,
      worse: 0,
      unpacked: 0,
      violations: 0,
      optimal: 0,
      bound: 0,
    };
    for (const { items, boxpacker } of orders) {
      const problem: PackingProblem = {
        items: items.map(({ id, dims, qty, weight, upright }) => ({
          id,
          ...toSize(dims),
          quantity: qty,
          weight_g: weight,
          ...(upright && { upright: ["height"] }),
        })),
        packagings: cartons.map(({ id, inner, outer, maxWeight, tare, cost }) => ({
          id,
          inner: toSize(inner),
          outer: toSize(outer),
          max_weight_g: maxWeight,
          tare_g: tare,
          cost,
        })),
        fill_cap_percent: cap,
        support_share: support,
      };
      const solution = solve(problem, LIMITS);
      times.push(solution.elapsed_ms);
      const outer = solution.totals.outer_volume_mm3;
      sums.outer += outer;
      sums.packages += solution.totals.packages;
      sums.bound += solution.lower_bound_mm3;
      sums.unpacked += solution.unpacked.length;
      sums.violations += check(problem, solution).length;
      if (solution.optimal) sums.optimal++;
      if (outer < boxpacker.outer_volume_mm3) sums.better++;
      if (outer > boxpacker.outer_volume_mm3) sums.worse++;
    }
    times.sort((a, b) => a - b);
    const [median, ninth] = [0.5, 0.9].map((part) => times[Math.floor(part * times.length)]!) as [
      number,
      number,
    ];
    const share = sums.outer / theirs;
    console.log(
      `  cap ${String(cap).padStart(3)} %, supported ${String(support * 100).padStart(2)} %: ${(sums.outer / 1e9).toFixed(3)} m³ in ${sums.packages}` +
        ` (${share.toFixed(3)}); ${sums.better} smaller, ${sums.worse} larger; at least ${(sums.bound / 1e9).toFixed(3)} m³, ${sums.optimal} optimal;` +
        ` ${sums.unpacked} unpacked, ${sums.violations} violations; median ${median.toFixed(0)} ms, p90 ${ninth.toFixed(0)} ms`,
    );
    // Only the first case asks what BoxPacker was asked.
    if (cap === 100 && support === 0) holds &&= share <= SHARE_MAX && sums.worse === 0;
    holds &&= sums.unpacked === 0 && sums.violations === 0 && median < MEDIAN_MOST_MS;
  }
  return holds;
}
