import { randomUUID } from "node:crypto";
import { createVehicle } from "#domain/fleet/drivers/operations/create-vehicle.ts";
import { defineSamples, type Fixture } from "#tests/support/samples.ts";
import { createCargoSpace } from "./operations/create-cargo-space.ts";
import { createFromRoute } from "./operations/create-from-route.ts";
import { createLoadingPlan } from "./operations/create-loading-plan.ts";
import { lockLoadingPlan } from "./operations/lock-loading-plan.ts";
import { solveLoadingPlan } from "./operations/solve-loading-plan.ts";

declare module "#tests/support/samples.ts" {
  interface RecordIds {
    loading_plan_solved: number;
    loading_plan_locked: number;
    loading_plan_queued: number;
    /** Of the route of the fixture. */
    loading_plan_routed: number;
    vehicle_measured: number;
  }
}

const item = { length_mm: 400, width_mm: 300, height_mm: 300, quantity: 1, weight_g: 5000, code: "BOX" };
const sides = { length_mm: 2000, width_mm: 1500, height_mm: 1200 };
const small = { length_mm: 400, width_mm: 300, height_mm: 200 };
const quick = { iterations: 5, time_limit_s: 1 };

async function plan({ people, unique_word: mark, id }: Fixture): Promise<number> {
  const { loading_plan_id } = await people.client_admin.call(createLoadingPlan, {
    name: mark,
    items: [{ ...item, name: mark }],
    spaces: [{ cargo_space_id: await id("cargo_space") }],
    ...quick,
  });
  return loading_plan_id;
}

async function solved(fixture: Fixture): Promise<number> {
  const loading_plan_id = await plan(fixture);
  await fixture.people.client_admin.call(solveLoadingPlan, { loading_plan_id });
  return loading_plan_id;
}

const moves = [{ space_no: 1, piece_no: 1, to: { space_no: 1, x_mm: 100, y_mm: 0, z_mm: 0 } }];

export const samples = defineSamples({
  shared_texts: ["separate_groups"],
  catalogue_languages: { words: ["de", "en", "es", "fr", "pt"] },
  records: {
    cargo_space: async ({ people, unique_word: mark }) => {
      const { cargo_space_id } = await people.client_admin.call(createCargoSpace, {
        code: randomUUID().slice(0, 12),
        name: mark,
        mode: "vehicle",
        ...sides,
      });
      return cargo_space_id;
    },
    loading_plan: plan,
    loading_plan_solved: solved,
    loading_plan_locked: async (fixture) => {
      const loading_plan_id = await solved(fixture);
      await fixture.people.client_admin.call(lockLoadingPlan, { loading_plan_id });
      return loading_plan_id;
    },
    vehicle_measured: async ({ people }) => {
      const { vehicle } = await people.client_admin.call(createVehicle, {
        plate: randomUUID().slice(0, 12),
        load_length_mm: 3000,
        load_width_mm: 1700,
        load_height_mm: 1800,
      });
      return vehicle.id;
    },
    loading_plan_routed: async (fixture) => {
      const { loading_plan_id } = await fixture.people.client_admin.call(createFromRoute, {
        route_id: await fixture.id("route"),
        spaces: [{ cargo_space_id: await fixture.id("cargo_space") }],
        unmeasured: small,
        allow_unplaced: true,
      });
      return loading_plan_id;
    },
    loading_plan_queued: async (fixture) => {
      const loading_plan_id = await plan(fixture);
      await fixture.people.client_admin.call(solveLoadingPlan, { loading_plan_id, async: true });
      return loading_plan_id;
    },
  },
  operations: {
    cargoSpaceCreate: { inputs: [() => ({ code: "NEW", name: "New", mode: "custom", ...sides })] },
    loadingPlanCreate: {
      inputs: [
        (i) => ({ items: [item], spaces: [{ cargo_space_id: i.cargo_space }] }),
        (i) => ({
          items: [item],
          vehicle_id: i.vehicle_measured,
          custom_spaces: [sides],
          allow_unplaced: true,
        }),
      ],
    },
    loadingPlanFromRoute: {
      inputs: [
        (i) => ({ spaces: [{ cargo_space_id: i.cargo_space }], unmeasured: small, allow_unplaced: true }),
        (i) => ({ vehicle_id: i.vehicle_measured, unmeasured: small, allow_unplaced: true }),
      ],
    },
    loadingPlanUpdate: {
      inputs: [
        (i) => ({ items: [item], spaces: [{ cargo_space_id: i.cargo_space }] }),
        (i) => ({ vehicle_id: i.vehicle_measured }),
      ],
    },
    loadingPlanSolve: {
      inputs: [() => ({ ...quick })],
      fixed: quick,
      not_concurrent: "a business has so many plans on the line at once, and is told to wait",
    },
    loadingPlanCancel: { member_kinds: { loading_plan_id: "loading_plan_queued" } },
    loadingPlanSteps: { member_kinds: { loading_plan_id: "loading_plan_solved" } },
    loadingPlanFile: { member_kinds: { loading_plan_id: "loading_plan_solved" } },
    loadingPlanValidate: { inputs: [(i) => ({ loading_plan_id: i.loading_plan_solved, moves })] },
    loadingPlanMove: { inputs: [(i) => ({ loading_plan_id: i.loading_plan_solved, moves })] },
    loadingPlanLock: { member_kinds: { loading_plan_id: "loading_plan_solved" } },
    loadingPlanScan: { inputs: [(i) => ({ loading_plan_id: i.loading_plan_locked, code: "BOX" })] },
    loadingPlans: {
      needs: ["loading_plan_routed"],
      grow: ({ service, business }) =>
        service.system.execute(
          `insert into loading_plan (business_id, name, state, contents, options, seed, inputs_hash, created_at)
           values ($1, '', 'draft', '{"items": [], "spaces": [], "separate_groups": [], "support_percent": 100}', '{}', 1, '', now())`,
          [business.id],
        ),
    },
  },
});
