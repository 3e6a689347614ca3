/** How many runs of a property: a quarter of `count` with every change, all of them with `OTEP_RUNS=1`. */
export function runs(count: number): number {
  return Math.ceil(count * Number(process.env["OTEP_RUNS"] ?? 0.25));
}
