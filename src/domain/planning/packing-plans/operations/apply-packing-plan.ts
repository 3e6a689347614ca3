/**
 * Write the packages of a plan onto the parcels of its order: outer measures, gross weight and contents.
 *
 * The number of parcels does not change, because each has a label; packages and parcels are matched in their sequence unless
 * `parcels` says otherwise. What the state of the order locks is refused, and nothing changes then.
 */
import Type from "typebox";
import { loadParcels, type MeasuredParcel, measureParcels } from "#domain/orders/orders/public.ts";
import { countPieces } from "#domain/planning/goods-plans/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { fields } from "#operation/response/platform-messages.ts";
import { Count, Nullable } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { messages } from "../messages.ts";
import { loadActual } from "../records/packing-actual.ts";
import {
  buildPlanView,
  getPlan,
  lockPlan,
  PackingPlanRecord,
  type PackingPlanRow,
  refuseStep,
  stepRefusals,
} from "../records/packing-plan.ts";
import { describeContents, describeReason, getOuter } from "../rules.ts";
import { PackingPlan } from "../shapes.ts";

const Measures = Type.Object(
  {
    length_mm: Nullable(Count),
    width_mm: Nullable(Count),
    height_mm: Nullable(Count),
    weight_g: Count,
    contents: Type.String(),
  },
  { $id: "PackedParcelMeasures" },
);

export const applyPackingPlan = defineOperation({
  name: "packingPlanApply",
  summary: "Apply a packing plan to its order",
  description:
    "The parcels of the order get outer measures, gross weight and contents of the packages. With preview nothing is written and the " +
    "response shows what would change.",
  access: { scopes: ["packing:write", "orders:write"] },
  rest: { method: "POST", path: "/api/v1/packing-plans/{packing_plan_id}/apply" },
  input: Type.Object({
    packing_plan_id: Ref("packing_plan"),
    preview: Type.Optional(Type.Boolean({ description: "Show what would change, and change nothing." })),
    parcels: Type.Optional(
      Type.Array(Type.Object({ parcel_id: Ref("parcel"), package_no: Type.Integer({ minimum: 1 }) }), {
        minItems: 1,
        maxItems: 200,
        description: "Which parcel each package becomes; in their sequence if absent.",
      }),
    ),
  }),
  output: Type.Object({
    result: Type.Boolean(),
    preview: Type.Boolean(),
    version: Type.Integer(),
    parcels: Type.Array(
      Type.Object({
        parcel_id: Ref("parcel"),
        label_code: Type.String(),
        package_no: Type.Integer(),
        before: Measures,
        after: Measures,
      }),
    ),
    packing_plan: PackingPlan,
  }),
  refusals: {
    ...stepRefusals,
    no_order: "conflict",
    unpacked_left: "conflict",
    parcel_count: "conflict",
    parcels_locked: "conflict",
    unknown_package: "invalid",
    unknown_parcel: "invalid",
    too_heavy_for_parcel: "invalid",
  },

  async run(context, { packing_plan_id, preview = false, parcels: parcel_pairs }) {
    const { db, business_id, now, refuse, say, expectVersion, emit } = context;
    const plan = preview
      ? await getPlan(context, packing_plan_id)
      : await lockPlan(context, packing_plan_id, "applied");
    if (preview) refuseStep(context, plan, "applied");
    expectVersion(plan.version);
    const { order_id, solution } = plan;
    if (order_id === null) throw refuse("no_order", { message: messages.no_order });
    if (solution === null) throw new Error("A solved plan has no packages.");
    if (solution.unpacked.length > 0) {
      const names = new Map(plan.contents.items.map(({ ref, name }) => [ref, name]));
      throw refuse("unpacked_left", {
        message: messages.unpacked_left,
        values: { count: countPieces(solution.unpacked) },
        errors: solution.unpacked.map(({ item_id, reason }) => ({
          field: item_id,
          code: reason,
          message: describeReason(names.get(item_id) ?? item_id, reason),
        })),
      });
    }
    const rows = await loadParcels(db, business_id, [order_id]);
    const pairs = parcel_pairs ?? rows.map(({ id }, index) => ({ parcel_id: id, package_no: index + 1 }));
    const known_ids = new Set(rows.map(({ id }) => id));
    const strange = pairs.flatMap(({ parcel_id }, index) => {
      const is_repeated = pairs.slice(0, index).some((other) => other.parcel_id === parcel_id);
      if (known_ids.has(parcel_id) && !is_repeated) return [];
      const message = is_repeated ? fields.named_twice : messages.no_parcel_of_order;
      return [{ field: `parcels/${index}/parcel_id`, message }];
    });
    if (strange.length > 0)
      throw refuse("unknown_parcel", { message: messages.unknown_parcel, errors: strange });
    const package_numbers = new Set(pairs.map(({ package_no }) => package_no));
    const wrong = pairs.find(({ package_no }) => package_no > solution.packages.length);
    if (parcel_pairs !== undefined && wrong !== undefined)
      throw refuse("unknown_package", {
        message: messages.unknown_package,
        values: { number: wrong.package_no },
      });
    if (
      rows.length !== solution.packages.length ||
      package_numbers.size !== solution.packages.length ||
      pairs.length !== rows.length
    )
      throw refuse("parcel_count", {
        message: messages.parcel_count,
        values: { parcels: rows.length, packages: solution.packages.length },
        extra: { parcels: rows.length, packages: solution.packages.length },
      });
    const after = pairs.map(({ parcel_id, package_no }) => buildParcel(plan, parcel_id, package_no));
    const measured = await measureParcels(context, { order_id, parcels: after, preview });
    if (measured === undefined) throw new Error("The order of a plan is gone.");
    if (measured.locked !== null)
      throw refuse("parcels_locked", {
        message: messages.parcels_locked,
        values: { reason: say(measured.locked) },
      });
    if (measured.faults.length > 0)
      throw refuse("too_heavy_for_parcel", {
        message: messages.too_heavy_for_parcel,
        values: { number: pairs[0]?.package_no ?? 1 },
        errors: measured.faults,
      });
    let stored_plan = plan;
    if (!preview) {
      stored_plan = await PackingPlanRecord.change(context, plan, {
        applied_at: now.toISOString(),
        applied_parcels: pairs,
      });
      emit({
        subject: { type: "packing_plan", id: packing_plan_id },
        kind: "packing.applied",
        payload: { order_id, parcels: pairs.length },
      });
    }
    const before = new Map(measured.before.map((row) => [row.id, row]));
    return {
      result: true,
      preview,
      version: stored_plan.version,
      parcels: after.map((parcel, index) => {
        const row = before.get(parcel.id);
        if (row === undefined) throw new Error("A parcel of the order is gone.");
        const { length_mm, width_mm, height_mm, weight_g, contents } = { ...row, ...parcel };
        return {
          parcel_id: parcel.id,
          label_code: row.label_code,
          package_no: pairs[index]?.package_no ?? 0,
          before: {
            length_mm: row.length_mm,
            width_mm: row.width_mm,
            height_mm: row.height_mm,
            weight_g: row.weight_g,
            contents: row.contents,
          },
          after: { length_mm, width_mm, height_mm, weight_g, contents },
        };
      }),
      packing_plan: buildPlanView(context, stored_plan, await loadActual(context, packing_plan_id)),
    };
  },
});

/** A package as a parcel. */
function buildParcel(
  { contents, solution }: PackingPlanRow,
  parcel_id: number,
  package_no: number,
): MeasuredParcel {
  const packed = solution?.packages[package_no - 1];
  const packaging = contents.packagings.find(({ ref }) => ref === packed?.packaging_id);
  if (packed === undefined || packaging === undefined)
    throw new Error(`The plan has no package ${package_no}.`);
  return {
    id: parcel_id,
    ...getOuter(packaging),
    weight_g: packed.weight_g,
    contents: describeContents(contents.items, packed),
  };
}
