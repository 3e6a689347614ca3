import assert from "node:assert/strict";
import { test } from "node:test";
import { randomFrom } from "../random.ts";
import { check } from "./checker.ts";
import type { Packaging, PackingItem, PackingProblem } from "./problem.ts";
import { solve } from "./solve.ts";

/** A few small items and two or three packagings, with every limit that does not depend on what lies on what. */
function tinyProblem(seed: number): PackingProblem {
  const random = randomFrom(seed);
  const upTo = (most: number) => 1 + Math.floor(random() * most);
  const lines = upTo(3);
  const items = Array.from({ length: lines }, (_, n): PackingItem => {
    return {
      id: `item-${n}`,
      length_mm: upTo(5),
      width_mm: upTo(4),
      height_mm: upTo(4),
      quantity: lines === 1 ? upTo(4) : lines === 2 ? upTo(2) : 1,
      weight_g: upTo(9),
      ...(random() < 0.3 && { upright: ["height" as const] }),
      ...(random() < 0.4 && { group: random() < 0.5 ? "food" : "soap" }),
    };
  });
  const packagings = Array.from({ length: 2 + upTo(2) - 1 }, (_, n): Packaging => {
    const inner = { length_mm: 3 + upTo(3), width_mm: 2 + upTo(3), height_mm: 1 + upTo(4) };
    const wall = upTo(2) - 1;
    return {
      id: `box-${n}`,
      inner,
      outer: {
        length_mm: inner.length_mm + wall,
        width_mm: inner.width_mm + wall,
        height_mm: inner.height_mm + wall,
      },
      cost: upTo(9),
      tare_g: upTo(3),
      ...(random() < 0.3 && { max_weight_g: 10 + upTo(20) }),
      ...(random() < 0.3 && { stock: upTo(3) }),
    };
  });
  return {
    items,
    packagings,
    separate_groups: [["food", "soap"]],
    ...(random() < 0.3 && { fill_cap_percent: 60 + upTo(40) }),
  };
}

type Sides = [number, number, number];

function listTurns({ length_mm: l, width_mm: w, height_mm: h, upright }: PackingItem): Sides[] {
  const flat: Sides[] = [
    [l, w, h],
    [w, l, h],
  ];
  return upright === undefined ? [...flat, [l, h, w], [h, l, w], [w, h, l], [h, w, l]] : flat;
}

/** Tries every whole position and turn of every item, one after the other. */
function canHold(
  { length_mm, width_mm, height_mm }: Packaging["inner"],
  items: readonly PackingItem[],
): boolean {
  const placed: { at: Sides; size: Sides }[] = [];
  const place = (n: number): boolean => {
    const item = items[n];
    if (item === undefined) return true;
    for (const size of listTurns(item)) {
      for (let x = 0; x + size[0] <= length_mm; x++) {
        for (let y = 0; y + size[1] <= width_mm; y++) {
          for (let z = 0; z + size[2] <= height_mm; z++) {
            const at: Sides = [x, y, z];
            const isFree = placed.every((other) =>
              [0, 1, 2].some(
                (axis) =>
                  at[axis]! + size[axis]! <= other.at[axis]! ||
                  other.at[axis]! + other.size[axis]! <= at[axis]!,
              ),
            );
            if (!isFree) continue;
            placed.push({ at, size });
            if (place(n + 1)) return true;
            placed.pop();
          }
        }
      }
    }
    return false;
  };
  return place(0);
}

/** The least outer volume, packages and cost that hold everything, by trying all ways to share the items out; null when none. */
function findOptimum(problem: PackingProblem): [number, number, number] | null {
  const { packagings, fill_cap_percent = 100, separate_groups = [] } = problem;
  const units = problem.items.flatMap((item) => Array.from({ length: item.quantity }, () => item));
  const volume = ({ length_mm, width_mm, height_mm }: Packaging["inner"]) => length_mm * width_mm * height_mm;
  const fits = new Map<string, boolean>();
  const mayHold = (packaging: Packaging, mask: number) => {
    const key = `${packaging.id}:${mask}`;
    const cached_fit = fits.get(key);
    if (cached_fit !== undefined) return cached_fit;
    const inside = units.filter((_, n) => (mask & (1 << n)) !== 0);
    const weight = inside.reduce((sum, item) => sum + item.weight_g!, packaging.tare_g!);
    const filled = inside.reduce((sum, item) => sum + volume(item), 0);
    const groups = new Set(inside.map(({ group }) => group));
    const holds =
      weight <= (packaging.max_weight_g ?? Infinity) &&
      filled <= (fill_cap_percent / 100) * volume(packaging.inner) + 1e-9 &&
      !separate_groups.some(([a, b]) => groups.has(a) && groups.has(b)) &&
      canHold(packaging.inner, inside);
    fits.set(key, holds);
    return holds;
  };
  let best: [number, number, number] | null = null;
  const share = (
    remaining_items: number,
    outer: number,
    count: number,
    cost: number,
    used: Map<string, number>,
  ) => {
    const score: [number, number, number] = [outer, count, cost];
    if (remaining_items === 0) {
      if (best === null || compare(score, best) < 0) best = score;
      return;
    }
    if (best !== null && outer > best[0]) return;
    const first = remaining_items & -remaining_items;
    for (let more = remaining_items ^ first; ; more = (more - 1) & (remaining_items ^ first)) {
      for (const packaging of packagings) {
        const before = used.get(packaging.id) ?? 0;
        if (before >= (packaging.stock ?? Infinity) || !mayHold(packaging, first | more)) continue;
        used.set(packaging.id, before + 1);
        share(
          remaining_items ^ first ^ more,
          outer + volume(packaging.outer),
          count + 1,
          cost + packaging.cost!,
          used,
        );
        used.set(packaging.id, before);
      }
      if (more === 0) break;
    }
  };
  share((1 << units.length) - 1, 0, 0, 0, new Map());
  return best;
}

function compare(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((value, n) => value !== b[n]);
  return at < 0 ? 0 : a[at]! - b[at]!;
}

test("finds the least outer volume, then packages, then cost, of tiny orders, and proves most of them", () => {
  let proved = 0;
  let solved = 0;
  for (let seed = 1; seed <= 400; seed++) {
    const problem = tinyProblem(seed);
    const solution = solve(problem, { seed, iterations: 400, now: () => 0 });
    assert.deepEqual(check(problem, solution), [], `seed ${seed}`);
    const optimum = findOptimum(problem);
    if (optimum === null) {
      assert.ok(solution.unpacked.length > 0, `seed ${seed} packs what cannot be packed`);
      continue;
    }
    const { outer_volume_mm3, packages, cost } = solution.totals;
    assert.deepEqual([outer_volume_mm3, packages, cost], optimum, `seed ${seed}`);
    assert.ok(solution.lower_bound_mm3 <= optimum[0], `seed ${seed}: the bound is too high`);
    solved++;
    if (solution.optimal) proved++;
  }
  assert.ok(solved > 200, `only ${solved} can be packed`);
  assert.ok(proved > 0.95 * solved, `only ${proved} of ${solved} are proved`);
});
