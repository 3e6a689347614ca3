/**
 * Record what was really used for packages of a plan: another packaging, measured sizes, the weight on the scale.
 *
 * Said again, it replaces what was recorded of the same package. A package with one kind of item tells what a piece weighs,
 * which corrects the item's data: `weights` lists them.
 */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Nullable } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { messages } from "../messages.ts";
import { loadActual, saveActual } from "../records/packing-actual.ts";
import { buildPlanView, lockPlan, PackingPlanRecord, stepRefusals } from "../records/packing-plan.ts";
import { findDifferences, findPieceWeight } from "../rules.ts";
import { PackingPlan } from "../shapes.ts";

const Side = Type.Integer({ minimum: 1, maximum: 20_000 });

export const recordPackingActual = defineOperation({
  name: "packingPlanActual",
  summary: "Record what was really packed",
  access: { scopes: ["packing:write"] },
  rest: { method: "POST", path: "/api/v1/packing-plans/{packing_plan_id}/actual" },
  input: Type.Object({
    packing_plan_id: Ref("packing_plan"),
    packages: Type.Array(
      Type.Object({
        package_no: Type.Integer({ minimum: 1, maximum: 100_000 }),
        packaging_id: Type.Optional(Nullable(Ref("packaging"))),
        outer_length_mm: Type.Optional(Nullable(Side)),
        outer_width_mm: Type.Optional(Nullable(Side)),
        outer_height_mm: Type.Optional(Nullable(Side)),
        weight_g: Type.Optional(Nullable(Type.Integer({ minimum: 1, maximum: 50_000_000 }))),
        note: Type.Optional(Type.String({ maxLength: 500 })),
      }),
      { minItems: 1, maxItems: 200 },
    ),
  }),
  output: Type.Object({
    result: Type.Boolean(),
    version: Type.Integer(),
    weights: Type.Array(
      Type.Object({
        item: Type.String(),
        name: Type.String(),
        article_id: Nullable(Ref("article")),
        planned_g: Type.Integer(),
        measured_g: Type.Integer(),
      }),
      { description: "What one piece weighs by these packages, where that differs from the plan." },
    ),
    packing_plan: PackingPlan,
  }),
  refusals: {
    ...stepRefusals,
    unknown_package: "invalid",
    unknown_packaging: "invalid",
  },

  async run(context, { packing_plan_id, packages }) {
    const { db, business_id, refuse, expectVersion, emit } = context;
    const plan = await lockPlan(context, packing_plan_id, "recorded");
    expectVersion(plan.version);
    const { contents, solution } = plan;
    if (solution === null) throw new Error("A solved plan has no packages.");
    const errors = packages.flatMap(({ package_no }, index) =>
      package_no > solution.packages.length
        ? [
            {
              field: `packages/${index}/package_no`,
              message: messages.not_between.with({ last: solution.packages.length }),
            },
          ]
        : [],
    );
    if (errors.length > 0)
      throw refuse("unknown_package", {
        message: messages.unknown_package,
        values: {
          number: packages.find((one) => one.package_no > solution.packages.length)?.package_no ?? 0,
        },
        errors,
      });
    const ids = packages.flatMap(({ packaging_id }) => packaging_id ?? []);
    const known_ids = new Set(
      (
        await db.rows<{ id: number }>(
          "select id from packaging where business_id = $1 and id = any($2::bigint[])",
          [business_id, ids],
        )
      ).map(({ id }) => id),
    );
    const unknown = packages.flatMap(({ packaging_id }, index) =>
      packaging_id == null || known_ids.has(packaging_id)
        ? []
        : [{ field: `packages/${index}/packaging_id`, message: messages.is_no_packaging }],
    );
    if (unknown.length > 0)
      throw refuse("unknown_packaging", { message: messages.unknown_packaging, errors: unknown });
    let differences = 0;
    const weights = [];
    for (const one of packages) {
      const row = {
        packaging_id: one.packaging_id ?? null,
        outer_length_mm: one.outer_length_mm ?? null,
        outer_width_mm: one.outer_width_mm ?? null,
        outer_height_mm: one.outer_height_mm ?? null,
        weight_g: one.weight_g ?? null,
        package_no: one.package_no,
        note: one.note ?? "",
      };
      await saveActual(context, packing_plan_id, row);
      const planned = solution.packages[one.package_no - 1];
      const packaging = contents.packagings.find(({ ref }) => ref === planned?.packaging_id);
      if (planned === undefined || packaging === undefined) throw new Error("A package is of no packaging.");
      if (findDifferences(row, planned, packaging).length > 0) differences += 1;
      weights.push(...findPieceWeight(contents.items, planned, packaging, row.weight_g));
    }
    const after = await PackingPlanRecord.change(context, plan, {});
    emit({
      subject: { type: "packing_plan", id: packing_plan_id },
      kind: "packing.actual_recorded",
      payload: { packages: packages.map(({ package_no }) => package_no), differences },
    });
    return {
      result: true,
      version: after.version,
      weights,
      packing_plan: buildPlanView(context, after, await loadActual(context, packing_plan_id)),
    };
  },
});
