/** Readers of published routing instances. Distances are Euclidean, and seconds are equal to metres. */
import { readdir, readFile, stat } from "node:fs/promises";
import { basename, extname, join } from "node:path";
import type { Job, RouteProblem, Travel, Vehicle } from "#solvers/route/problem.ts";

export interface Instance {
  name: string;
  /** Folder of the file: instances of one folder are one set. */
  set: string;
  problem: RouteProblem;
  /** The aims it is measured for. */
  aims: readonly Aim[];
}

export type Aim = "distance" | "fleet";

interface Point {
  x: number;
  y: number;
}

/** `isRounded`: to whole numbers, as CVRPLIB does; otherwise double precision. */
function measure(points: readonly Point[], isRounded: boolean): Travel {
  const size = points.length;
  const distance_m = new Float64Array(size * size);
  for (const [i, from] of points.entries()) {
    for (const [j, to] of points.entries()) {
      const metres = Math.hypot(from.x - to.x, from.y - to.y);
      distance_m[i * size + j] = isRounded ? Math.round(metres) : metres;
    }
  }
  return { size, distance_m, duration_s: distance_m };
}

function buildFleet(count: number, capacity: number, closes_s?: number): Vehicle[] {
  return Array.from({ length: count }, (_, v) => ({
    id: `${v + 1}`,
    start_location: 0,
    end_location: 0,
    capacity: [capacity],
    ...(closes_s !== undefined && { shift: { start_s: 0, end_s: closes_s } }),
  }));
}

/** More than any good plan needs. */
function fleetFor(jobs: readonly Job[], capacity: number, closes_s?: number): Vehicle[] {
  const total = jobs.reduce((sum, job) => sum + (job.amount?.[0] ?? 0), 0);
  return buildFleet(Math.min(jobs.length, Math.ceil((1.3 * total) / capacity) + 10), capacity, closes_s);
}

function readNumbers(line: string): number[] {
  return line.trim().split(/\s+/).map(Number);
}

/** Solomon, and Gehring and Homberger: a header, then number, x, y, demand, ready, due, service. */
function readSolomon(text: string): RouteProblem {
  const rows = text
    .split("\n")
    .map(readNumbers)
    .filter((row) => row.length > 1 && row.every(Number.isFinite));
  const [count, capacity] = rows[0] as [number, number];
  const places = rows.slice(1) as [number, number, number, number, number, number, number][];
  if (places.length < 2 || places.some((row) => row.length !== 7))
    throw new Error("is not in Solomon's format");
  return {
    travel: measure(
      places.map(([, x, y]) => ({ x, y })),
      false,
    ),
    vehicles: buildFleet(count, capacity, places[0]![5]),
    jobs: places.slice(1).map(([id, , , amount, start_s, end_s, service_s], k) => ({
      id: `${id}`,
      kind: "delivery",
      amount: [amount],
      visit: { location: k + 1, service_s, windows: [{ start_s, end_s }] },
    })),
  };
}

/** Li and Lim: number, x, y, demand, ready, due, service, and the pickup or the delivery that belongs to it. */
function readLiLim(text: string): RouteProblem {
  const [head, ...places] = text
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map(readNumbers);
  if (places.length < 2 || places.some((row) => row.length !== 9 || !row.every(Number.isFinite)))
    throw new Error("is not in the format of Li and Lim");
  const visit = (location: number) => {
    const [, , , , start_s, end_s, service_s] = places[location] as number[];
    return { location, service_s: service_s!, windows: [{ start_s: start_s!, end_s: end_s! }] };
  };
  const jobs = places.flatMap((row, at): Job[] => {
    const [id, , , amount, , , , pickup, delivery] = row;
    if (at === 0 || delivery === 0 || pickup !== 0) return [];
    return [
      {
        id: `${id}`,
        kind: "pair",
        amount: [amount!],
        pickup: visit(at),
        delivery: visit(places.findIndex((other) => other[0] === delivery)),
      },
    ];
  });
  return {
    travel: measure(
      places.map(([, x, y]) => ({ x: x!, y: y! })),
      false,
    ),
    vehicles: buildFleet(head![0]!, head![1]!, places[0]![5]),
    jobs,
  };
}

/** CVRPLIB: capacity and demands; distances are rounded to whole numbers. */
function readVrp(text: string): RouteProblem {
  const section = (name: string) => {
    const from = text.split(new RegExp(`^${name}\\s*$`, "m"))[1];
    if (from === undefined) throw new Error(`has no ${name}`);
    const rows = from.trim().split("\n").map(readNumbers);
    const end = rows.findIndex((row) => !row.every(Number.isFinite));
    return end < 0 ? rows : rows.slice(0, end);
  };
  if (!/^EDGE_WEIGHT_TYPE\s*:\s*EUC_2D/m.test(text)) throw new Error("has other distances than EUC_2D");
  const capacity = Number(/^CAPACITY\s*:\s*(\d+)/m.exec(text)?.[1]);
  const places = section("NODE_COORD_SECTION");
  const demand = new Map(section("DEMAND_SECTION").map(([id, amount]) => [id, amount!]));
  const jobs = places.slice(1).map(
    ([id], k): Job => ({
      id: `${id}`,
      kind: "delivery",
      amount: [demand.get(id)!],
      visit: { location: k + 1 },
    }),
  );
  return {
    travel: measure(
      places.map(([, x, y]) => ({ x: x!, y: y! })),
      true,
    ),
    vehicles: fleetFor(jobs, capacity),
    jobs,
  };
}

interface RealDay {
  depot: { lat: number; lng: number };
  vehicle_capacity: number;
  deliveries: { id: string; lat: number; lng: number; size: number }[];
}

/** A day of deliveries from one depot (Loggi Benchmark for Urban Deliveries), straight lines on the globe. */
function readRealDay(text: string): RouteProblem {
  const { depot, vehicle_capacity, deliveries } = JSON.parse(text) as RealDay;
  const jobs = deliveries.map(
    ({ id, size }, k): Job => ({ id, kind: "delivery", amount: [size], visit: { location: k + 1 } }),
  );
  return {
    travel: { points: [depot, ...deliveries] },
    vehicles: fleetFor(jobs, vehicle_capacity),
    jobs,
  };
}

function readInstance(
  name: string,
  extension: string,
  text: string,
): Pick<Instance, "problem" | "aims"> | undefined {
  if (extension === ".vrp") return { problem: readVrp(text), aims: ["distance"] };
  if (extension === ".json") {
    if (!text.includes('"vehicle_capacity"')) return undefined;
    return { problem: readRealDay(text), aims: ["fleet"] };
  }
  if (extension !== ".txt") return undefined;
  const problem = /^l(c|r|rc)\d/i.test(name) ? readLiLim(text) : readSolomon(text);
  return { problem, aims: ["distance", "fleet"] };
}

/** The instances of a file, or of a folder and those in it; in order of name. */
export async function readInstances(path: string): Promise<Instance[]> {
  if ((await stat(path)).isDirectory()) {
    const names = (await readdir(path)).sort();
    const files = names.filter((name) => !name.startsWith(".") && name !== "README.md");
    return (await Promise.all(files.map((name) => readInstances(join(path, name))))).flat();
  }
  const extension = extname(path);
  const name = basename(path, extension);
  try {
    const read = readInstance(name, extension, await readFile(path, "utf8"));
    return read === undefined ? [] : [{ name, set: basename(join(path, "..")), ...read }];
  } catch (cause) {
    throw new Error(`${path} ${cause instanceof Error ? cause.message : cause}`, { cause });
  }
}
