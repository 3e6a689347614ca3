import { randomUUID } from "node:crypto";
import { defineSamples, type Fixture } from "#tests/support/samples.ts";
import { createPackaging } from "./operations/create-packaging.ts";
import { createPackingPlan } from "./operations/create-packing-plan.ts";
import { solvePackingPlan } from "./operations/solve-packing-plan.ts";

declare module "#tests/support/samples.ts" {
  interface RecordIds {
    /** With packages, for the order of the fixture. */
    packing_plan_solved: number;
    packing_plan_queued: number;
  }
}

const item = { length_mm: 100, width_mm: 100, height_mm: 100, quantity: 1, weight_g: 500 };
const sides = {
  inner_length_mm: 200,
  inner_width_mm: 150,
  inner_height_mm: 120,
  outer_length_mm: 206,
  outer_width_mm: 156,
  outer_height_mm: 126,
};
const quick = { iterations: 5, time_limit_s: 1 };

async function plan(
  { people, unique_word: mark, id }: Fixture,
  person = people.client_admin,
): Promise<number> {
  const { packing_plan_id } = await person.call(createPackingPlan, {
    name: mark,
    order_id: await id("order"),
    items: [{ ...item, name: mark }],
    packaging_ids: [await id("packaging")],
    ...quick,
  });
  return packing_plan_id;
}

export const samples = defineSamples({
  own_texts: ["categories", "picture_svg"],
  catalogue_languages: { words: ["de", "en", "es", "fr", "pt"] },
  records: {
    packaging: {
      create: async ({ people, unique_word: mark }) => {
        const { packaging_id } = await people.client_admin.call(createPackaging, {
          code: randomUUID().slice(0, 12),
          name: mark,
          category: mark,
          ...sides,
        });
        return packaging_id;
      },
      shared: "customers choose from the catalogue of the business",
    },
    packing_plan: plan,
    packing_plan_solved: async (fixture) => {
      const packing_plan_id = await plan(fixture);
      await fixture.people.client_admin.call(solvePackingPlan, { packing_plan_id });
      return packing_plan_id;
    },
    packing_plan_queued: async (fixture) => {
      const packing_plan_id = await plan(fixture);
      await fixture.people.client_admin.call(solvePackingPlan, { packing_plan_id, async: true });
      return packing_plan_id;
    },
  },
  person_records: {
    customer: {
      packing_plan: (fixture) => plan(fixture, fixture.people.customer),
      packing_plan_solved: async (fixture) => {
        const packing_plan_id = await plan(fixture, fixture.people.customer);
        await fixture.people.customer.call(solvePackingPlan, { packing_plan_id });
        return packing_plan_id;
      },
      packing_plan_queued: async (fixture) => {
        const packing_plan_id = await plan(fixture, fixture.people.customer);
        await fixture.people.customer.call(solvePackingPlan, { packing_plan_id, async: true });
        return packing_plan_id;
      },
    },
  },
  operations: {
    packagingCreate: { inputs: [() => ({ code: "NEW", name: "New", category: "cartons", ...sides })] },
    packingPlanCreate: {
      inputs: [
        (i) => ({ items: [item], packaging_ids: [i.packaging] }),
        (i) => ({ order_id: i.order, items: [item], packaging_ids: [i.packaging] }),
        (i) => ({ items: [{ ...item, article_id: i.article }], packaging_ids: [i.packaging] }),
      ],
    },
    packingPlanUpdate: {
      inputs: [
        (i) => ({ items: [item], packaging_ids: [i.packaging] }),
        (i) => ({ items: [{ ...item, article_id: i.article }], packaging_ids: [i.packaging] }),
      ],
    },
    packingQuick: {
      inputs: [
        (i) => ({ items: [item], packaging_ids: [i.packaging], ...quick }),
        (i) => ({ items: [{ ...item, article_id: i.article }], packaging_ids: [i.packaging], ...quick }),
      ],
      fixed: quick,
      not_concurrent: "a business has so many plans on the line at once, and is told to wait",
    },
    packingPlanSolve: {
      inputs: [() => ({ ...quick })],
      fixed: quick,
      not_concurrent: "a business has so many plans on the line at once, and is told to wait",
    },
    packingPlanCancel: { member_kinds: { packing_plan_id: "packing_plan_queued" } },
    packingPlanApply: {
      inputs: [
        (i) => ({
          packing_plan_id: i.packing_plan_solved,
          parcels: [{ parcel_id: i.parcel, package_no: 1 }],
        }),
      ],
    },
    packingPlanActual: {
      inputs: [
        (i) => ({
          packing_plan_id: i.packing_plan_solved,
          packages: [{ package_no: 1, packaging_id: i.packaging, weight_g: 600 }],
        }),
      ],
    },
    packingPlanInstructions: {
      inputs: [(i) => ({ packing_plan_id: i.packing_plan_solved, package_no: 1 })],
    },
    packingPlanFile: { member_kinds: { packing_plan_id: "packing_plan_solved" } },
    packingPlanAlternatives: {
      member_kinds: { packing_plan_id: "packing_plan_solved" },
      not_concurrent: "a business has so many plans on the line at once, and is told to wait",
    },
    packingPlans: {
      needs: ["packing_plan"],
      grow: ({ service, business }) =>
        service.system.execute(
          `insert into packing_plan (business_id, name, state, contents, options, seed, inputs_hash, created_at)
           values ($1, '', 'draft', '{"items": [], "packagings": [], "target_utilization_percent": 100,
             "separate_groups": [], "support_percent": 75}', '{}', 1, '', now())`,
          [business.id],
        ),
    },
  },
});
