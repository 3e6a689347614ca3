import assert from "node:assert/strict";
import { test } from "node:test";
import { randomFrom } from "../random.ts";
import { check, checkPlacements } from "./checker.ts";
import type { CargoItem, CargoSpace, LoadingProblem, Placement } from "./problem.ts";
import { solve } from "./solve.ts";

/** A few small items and one small space, with every kind of limit. */
function tinyProblem(seed: number): LoadingProblem {
  const random = randomFrom(seed);
  const upTo = (most: number) => 1 + Math.floor(random() * most);
  const [length_mm, width_mm, height_mm] = [2 + upTo(2), 1 + upTo(2), 1 + upTo(2)];
  const items = Array.from({ length: 2 + upTo(2) }, (_, n): CargoItem => {
    const sides = { length_mm: upTo(3), width_mm: upTo(2), height_mm: upTo(2) };
    return {
      id: `item-${n}`,
      ...sides,
      quantity: 1,
      weight_g: upTo(9),
      ...(random() < 0.5 && { upright: ["height" as const] }),
      ...(random() < 0.2 && { max_load_g: upTo(8) - 1 }),
      ...(random() < 0.15 && { bottom_only: true }),
      ...(random() < 0.5 && { stop: upTo(2) }),
      ...(random() < 0.3 && { labels: [random() < 0.5 ? "food" : "poison"] }),
    };
  });
  const space: CargoSpace = {
    id: "space",
    length_mm,
    width_mm,
    height_mm,
    ...(random() < 0.2 && { door: { wall: "end", width_mm: upTo(3), height_mm: upTo(3) } }),
    ...(random() < 0.2 && {
      obstacles: [{ x_mm: 0, y_mm: 0, z_mm: 0, size_x_mm: 1, size_y_mm: 1, size_z_mm: 1 }],
    }),
    ...(random() < 0.2 && { payload_g: 5 + upTo(15) }),
    ...(random() < 0.2 && { floor_load_g_m2: (2 + upTo(6)) * 1e6 }),
    ...(random() < 0.2 && {
      contour: [
        { y_mm: 0, z_mm: 0 },
        { y_mm: width_mm, z_mm: 0 },
        { y_mm: width_mm, z_mm: 1 },
        { y_mm: 1, z_mm: height_mm },
        { y_mm: 0, z_mm: height_mm },
      ],
    }),
    ...(random() < 0.25 && {
      axles: { front: { x_mm: -1, max_g: 5 + upTo(12) }, rear: { x_mm: length_mm - 1, max_g: 5 + upTo(12) } },
    }),
  };
  return { items, spaces: [space], keep_apart: [["food", "poison"]] };
}

type Sides = [number, number, number];

function listTurns({ length_mm: l, width_mm: w, height_mm: h, upright }: CargoItem): Sides[] {
  const turns: Sides[] = [
    [l, w, h],
    [w, l, h],
    ...(upright === undefined
      ? ([
          [l, h, w],
          [h, l, w],
          [w, h, l],
          [h, w, l],
        ] as Sides[])
      : []),
  ];
  return turns.filter((turn, n) => turns.findIndex((other) => `${other}` === `${turn}`) === n);
}

/** The most volume of any valid plan: every subset in every loading order, place and turn. The checker judges. */
function findMostVolume(problem: LoadingProblem): number {
  const [space] = problem.spaces as [CargoSpace];
  let best = 0;
  const computeVolume = ({ length_mm, width_mm, height_mm }: CargoItem) => length_mm * width_mm * height_mm;
  const place = (remaining_items: readonly CargoItem[], placements: Placement[], volume: number) => {
    if (volume > best) {
      const isValid = checkPlacements(problem, space.id, placements).length === 0;
      if (isValid) best = volume;
    }
    const rest = remaining_items.reduce((sum, item) => sum + computeVolume(item), 0);
    if (volume + rest <= best) return;
    for (const item of remaining_items) {
      for (const [dx, dy, dz] of listTurns(item)) {
        for (let x = 0; x + dx <= space.length_mm; x++) {
          for (let y = 0; y + dy <= space.width_mm; y++) {
            for (let z = 0; z + dz <= space.height_mm; z++) {
              const next = {
                item_id: item.id,
                step: placements.length + 1,
                x_mm: x,
                y_mm: y,
                z_mm: z,
                size_x_mm: dx,
                size_y_mm: dy,
                size_z_mm: dz,
              };
              // What is broken before an axle is relieved again may be mended by the next; nothing else is.
              const broken = checkPlacements(problem, space.id, [...placements, next]);
              if (broken.some(({ kind }) => kind !== "axle_load")) continue;
              place(
                remaining_items.filter((one) => one !== item),
                [...placements, next],
                volume + computeVolume(item),
              );
              if (best === volume + rest) return;
            }
          }
        }
      }
    }
  };
  place(problem.items, [], 0);
  return best;
}

test("places as much as any plan of tiny problems does, and never says more is possible than the bound", () => {
  let reached = 0;
  let partly = 0;
  const rounds = Number(process.env["LOADING_RUNS"] ?? 20);
  for (let seed = 1; seed <= rounds; seed++) {
    const problem = tinyProblem(seed);
    const solution = solve(problem, { seed, iterations: 300, now: () => 0 });
    assert.deepEqual(check(problem, solution), [], `seed ${seed}`);
    const most = findMostVolume(problem);
    assert.ok(solution.volume_bound_mm3 >= most, `seed ${seed}: the bound is too low`);
    assert.ok(solution.totals.volume_mm3 <= most, `seed ${seed}: more than is possible`);
    if (solution.totals.volume_mm3 === most) reached++;
    if (solution.unplaced.length > 0) partly++;
  }
  assert.ok(partly > 0.4 * rounds, `only ${partly} are more than the space holds`);
  assert.ok(reached >= 0.9 * rounds, `${reached} of ${rounds} are best`);
});
