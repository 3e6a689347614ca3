/**
 * Create a packing plan: free items, items for an order, or the parcels of an order.
 *
 * Contents are copied, so a plan means the same when the catalogue changes. Items without measures, and items that no
 * packaging holds even alone, are refused with an entry for each; `allow_unpacked` keeps the latter, listed as unpacked.
 *
 * Source: docs/contract/rest.md, rule 6 of the cross-cutting rules; the body is our choice.
 */
import Type from "typebox";
import { pickOptions } from "#domain/planning/goods-plans/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { Nullable, OrderId } from "#vocabulary/basics.ts";
import { Ref } from "#vocabulary/ref.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { contentsRefusals, loadContents } from "../contents.ts";
import { buildPlanView, insertPlan } from "../records/packing-plan.ts";
import { contentsInput, optionMembers, PackingPlan } from "../shapes.ts";

export const createPackingPlan = defineOperation({
  name: "packingPlanCreate",
  summary: "Create a packing plan",
  description:
    "The solver picks the combination of packagings that packs everything with the least total outer volume, then the fewest " +
    "packages, then the least cost. Packagings are whole categories or single ones of the catalogue, and custom sizes. " +
    "target_utilization_percent is a hard cap: no package is filled beyond this share of its inside. Solve it with packingPlanSolve.",
  destructive: false,
  access: { roles: [...BUSINESS_ROLES, "customer"], scopes: ["packing:write"] },
  rest: { method: "POST", path: "/api/v1/packing-plans", status: 201 },
  input: Type.Object({
    name: Type.Optional(Type.String({ maxLength: 120 })),
    order_id: Type.Optional(
      Nullable(
        Ref("order", {
          ...OrderId,
          description: "The order that the goods belong to; without items its parcels are packed.",
        }),
      ),
    ),
    ...contentsInput,
    ...optionMembers,
    allow_unpacked: Type.Optional(
      Type.Boolean({ description: "Items that fit nothing are listed as unpacked instead of refused." }),
    ),
  }),
  output: Type.Object({
    result: Type.Boolean(),
    packing_plan_id: Ref("packing_plan"),
    version: Type.Integer(),
    packing_plan: PackingPlan,
  }),
  refusals: contentsRefusals,

  async run(context, { name, ...input }) {
    const contents = await loadContents(context, input);
    const order_id = input.order_id ?? null;
    const plan = await insertPlan(context, {
      name: name?.trim() || (order_id === null ? contents.items[0]?.name : `#${order_id}`) || "",
      order_id,
      contents,
      options: pickOptions(input),
    });
    return {
      result: true,
      packing_plan_id: plan.id,
      version: plan.version,
      packing_plan: buildPlanView(context, plan, []),
    };
  },
});
