import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { reissueDocument } from "#domain/files/documents/operations/reissue-document.ts";
import { createVehicle } from "#domain/fleet/drivers/operations/create-vehicle.ts";
import { createRoute } from "#domain/planning/routes/operations/create-route.ts";
import { getRoute } from "#domain/planning/routes/operations/get-route.ts";
import { check } from "#solvers/loading/checker.ts";
import { catchRefusal, type TestBusiness, testService } from "#tests/support/service.ts";
import { until } from "#tests/support/until.ts";
import { addPublishedSpaces } from "./operations/add-published-spaces.ts";
import { cancelLoadingPlan } from "./operations/cancel-loading-plan.ts";
import { createCargoSpace } from "./operations/create-cargo-space.ts";
import { createFromRoute } from "./operations/create-from-route.ts";
import { createLoadingPlan } from "./operations/create-loading-plan.ts";
import { getLoadingFile } from "./operations/get-loading-file.ts";
import { getLoadingPlan } from "./operations/get-loading-plan.ts";
import { getLoadingSteps } from "./operations/get-loading-steps.ts";
import { listCargoSpaces } from "./operations/list-cargo-spaces.ts";
import { listLoadingPlans } from "./operations/list-loading-plans.ts";
import { lockLoadingPlan } from "./operations/lock-loading-plan.ts";
import { moveLoadingPieces } from "./operations/move-loading-pieces.ts";
import { scanLoading } from "./operations/scan-loading.ts";
import { solveLoadingPlan } from "./operations/solve-loading-plan.ts";
import { updateCargoSpace } from "./operations/update-cargo-space.ts";
import { updateLoadingPlan } from "./operations/update-loading-plan.ts";
import { validateLoadingMoves } from "./operations/validate-loading-moves.ts";
import type { LoadingPlanRow } from "./records/loading-plan.ts";
import { buildProblem } from "./rules.ts";

const service = await testService({ work: true });

const box = (
  name: string,
  [length_mm, width_mm, height_mm]: readonly [number, number, number],
  more = {},
) => ({
  name,
  length_mm,
  width_mm,
  height_mm,
  quantity: 1,
  weight_g: 10_000,
  ...more,
});
const room = { length_mm: 2000, width_mm: 1000, height_mm: 1000 };
const quick = { iterations: 60, time_limit_s: 20 };

/** Every stored plan once more through the checker, read back from the database. */
async function checkStoredPlan(loading_plan_id: number) {
  const row = await service.system.row<Pick<LoadingPlanRow, "contents" | "solution">>(
    "select contents, solution from loading_plan where id = $1",
    [loading_plan_id],
  );
  assert(row?.solution);
  assert.deepEqual(check(buildProblem(row.contents), row.solution), []);
}

/** A solved plan of two cubes of half a metre in one space. */
async function solved(business: TestBusiness, more = {}) {
  const admin = business.as("client_admin");
  const items = [
    box("Low", [500, 500, 500], { code: "LOW", stop_seq: 2 }),
    box("High", [500, 500, 500], { code: "HIGH", stop_seq: 1 }),
  ];
  const { loading_plan_id } = await admin(createLoadingPlan, {
    items,
    custom_spaces: [room],
    ...quick,
    ...more,
  });
  const { loading_plan } = await admin(solveLoadingPlan, { loading_plan_id });
  return { admin, loading_plan_id, plan: loading_plan };
}

describe("the library of cargo spaces", () => {
  test("has published spaces with their source once, and own ones with codes once", async () => {
    const business = await service.business();
    const admin = business.as("client_admin");
    for (const set of ["iso_containers", "air_ulds", "road_vehicles", "truck_bodies", "decks"] as const) {
      const { cargo_spaces, source } = await admin(addPublishedSpaces, { set });
      assert.ok(cargo_spaces.length >= 2 && source.length > 20, set);
    }
    const again = await admin(addPublishedSpaces, { set: "iso_containers" });
    assert.deepEqual([again.cargo_spaces.length, again.present], [0, 5]);
    const code_refusal = await catchRefusal(
      admin(createCargoSpace, { code: "40HC", name: "Mine", mode: "custom", ...room }),
    );
    assert.equal(code_refusal.code, "code_taken");
    const { cargo_spaces, total } = await admin(listCargoSpaces, { mode: "air_uld" });
    assert.equal(total, 4);
    const [uld] = cargo_spaces;
    const bent = [0, 1, 2].map((n) => ({ y_mm: n, z_mm: n }));
    const refusal = await catchRefusal(admin(updateCargoSpace, { cargo_space_id: uld!.id, contour: bent }));
    assert.deepEqual([refusal.code, refusal.errors?.[0]?.field], ["invalid_space", "contour"]);
    assert.match(refusal.in("de").errors?.[0]?.message ?? "", /^contour muss konvex sein/);
    await admin(updateCargoSpace, { cargo_space_id: uld!.id, status: "retired" });
    const retired = await catchRefusal(
      admin(createLoadingPlan, { items: [box("A", [1, 1, 1])], spaces: [{ cargo_space_id: uld!.id }] }),
    );
    assert.deepEqual(
      [retired.code, retired.errors?.[0]?.field],
      ["unknown_space", "spaces/0/cargo_space_id"],
    );
  });
});

describe("a plan", () => {
  test("loads everything into the space that it needs, and its steps and sheet say how", async () => {
    const business = await service.business();
    const { admin, loading_plan_id, plan } = await solved(business);
    assert.partialDeepStrictEqual(plan, {
      state: "solved",
      spaces_used: 1,
      unplaced: 0,
      weight_g: 20_000,
      result: { gap_percent: 0, repeatable: true },
    });
    await checkStoredPlan(loading_plan_id);
    const { spaces } = await admin(getLoadingSteps, { loading_plan_id });
    assert.deepEqual(
      spaces[0]?.steps.map(({ item, stop_seq }) => [item, stop_seq]),
      [
        ["Low", 2],
        ["High", 1],
      ],
    );
    const file = await admin(getLoadingFile, { loading_plan_id });
    assert.equal(Buffer.from(file.content_base64, "base64").subarray(0, 5).toString(), "%PDF-");
    const same = await admin(getLoadingFile, { loading_plan_id });
    assert.deepEqual([same.sha256, same.document_version], [file.sha256, 1]);
    const { document } = await admin(reissueDocument, { document_id: file.document_id });
    assert.deepEqual([document.version, document.number], [2, `LOAD-${loading_plan_id}`]);
    const { loading_plans } = await admin(listLoadingPlans, { state: "solved" });
    assert.partialDeepStrictEqual(loading_plans, [{ id: loading_plan_id, fill_percent: 12.5, pieces: 2 }]);
  });

  test("refuses items that no space takes, each with its reason, or lists them as unplaced", async () => {
    const business = await service.business();
    const admin = business.as("client_admin");
    const space = {
      ...room,
      door: { wall: "end" as const, width_mm: 900, height_mm: 600 },
      floor_load_kg_m2: 100,
      payload_g: 500_000,
    };
    const upright = ["height" as const];
    const items = [
      box("Pole", [2500, 100, 100]),
      box("Tall", [700, 700, 700], { upright }),
      box("Safe", [500, 500, 500], { weight_g: 200_000 }),
      box("Anvil", [600, 600, 500], { weight_g: 600_000 }),
      box("Fish", [300, 300, 300], { temperature: "frozen", weight_g: 5000 }),
      box("Fine", [300, 300, 300], { weight_g: 5000 }),
    ];
    const refusal = await catchRefusal(admin(createLoadingPlan, { items, custom_spaces: [space] }));
    assert.deepEqual([refusal.code, refusal.status], ["no_space_fits", 422]);
    const expected = [
      ["items/0", "too_large"],
      ["items/1", "door_too_small"],
      ["items/2", "floor_load"],
      ["items/3", "too_heavy"],
      ["items/4", "excluded"],
    ];
    assert.deepEqual(
      refusal.errors?.map(({ field, code }) => [field, code]),
      expected,
    );
    const { loading_plan_id } = await admin(createLoadingPlan, {
      items,
      custom_spaces: [space],
      allow_unplaced: true,
      ...quick,
    });
    const { loading_plan } = await admin(solveLoadingPlan, { loading_plan_id });
    assert.deepEqual(
      loading_plan.result?.unplaced.map(({ reason }) => reason),
      expected.map(([, reason]) => reason),
    );
    await checkStoredPlan(loading_plan_id);
  });

  test("keeps hazard classes, temperatures and groups apart that may not meet", async () => {
    const business = await service.business();
    const admin = business.as("client_admin");
    const spacesFor = async (more: object[], separate_groups: string[][] = []) => {
      const { loading_plan_id } = await admin(createLoadingPlan, {
        items: more.map((one, n) => box(`${n}`, [300, 300, 300], one)),
        custom_spaces: [{ ...room, count: 3, temperatures: ["ambient", "chilled", "frozen"] }],
        separate_groups,
        ...quick,
      });
      const { loading_plan } = await admin(solveLoadingPlan, { loading_plan_id });
      assert.equal(loading_plan.unplaced, 0);
      await checkStoredPlan(loading_plan_id);
      return loading_plan.spaces_used;
    };
    assert.equal(await spacesFor([{ hazard_class: "3" }, { hazard_class: "5.1" }, { hazard_class: "9" }]), 2);
    assert.equal(await spacesFor([{ hazard_class: "3" }, { hazard_class: "8" }]), 1);
    assert.equal(await spacesFor([{ temperature: "frozen" }, { temperature: "chilled" }, {}]), 2);
    assert.equal(await spacesFor([{ group: "food" }, { group: "soap" }], [["food", "soap"]]), 2);
    assert.equal(await spacesFor([{ group: "food" }, { group: "soap" }]), 1);
  });

  test("has the same load for the same contents, seed and iterations", async () => {
    const business = await service.business();
    const items = Array.from({ length: 12 }, (_, n) =>
      box(`${n}`, [300 + 37 * n, 250 + 23 * n, 280 + 11 * n], { quantity: 4 }),
    );
    const one = await solved(business, { items, seed: 7 });
    const other = await solved(business, { items, seed: 7 });
    assert.equal(one.plan.result?.repeatable, true);
    assert.deepEqual(one.plan.result?.spaces, other.plan.result?.spaces);
    assert.equal(one.plan.inputs_hash, other.plan.inputs_hash);
    assert.ok((one.plan.unplaced ?? 0) > 0);
    await checkStoredPlan(one.loading_plan_id);
  });

  test("is solved in the background where it is large, and stopped there", async () => {
    const business = await service.business();
    const admin = business.as("client_admin");
    const items = [box("Small", [100, 100, 100], { quantity: 301 })];
    const { loading_plan_id } = await admin(createLoadingPlan, { items, custom_spaces: [room], ...quick });
    const answer = await admin(solveLoadingPlan, { loading_plan_id });
    assert.deepEqual([answer.pending, answer.loading_plan.state], [true, "queued"]);
    const read = async (id: number) => (await admin(getLoadingPlan, { loading_plan_id: id })).loading_plan;
    await until("the load", async () => (await read(loading_plan_id)).state === "solved");
    assert.equal((await read(loading_plan_id)).unplaced, 0);
    await checkStoredPlan(loading_plan_id);
    const odd = Array.from({ length: 60 }, (_, n) =>
      box(`${n}`, [110 + 3 * n, 90 + 2 * n, 70 + n], { quantity: 4 }),
    );
    const { loading_plan_id: long } = await admin(createLoadingPlan, {
      items: odd,
      custom_spaces: [room],
      iterations: 1_000_000,
      time_limit_s: 300,
    });
    await admin(solveLoadingPlan, { loading_plan_id: long, async: true });
    await until("the solver", async () => (await read(long)).state === "running");
    const { loading_plan } = await admin(cancelLoadingPlan, { loading_plan_id: long });
    assert.partialDeepStrictEqual(loading_plan, { state: "cancelled", result: null });
    const refusal = await catchRefusal(
      admin(solveLoadingPlan, { loading_plan_id: long, time_limit_s: 60, async: false }),
    );
    assert.equal(refusal.code, "time_limit_too_long");
  });

  test("is a draft again when its contents change, and is of one business", async () => {
    const business = await service.business();
    const { admin, loading_plan_id } = await solved(business);
    const renamed = await admin(updateLoadingPlan, { loading_plan_id, name: "Two" });
    assert.equal(renamed.loading_plan.state, "solved");
    const changed = await admin(updateLoadingPlan, { loading_plan_id, items: [box("A", [100, 100, 100])] });
    assert.partialDeepStrictEqual(changed.loading_plan, { state: "draft", result: null, pieces: 1 });
    const other = (await service.business()).as("client_admin");
    assert.equal((await catchRefusal(other(getLoadingPlan, { loading_plan_id }))).status, 404);
    assert.equal((await catchRefusal(other(lockLoadingPlan, { loading_plan_id }))).status, 404);
  });
});

describe("a change by hand", () => {
  test("is checked live, refused where it breaks a limit, and kept where it does not", async () => {
    const business = await service.business();
    const { admin, loading_plan_id, plan } = await solved(business);
    const to = (x_mm: number, z_mm = 0, y_mm = 0) => ({ space_no: 1, x_mm, y_mm, z_mm });
    const last = { space_no: 1, piece_no: 2 };
    const [low] = plan.result!.spaces[0]!.placements;
    const validateKinds = async (move: object) => {
      const moves = [{ ...last, to: null, ...move }];
      const answer = await admin(validateLoadingMoves, { loading_plan_id, moves });
      assert.equal(answer.valid, answer.violations.length === 0);
      return [...new Set(answer.violations.map(({ kind }) => kind))].sort();
    };
    assert.deepEqual(await validateKinds({ to: to(1700) }), ["outside"]);
    assert.deepEqual(await validateKinds({ to: to(1000, 200) }), ["support"]);
    assert.deepEqual(await validateKinds({ to: { ...to(low!.x_mm, 0, low!.y_mm) } }), ["overlap"]);
    // The piece of the second stop goes before that of the first.
    assert.deepEqual(
      await validateKinds({
        space_no: 1,
        piece_no: 1,
        to: to(1500, 0, plan.result!.spaces[0]!.placements[1]!.y_mm),
      }),
      ["order", "stop_order"],
    );
    const moves = [{ ...last, to: to(1700) }];
    const refusal = await catchRefusal(admin(moveLoadingPieces, { loading_plan_id, moves }));
    assert.deepEqual(
      [refusal.code, refusal.status, refusal.errors?.[0]?.code],
      ["breaks_limits", 409, "outside"],
    );
    const { loading_plan } = await admin(moveLoadingPieces, {
      loading_plan_id,
      moves: [{ ...last, to: to(1500, 0, 500) }],
    });
    assert.equal(loading_plan.state, "edited");
    assert.partialDeepStrictEqual(loading_plan.result?.spaces[0]?.placements.at(-1), {
      x_mm: 1500,
      y_mm: 500,
    });
    await checkStoredPlan(loading_plan_id);
    const out = await admin(moveLoadingPieces, { loading_plan_id, moves: [{ ...last, to: null }] });
    assert.deepEqual(
      out.loading_plan.result?.unplaced.map(({ item, reason }) => [item, reason]),
      [["item-2", "taken_out"]],
    );
    const item = "item-2";
    const back = await admin(moveLoadingPieces, { loading_plan_id, moves: [{ item, to: to(1500) }] });
    assert.equal(back.loading_plan.unplaced, 0);
    await checkStoredPlan(loading_plan_id);
    const gone = await catchRefusal(
      admin(validateLoadingMoves, { loading_plan_id, moves: [{ item, to: to(0) }] }),
    );
    assert.deepEqual([gone.code, gone.errors?.[0]?.field], ["unknown_piece", "moves/0/item"]);
  });

  test("is refused once the plan is locked, until it is unlocked", async () => {
    const business = await service.business();
    const { admin, loading_plan_id } = await solved(business);
    await admin(lockLoadingPlan, { loading_plan_id });
    const moves = [{ space_no: 1, piece_no: 2, to: null }];
    const refusals = await Promise.all(
      [
        admin(moveLoadingPieces, { loading_plan_id, moves }),
        admin(solveLoadingPlan, { loading_plan_id }),
        admin(updateLoadingPlan, { loading_plan_id, name: "No" }),
        admin(lockLoadingPlan, { loading_plan_id }),
      ].map(catchRefusal),
    );
    for (const refusal of refusals) {
      assert.deepEqual([refusal.code, refusal.status], ["plan_locked", 409]);
    }
    const { loading_plan } = await admin(lockLoadingPlan, { loading_plan_id, locked: false });
    assert.partialDeepStrictEqual(loading_plan, { state: "solved", locked_at: null });
    await admin(moveLoadingPieces, { loading_plan_id, moves });
  });

  test("happens once where two people make it at the same time", async () => {
    const business = await service.business();
    const { admin, loading_plan_id } = await solved(business);
    const moves = [{ space_no: 1, piece_no: 2, to: null }];
    const outcomes = await Promise.allSettled([
      admin(moveLoadingPieces, { loading_plan_id, moves }),
      admin(moveLoadingPieces, { loading_plan_id, moves }),
    ]);
    assert.deepEqual(outcomes.map(({ status }) => status).sort(), ["fulfilled", "rejected"]);
    assert.equal((await admin(getLoadingPlan, { loading_plan_id })).loading_plan.unplaced, 1);
  });
});

describe("loading", () => {
  test("records what is scanned, says what deviates, and ends with the last piece", async () => {
    const business = await service.business();
    const { admin, loading_plan_id } = await solved(business, {
      items: [
        box("Low", [500, 500, 500], { code: "LOW", stack: "bottom_only" }),
        box("High", [500, 500, 500], { code: "HIGH", stop_seq: 0 }),
        box("Left", [1900, 900, 900], { code: "LEFT" }),
      ],
      custom_spaces: [{ length_mm: 500, width_mm: 500, height_mm: 1000 }],
      allow_unplaced: true,
    });
    const scan = async (code: string) => (await admin(scanLoading, { loading_plan_id, code })).scan.deviation;
    assert.equal(await scan("NOBODY"), "unknown_item");
    assert.equal(await scan("LEFT"), "not_planned");
    assert.equal(await scan("HIGH"), "out_of_order");
    assert.equal(await scan("HIGH"), "already_loaded");
    const between = (await admin(getLoadingPlan, { loading_plan_id })).loading_plan;
    assert.partialDeepStrictEqual(between, {
      state: "locked",
      scanned: 1,
      can: { unlock: false, move: false },
    });
    const refusal = await catchRefusal(admin(lockLoadingPlan, { loading_plan_id, locked: false }));
    assert.equal(refusal.code, "scanned_already");
    assert.equal(await scan("LOW"), null);
    const { loading_plan } = await admin(getLoadingPlan, { loading_plan_id });
    assert.partialDeepStrictEqual(loading_plan, { state: "executed", scanned: 2 });
    assert.deepEqual(
      loading_plan.deviations.map(({ code, deviation }) => [code, deviation]),
      [
        ["NOBODY", "unknown_item"],
        ["LEFT", "not_planned"],
        ["HIGH", "out_of_order"],
        ["HIGH", "already_loaded"],
      ],
    );
    const events = await service.system.rows<{ kind: string }>(
      "select kind from event where business_id = $1 and kind like 'loading.%ed' order by id",
      [business.id],
    );
    const kinds = events.map(({ kind }) => kind);
    assert.equal(kinds.filter((kind) => kind === "loading.deviated").length, 4);
    assert.equal(kinds.at(-1), "loading.executed");
    const nowhere = await catchRefusal(admin(scanLoading, { loading_plan_id, code: "LOW", space_no: 2 }));
    assert.equal(nowhere.code, "unknown_space_no");
  });

  test("counts pieces once when two people scan the same at the same time", async () => {
    const business = await service.business();
    const { admin, loading_plan_id } = await solved(business);
    const scans = await Promise.all(
      Array.from({ length: 4 }, () => admin(scanLoading, { loading_plan_id, code: "LOW" })),
    );
    assert.equal(scans.filter(({ as_planned }) => as_planned).length, 1);
    assert.equal((await admin(getLoadingPlan, { loading_plan_id })).loading_plan.scanned, 1);
  });
});

describe("a plan of a route", () => {
  test("loads its vehicle with the last stop first, and names parcels without measures", async () => {
    const business = await service.business();
    const admin = business.as("client_admin");
    const size = { length_mm: 600, width_mm: 500, height_mm: 400, weight_g: 8000 };
    const orders = [
      await business.order({ parcels: [size, size] }),
      await business.order({ parcels: [size] }),
    ];
    const { route } = await admin(createRoute, { order_ids: orders.map(({ id }) => id) });
    const none = await catchRefusal(admin(createFromRoute, { route_id: route.id }));
    assert.equal(none.code, "no_space");
    const { vehicle } = await admin(createVehicle, {
      plate: "LOAD-1",
      capacity_weight_g: 900_000,
      load_length_mm: 2500,
      load_width_mm: 1500,
      load_height_mm: 1400,
    });
    const { loading_plan, loading_plan_id } = await admin(createFromRoute, {
      route_id: route.id,
      vehicle_id: vehicle.id,
      ...quick,
    });
    assert.partialDeepStrictEqual(loading_plan.spaces, [{ code: "LOAD-1", payload_g: 900_000 }]);
    const { route: route_view } = await admin(getRoute, { route_id: route.id });
    const seqs = new Map(
      route_view.stops.flatMap(({ seq, tasks }) => tasks.map(({ order_id }) => [order_id, seq])),
    );
    for (const { order_id, stop_seq } of loading_plan.items) assert.equal(stop_seq, seqs.get(order_id!));
    await admin(solveLoadingPlan, { loading_plan_id });
    await checkStoredPlan(loading_plan_id);
    const { spaces } = await admin(getLoadingSteps, { loading_plan_id });
    const stops = spaces[0]!.steps.map(({ stop_seq }) => stop_seq ?? 0);
    assert.deepEqual(
      stops,
      stops.toSorted((a, b) => b - a),
    );
    const bare = await business.order({ parcels: [{ weight_g: 100 }] });
    const { route: other } = await admin(createRoute, { order_ids: [bare.id] });
    const refusal = await catchRefusal(
      admin(createFromRoute, { route_id: other.id, vehicle_id: vehicle.id }),
    );
    assert.deepEqual([refusal.code, refusal.errors?.length], ["not_measured", 1]);
    const counted = await admin(createFromRoute, {
      route_id: other.id,
      vehicle_id: vehicle.id,
      unmeasured: { length_mm: 300, width_mm: 200, height_mm: 100 },
    });
    assert.equal(counted.loading_plan.items[0]?.length_mm, 300);
    const foreign = (await service.business()).as("client_admin");
    assert.equal((await catchRefusal(foreign(createFromRoute, { route_id: route.id }))).status, 404);
  });
});
