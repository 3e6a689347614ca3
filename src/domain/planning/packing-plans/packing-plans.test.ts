import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { reissueDocument } from "#domain/files/documents/operations/reissue-document.ts";
import { cancelOrder } from "#domain/orders/orders/operations/cancel-order.ts";
import { getOrder } from "#domain/orders/orders/operations/get-order.ts";
import { solverQueue } from "#domain/planning/planning/public.ts";
import { check } from "#solvers/packing/checker.ts";
import { catchRefusal, type TestBusiness, testService } from "#tests/support/service.ts";
import { until } from "#tests/support/until.ts";
import { addPublishedPackagings } from "./operations/add-published-packagings.ts";
import { applyPackingPlan } from "./operations/apply-packing-plan.ts";
import { cancelPackingPlan } from "./operations/cancel-packing-plan.ts";
import { comparePackingPlan } from "./operations/compare-packing-plan.ts";
import { createPackaging } from "./operations/create-packaging.ts";
import { createPackingPlan } from "./operations/create-packing-plan.ts";
import { getPackingFile } from "./operations/get-packing-file.ts";
import { getPackingInstructions } from "./operations/get-packing-instructions.ts";
import { getPackingPlan } from "./operations/get-packing-plan.ts";
import { listPackagings } from "./operations/list-packagings.ts";
import { listPackingPlans } from "./operations/list-packing-plans.ts";
import { quickPack } from "./operations/quick-pack.ts";
import { recordPackingActual } from "./operations/record-packing-actual.ts";
import { solvePackingPlan } from "./operations/solve-packing-plan.ts";
import { updatePackaging } from "./operations/update-packaging.ts";
import { updatePackingPlan } from "./operations/update-packing-plan.ts";
import type { PackingPlanRow } from "./records/packing-plan.ts";
import { buildProblem } from "./rules.ts";

const service = await testService({ work: true });

const sides = (prefix: string, [l, w, h]: readonly [number, number, number]) => ({
  [`${prefix}length_mm`]: l,
  [`${prefix}width_mm`]: w,
  [`${prefix}height_mm`]: h,
});

function packaging(code: string, inner: readonly [number, number, number], more: object = {}) {
  const outer = inner.map((side) => side + 6) as unknown as readonly [number, number, number];
  return {
    code,
    name: code,
    category: "cartons",
    ...(sides("inner_", inner) as {
      inner_length_mm: number;
      inner_width_mm: number;
      inner_height_mm: number;
    }),
    ...(sides("outer_", outer) as {
      outer_length_mm: number;
      outer_width_mm: number;
      outer_height_mm: number;
    }),
    ...more,
  };
}

const cube = (quantity: number, side = 100, more: object = {}) => ({
  name: "Cube",
  length_mm: side,
  width_mm: side,
  height_mm: side,
  quantity,
  weight_g: 500,
  ...more,
});

/** Two cartons: for eight cubes, and for one. */
async function cartons(business: TestBusiness) {
  const admin = business.as("client_admin");
  const { packaging_id: large } = await admin(
    createPackaging,
    packaging("L", [200, 200, 200], { tare_g: 300 }),
  );
  const { packaging_id: small } = await admin(
    createPackaging,
    packaging("S", [100, 100, 100], { tare_g: 80 }),
  );
  return { admin, large, small };
}

/** Every stored answer once more through the checker, read back from the database. */
async function checkStoredPlan(packing_plan_id: number) {
  const row = await service.system.row<Pick<PackingPlanRow, "contents" | "solution">>(
    "select contents, solution from packing_plan where id = $1",
    [packing_plan_id],
  );
  assert(row?.solution);
  assert.deepEqual(check(buildProblem(row.contents), row.solution), []);
}

/** So many different items that the search does not end by itself within minutes. */
const long = {
  items: Array.from({ length: 40 }, (_, n) => ({
    length_mm: 20 + ((n * 37) % 250),
    width_mm: 20 + ((n * 53) % 200),
    height_mm: 20 + ((n * 71) % 150),
    quantity: 5,
  })),
  custom_sizes: [300, 400, 600, 800].map((inner_length_mm) => ({
    inner_length_mm,
    inner_width_mm: 300,
    inner_height_mm: 250,
  })),
  time_limit_s: 300,
  iterations: 1_000_000,
};

/** A plan that asks for a turn now would wait. */
function isSolverBusy(): boolean {
  const place = solverQueue.admit(-1, 0, true);
  const abort = new AbortController();
  const turn = place.turn(0, abort.signal, async () => {}).catch(() => {});
  const is_busy = place.place() !== null;
  abort.abort();
  place.leave();
  void turn;
  return is_busy;
}

describe("the packaging catalogue", () => {
  test("has packagings by category, with codes once, and keeps the outside around the inside", async () => {
    const business = await service.business();
    const { admin, large } = await cartons(business);
    const code_refusal = await catchRefusal(admin(createPackaging, packaging("L", [10, 10, 10])));
    assert.equal(code_refusal.code, "code_taken");
    const narrow = { ...packaging("N", [300, 200, 100]), outer_width_mm: 199 };
    const refusal = await catchRefusal(admin(createPackaging, narrow));
    assert.deepEqual(
      [refusal.code, refusal.errors?.map(({ field }) => field)],
      ["invalid_sizes", ["outer_width_mm"]],
    );
    const shrunk = await catchRefusal(admin(updatePackaging, { packaging_id: large, outer_height_mm: 100 }));
    assert.equal(shrunk.code, "invalid_sizes");
    await admin(updatePackaging, { packaging_id: large, category: "bags", status: "retired" });
    const { categories, total } = await admin(listPackagings, {});
    assert.deepEqual([categories, total], [["cartons"], 2]);
  });

  test("takes over a published set with its source, once", async () => {
    const business = await service.business();
    const admin = business.as("client_admin");
    const first = await admin(addPublishedPackagings, { set: "usps_flat_rate" });
    assert.equal(first.packagings.length, 4);
    // 11 x 8.5 x 5.5 in: inside rounded down, outside up.
    assert.partialDeepStrictEqual(first.packagings[1], {
      inner_length_mm: 279,
      inner_width_mm: 215,
      inner_height_mm: 139,
      outer_length_mm: 286,
      max_weight_g: 31_751,
    });
    assert.match(first.packagings[1]?.source ?? "", /United States Postal Service/);
    const again = await admin(addPublishedPackagings, { set: "usps_flat_rate" });
    assert.deepEqual([again.packagings, again.present], [[], 4]);
  });
});

describe("a plan", () => {
  test("packs everything with the least outer volume, and its answer passes the checker", async () => {
    const business = await service.business();
    const { admin } = await cartons(business);
    const { packing_plan_id } = await admin(createPackingPlan, { items: [cube(9)], name: "Nine" });
    const { packing_plan, pending } = await admin(solvePackingPlan, { packing_plan_id });
    assert.equal(pending, false);
    assert.partialDeepStrictEqual(packing_plan, {
      state: "solved",
      unpacked: 0,
      result: {
        totals: { packages: 2, pieces: 9, weight_g: 9 * 500 + 380 },
        repeatable: true,
      },
    });
    await checkStoredPlan(packing_plan_id);
    const { packing_plans } = await admin(listPackingPlans, { state: "solved" });
    assert.partialDeepStrictEqual(packing_plans, [{ id: packing_plan_id, packages: 2, pieces: 9 }]);
  });

  for (const [cap, packages] of [
    [100, 1],
    [50, 2],
    [12.5, 8],
  ] as const)
    test(`fills no package beyond ${cap} percent of its inside`, async () => {
      const business = await service.business();
      const { admin, large } = await cartons(business);
      const { packing } = await admin(quickPack, {
        items: [cube(8)],
        packaging_ids: [large],
        target_utilization_percent: cap,
      });
      assert.equal(packing.totals.packages, packages);
      assert.ok(packing.packages.every(({ fill_percent }) => fill_percent <= cap));
    });

  test("chooses from categories, single packagings and custom sizes, or from the whole catalogue", async () => {
    const business = await service.business();
    const { admin, small } = await cartons(business);
    await admin(createPackaging, packaging("B", [100, 100, 100], { category: "bags" }));
    const packRefs = async (choice: object) => {
      const { packagings } = await admin(quickPack, { items: [cube(1)], ...choice });
      return packagings.map(({ code }) => code).sort();
    };
    assert.deepEqual(await packRefs({}), ["B", "L", "S"]);
    assert.deepEqual(await packRefs({ categories: ["bags"] }), ["B"]);
    assert.deepEqual(await packRefs({ categories: ["bags"], packaging_ids: [small] }), ["B", "S"]);
    const custom_sizes = [{ inner_length_mm: 120, inner_width_mm: 110, inner_height_mm: 100 }];
    assert.deepEqual(await packRefs({ custom_sizes }), ["CUSTOM-1"]);
    const unknown = await catchRefusal(admin(quickPack, { items: [cube(1)], categories: ["bags", "tubes"] }));
    assert.deepEqual([unknown.code, unknown.errors?.[0]?.field], ["unknown_category", "categories/1"]);
    const other = await service.business();
    const foreign = await catchRefusal(
      other.as("client_admin")(quickPack, { items: [cube(1)], packaging_ids: [small] }),
    );
    assert.deepEqual([foreign.code, foreign.errors?.[0]?.field], ["unknown_packaging", "packaging_ids/0"]);
  });

  test("prefers less volume to less cost, also for a custom size", async () => {
    const business = await service.business();
    const { admin, small } = await cartons(business);
    await admin(updatePackaging, { packaging_id: small, cost_minor: 900 });
    const larger = { inner_length_mm: 130, inner_width_mm: 120, inner_height_mm: 110, cost_minor: 1 };
    const { packing } = await admin(quickPack, {
      items: [cube(1)],
      packaging_ids: [small],
      custom_sizes: [larger],
    });
    assert.deepEqual(
      packing.packages.map((one) => one.packaging),
      [`packaging-${small}`],
    );
  });

  test("refuses items that fit nothing, each with its reason, or lists them as unpacked", async () => {
    const business = await service.business();
    const { admin } = await cartons(business);
    const items = [
      { ...cube(1), name: "Pole", length_mm: 900 },
      cube(1),
      cube(1, 100, { name: "Anvil", weight_g: 40_000 }),
    ];
    const custom_sizes = [
      { inner_length_mm: 200, inner_width_mm: 200, inner_height_mm: 200, max_weight_g: 20_000 },
    ];
    const refusal = await catchRefusal(admin(createPackingPlan, { items, custom_sizes }));
    assert.equal(refusal.code, "no_packaging_fits");
    assert.deepEqual(
      refusal.errors?.map(({ field, code }) => [field, code]),
      [
        ["items/0", "too_large"],
        ["items/2", "too_heavy"],
      ],
    );
    assert.match(refusal.errors?.[0]?.message ?? "", /^Pole is larger/);
    assert.equal((await admin(listPackingPlans, {})).total, 0);
    const { packing } = await admin(quickPack, { items, custom_sizes, allow_unpacked: true });
    assert.deepEqual(
      packing.unpacked.map(({ name, reason }) => [name, reason]),
      [
        ["Pole", "too_large"],
        ["Anvil", "too_heavy"],
      ],
    );
    assert.equal(packing.totals.pieces, 1);
  });

  test("takes the parcels of an order, and names each that has no measures", async () => {
    const business = await service.business();
    const { admin } = await cartons(business);
    const size = { length_mm: 100, width_mm: 100, height_mm: 100 };
    const measured = await business.order({ parcels: [{ ...size, weight_g: 700 }, size] });
    const { packing_plan } = await admin(createPackingPlan, { order_id: measured.id });
    assert.deepEqual(
      packing_plan.items.map(({ parcel_id, weight_g }) => [typeof parcel_id, weight_g]),
      [
        ["number", 700],
        ["number", 0],
      ],
    );
    const unmeasured = await business.order({ parcels: [size, { weight_g: 1 }, {}] });
    const refusal = await catchRefusal(admin(createPackingPlan, { order_id: unmeasured.id }));
    assert.deepEqual([refusal.code, refusal.errors?.length], ["not_measured", 2]);
    const other = await service.business();
    await cartons(other);
    const foreign = await catchRefusal(
      other.as("client_admin")(createPackingPlan, { order_id: measured.id }),
    );
    assert.equal(foreign.code, "unknown_order");
  });

  test("has the same packages for the same contents, seed and iterations", async () => {
    const business = await service.business();
    const { admin } = await cartons(business);
    const items = [70, 55, 40, 35].map((side, index) => ({
      ...cube(5, side),
      name: `Item ${index}`,
      height_mm: side - 10,
    }));
    const solve = async () => {
      const { packing_plan_id } = await admin(createPackingPlan, { items });
      const { packing_plan } = await admin(solvePackingPlan, {
        packing_plan_id,
        seed: 7,
        iterations: 300,
        time_limit_s: 20,
      });
      await checkStoredPlan(packing_plan_id);
      return packing_plan;
    };
    const [one, other] = [await solve(), await solve()];
    assert.equal(one.result?.repeatable, true);
    assert.deepEqual(one.result?.packages, other.result?.packages);
    assert.equal(one.inputs_hash, other.inputs_hash);
  });

  test("is a draft again when it is changed, and one that was changed while it was solved keeps no packages", async () => {
    const business = await service.business();
    const { admin, small } = await cartons(business);
    const { packing_plan_id } = await admin(createPackingPlan, { items: [cube(8)] });
    await admin(solvePackingPlan, { packing_plan_id });
    const renamed = await admin(updatePackingPlan, { packing_plan_id, name: "Eight" });
    assert.partialDeepStrictEqual(renamed.packing_plan, { name: "Eight", state: "solved", packages: 1 });
    const capped = await admin(updatePackingPlan, { packing_plan_id, target_utilization_percent: 50 });
    assert.partialDeepStrictEqual(capped.packing_plan, { state: "draft", packages: null, pieces: 8 });
    const refusal = await catchRefusal(
      admin(updatePackingPlan, { packing_plan_id, packaging_ids: [small], target_utilization_percent: 99 }),
    );
    assert.deepEqual([refusal.code, refusal.errors?.[0]?.code], ["no_packaging_fits", "above_fill_cap"]);
    // The answer of a solver that read the plan before is not stored.
    const { packing_plan_id: other } = await admin(createPackingPlan, long);
    const solving = admin(solvePackingPlan, { packing_plan_id: other, time_limit_s: 1.5 });
    const outdated = catchRefusal(solving);
    await until("the solver", () => isSolverBusy());
    await admin(updatePackingPlan, { packing_plan_id: other, target_utilization_percent: 90 });
    assert.equal((await outdated).code, "plan_outdated");
    assert.equal((await admin(getPackingPlan, { packing_plan_id: other })).packing_plan.state, "draft");
  });

  test("is solved in a dry run and stays as it was", async () => {
    const business = await service.business();
    const { admin } = await cartons(business);
    const { packing_plan_id } = await admin(createPackingPlan, { items: [cube(2)] });
    const { packing_plan } = await admin(solvePackingPlan, { packing_plan_id }, { dry_run: true });
    assert.equal(packing_plan.result?.totals.pieces, 2);
    assert.equal((await admin(getPackingPlan, { packing_plan_id })).packing_plan.state, "draft");
  });
});

describe("a solved plan", () => {
  const solved = async (business: TestBusiness, order_id: number | null, more: object = {}) => {
    const admin = business.as("client_admin");
    const { packing_plan_id } = await admin(createPackingPlan, {
      order_id,
      items: [cube(9, 100, { name: "Lamp <1>" })],
      ...more,
    });
    await admin(solvePackingPlan, { packing_plan_id });
    return packing_plan_id;
  };

  test("shows what applying would change, then writes it onto the parcels, once", async () => {
    const business = await service.business();
    const { admin } = await cartons(business);
    const order = await business.order({ parcels: [{}, {}] });
    const packing_plan_id = await solved(business, order.id);
    const preview = await admin(applyPackingPlan, { packing_plan_id, preview: true });
    assert.partialDeepStrictEqual(preview.parcels, [
      {
        package_no: 1,
        before: { length_mm: null, weight_g: 0 },
        after: { length_mm: 206, width_mm: 206, height_mm: 206, weight_g: 4300, contents: "8 × Lamp <1>" },
      },
      { package_no: 2, after: { length_mm: 106, weight_g: 580, contents: "1 × Lamp <1>" } },
    ]);
    const readParcels = async () => {
      const { parcels } = (await admin(getOrder, { order_id: order.id })).order;
      return parcels.map(({ length_mm, weight_g }) => [length_mm, weight_g]);
    };
    assert.deepEqual(await readParcels(), [
      [null, 0],
      [null, 0],
    ]);
    const tries = await Promise.allSettled([1, 2, 3].map(() => admin(applyPackingPlan, { packing_plan_id })));
    assert.equal(tries.filter(({ status }) => status === "fulfilled").length, 1);
    assert.deepEqual(await readParcels(), [
      [206, 4300],
      [106, 580],
    ]);
    const again = await catchRefusal(admin(solvePackingPlan, { packing_plan_id }));
    assert.equal(again.code, "already_applied");
  });

  test("is not applied to another number of parcels, to a final order, or with goods left out", async () => {
    const business = await service.business();
    const { admin, large } = await cartons(business);
    const one = await business.order({ parcels: [{}] });
    const refusedFor = async (packing_plan_id: number) =>
      catchRefusal(admin(applyPackingPlan, { packing_plan_id }));
    const count = await refusedFor(await solved(business, one.id));
    assert.deepEqual([count.code, count.extra], ["parcel_count", { parcels: 1, packages: 2 }]);
    assert.equal((await refusedFor(await solved(business, null))).code, "no_order");
    const unplaced_count = await solved(business, one.id, {
      items: [cube(8), { ...cube(1), name: "Pole", length_mm: 900 }],
      packaging_ids: [large],
      allow_unpacked: true,
    });
    const unpacked = await refusedFor(unplaced_count);
    assert.deepEqual([unpacked.code, unpacked.errors?.[0]?.code], ["unpacked_left", "too_large"]);
    const two = await business.order({ parcels: [{}, {}] });
    const plan = await solved(business, two.id);
    const foreign = await catchRefusal(
      admin(applyPackingPlan, {
        packing_plan_id: plan,
        parcels: [
          { parcel_id: 1, package_no: 1 },
          { parcel_id: 2, package_no: 2 },
        ],
      }),
    );
    assert.equal(foreign.code, "unknown_parcel");
    await admin(cancelOrder, { order_id: two.id });
    const locked = await refusedFor(plan);
    assert.deepEqual([locked.code, locked.message.includes("final status")], ["parcels_locked", true]);
  });

  test("remembers what was really used, and what a piece weighs by it", async () => {
    const business = await service.business();
    const { admin, large, small } = await cartons(business);
    const packing_plan_id = await solved(business, null);
    const record = (package_no: number, more: object) =>
      admin(recordPackingActual, { packing_plan_id, packages: [{ package_no, ...more }] });
    const first = await record(1, { packaging_id: large, weight_g: 4400 });
    assert.deepEqual(first.packing_plan.actual[0]?.differences, []);
    assert.partialDeepStrictEqual(first.weights, [{ name: "Lamp <1>", planned_g: 500, measured_g: 513 }]);
    const other = await record(1, { packaging_id: small, weight_g: 9000, outer_height_mm: 210 });
    assert.deepEqual(other.packing_plan.actual[0]?.differences, ["packaging", "size", "weight"]);
    assert.equal((await catchRefusal(record(3, {}))).code, "unknown_package");
    assert.equal((await catchRefusal(record(1, { packaging_id: 999_999 }))).code, "unknown_packaging");
  });

  test("has instructions with a picture for each step, and as a document that stays the same", async () => {
    const business = await service.business();
    const { admin } = await cartons(business);
    const packing_plan_id = await solved(business, null);
    const all = await admin(getPackingInstructions, { packing_plan_id });
    assert.deepEqual(
      all.packages.map(({ packaging, steps }) => [packaging, steps.reduce((n, { pieces }) => n + pieces, 0)]),
      [
        ["L", 8],
        ["S", 1],
      ],
    );
    const { packages } = await admin(getPackingInstructions, { packing_plan_id, package_no: 1 });
    for (const { picture_svg = "" } of packages[0]?.steps ?? []) {
      assert.match(picture_svg, /^<svg [^>]*viewBox="[-\d. ]+"><title>[^<]*Lamp &#60;1&#62;<\/title>/);
      assert.doesNotMatch(picture_svg, /NaN|undefined|Infinity/);
    }
    const [one, other] = [
      await admin(getPackingFile, { packing_plan_id }),
      await admin(getPackingFile, { packing_plan_id }),
    ];
    assert.equal(Buffer.from(one.content_base64, "base64").subarray(0, 5).toString(), "%PDF-");
    assert.deepEqual([one.pages, one.sha256], [2, other.sha256]);
    const { document } = await admin(reissueDocument, { document_id: one.document_id });
    assert.deepEqual([document.version, document.number], [2, `PACK-${packing_plan_id}`]);
  });

  test("is compared with one kind of carton, with prices where a list covers the order", async () => {
    const business = await service.business();
    const { admin } = await cartons(business);
    const order = await business.order({ parcels: [{}, {}] });
    const packing_plan_id = await solved(business, order.id);
    const { alternatives } = await admin(comparePackingPlan, { packing_plan_id });
    assert.deepEqual(
      alternatives.map(({ packaging, packages }) => [packaging, packages]),
      [
        [null, 2],
        ["S", 9],
        ["L", 2],
      ],
    );
    // 206³ mm³ are more than 4.3 kg at 5,000 cm³ a kilogram: no. The small one is lighter than its weight, too.
    assert.equal(alternatives[1]?.chargeable_weight_g, 9 * 580);
    assert.ok(alternatives.every(({ price_state }) => price_state === "no_price_list"));
  });
});

describe("a customer", () => {
  test("has plans of its own goods alone, and sees no costs", async () => {
    const business = await service.business();
    const { admin, large } = await cartons(business);
    await admin(updatePackaging, { packaging_id: large, cost_minor: 77, stock: 5 });
    const [ada, bob] = [await business.customer(), await business.customer()];
    const { packing_plan_id, packing_plan } = await ada.person.call(createPackingPlan, { items: [cube(8)] });
    assert.deepEqual([packing_plan.can.solve, packing_plan.can.apply], [true, false]);
    const solved = await ada.person.call(solvePackingPlan, { packing_plan_id });
    const listed = await ada.person.call(listPackagings, {});
    const answers_text = JSON.stringify([packing_plan, solved, listed]);
    assert.doesNotMatch(answers_text, /cost_minor|"stock"/);
    assert.equal(
      (await admin(getPackingPlan, { packing_plan_id })).packing_plan.result?.totals.cost_minor,
      77,
    );
    const tries = [
      bob.person.call(getPackingPlan, { packing_plan_id }),
      bob.person.call(solvePackingPlan, { packing_plan_id }),
      bob.person.call(updatePackingPlan, { packing_plan_id, name: "Bob's" }),
      bob.person.call(getPackingInstructions, { packing_plan_id }),
    ];
    for (const { code } of await Promise.all(tries.map(catchRefusal))) assert.equal(code, "not_found");
    assert.equal((await bob.person.call(listPackingPlans, {})).total, 0);
    assert.equal((await ada.person.call(listPackingPlans, {})).total, 1);
    const size = { length_mm: 100, width_mm: 100, height_mm: 100 };
    const order = await business.order({ customer_id: ada.id, parcels: [size] });
    await ada.person.call(createPackingPlan, { order_id: order.id });
    const foreign = await catchRefusal(bob.person.call(createPackingPlan, { order_id: order.id }));
    assert.equal(foreign.code, "unknown_order");
    const applied = await catchRefusal(ada.person.call(applyPackingPlan, { packing_plan_id }));
    assert.equal(applied.status, 403);
  });
});

describe("solving in the background", () => {
  const readState = async (business: TestBusiness, packing_plan_id: number) =>
    (await business.as("client_admin")(getPackingPlan, { packing_plan_id })).packing_plan;

  test("shows progress, ends the solver when it is cancelled, and solves the next plan", async () => {
    const business = await service.business();
    const { admin } = await cartons(business);
    const { packing_plan_id } = await admin(createPackingPlan, long);
    const started = await admin(solvePackingPlan, { packing_plan_id, async: true });
    assert.deepEqual([started.pending, started.packing_plan.state], [true, "queued"]);
    await until(
      "progress",
      () => readState(business, packing_plan_id),
      ({ progress }) => progress !== null,
    );
    const again = await catchRefusal(admin(solvePackingPlan, { packing_plan_id }));
    assert.equal(again.code, "invalid_state");
    const cancelled = await admin(cancelPackingPlan, { packing_plan_id });
    assert.equal(cancelled.packing_plan.state, "cancelled");
    // It has the solver when the first one has ended, whose limit is five minutes.
    const next = await admin(createPackingPlan, { items: [cube(3)] });
    await admin(solvePackingPlan, { packing_plan_id: next.packing_plan_id, async: true });
    const solved = await until(
      "the next plan",
      () => readState(business, next.packing_plan_id),
      ({ state }) => state === "solved",
    );
    assert.equal(solved.result?.totals.pieces, 3);
    await checkStoredPlan(next.packing_plan_id);
    assert.equal((await readState(business, packing_plan_id)).state, "cancelled");
  });
});
