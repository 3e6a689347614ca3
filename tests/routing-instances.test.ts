import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { readInstances } from "../bench/solvers/instances.ts";

const FILES = {
  "R999.txt":
    "R999\n\nVEHICLE\nNUMBER     CAPACITY\n  2   50\n\nCUSTOMER\nCUST NO.  XCOORD.\n\n 0 0 0 0 0 100 0\n 1 3 4 7 10 20 5\n",
  "lr999.txt":
    "3\t60\t1\n0\t0\t0\t0\t0\t100\t0\t0\t0\n1\t0\t1\t-9\t0\t90\t1\t2\t0\n2\t0\t2\t9\t5\t80\t1\t0\t1\n",
  "X-n3-k1.vrp":
    "NAME : X\nEDGE_WEIGHT_TYPE : EUC_2D\nCAPACITY : 10\nNODE_COORD_SECTION\n1\t0\t0\n2\t1\t1\n3\t2\t2\nDEMAND_SECTION\n1\t0\n2\t4\n3\t5\nDEPOT_SECTION\n1\n-1\nEOF\n",
  "day.json":
    '{"vehicle_capacity": 180, "depot": {"lat": 1, "lng": 2}, "deliveries": [{"id": "a", "lat": 1, "lng": 3, "size": 8}]}',
  "other.json": "{}",
};

test("reads every format, with the units of each", async (context) => {
  const folder = await mkdtemp(join(tmpdir(), "instances-"));
  context.after(() => rm(folder, { recursive: true }));
  for (const [name, text] of Object.entries(FILES)) await writeFile(join(folder, name), text);
  const instances_by_name = new Map((await readInstances(folder)).map((one) => [one.name, one]));
  assert.deepEqual([...instances_by_name.keys()].sort(), ["R999", "X-n3-k1", "day", "lr999"]);
  const getProblem = (name: string) => instances_by_name.get(name)!.problem;

  const solomon = getProblem("R999");
  assert.deepEqual(solomon.jobs, [
    {
      id: "1",
      kind: "delivery",
      amount: [7],
      visit: { location: 1, service_s: 5, windows: [{ start_s: 10, end_s: 20 }] },
    },
  ]);
  assert.equal("size" in solomon.travel && solomon.travel.distance_m[1], 5);
  assert.partialDeepStrictEqual(solomon.vehicles[1], { capacity: [50], shift: { start_s: 0, end_s: 100 } });

  assert.partialDeepStrictEqual(getProblem("lr999").jobs, [
    { id: "2", kind: "pair", amount: [9], pickup: { location: 2 }, delivery: { location: 1 } },
  ]);

  const vrp = getProblem("X-n3-k1");
  assert.deepEqual(
    vrp.jobs.map(({ amount }) => amount),
    [[4], [5]],
  );
  assert.equal("size" in vrp.travel && vrp.travel.distance_m[1], 1, "rounded to a whole number");

  assert.partialDeepStrictEqual(getProblem("day"), { jobs: [{ id: "a", amount: [8] }] });
});

test("names the file that it cannot read", async (context) => {
  const folder = await mkdtemp(join(tmpdir(), "instances-"));
  context.after(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, "X.vrp"), "EDGE_WEIGHT_TYPE : EXPLICIT");
  await assert.rejects(readInstances(folder), /X\.vrp has other distances than EUC_2D/);
});
