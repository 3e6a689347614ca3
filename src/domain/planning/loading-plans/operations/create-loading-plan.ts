/**
 * Create a loading plan of free items. Spaces are copied, so a plan means the same when the library changes. Items that no space
 * takes even alone are refused with an entry for each; `allow_unplaced` keeps them, listed as unplaced.
 */
import Type from "typebox";
import { pickOptions } from "#domain/planning/goods-plans/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { contentsRefusals, loadContents, toItems } from "../contents.ts";
import { buildPlanView, insertPlan } from "../records/loading-plan.ts";
import { contentsInput, LoadingPlan, optionMembers } from "../shapes.ts";

export const createLoadingPlan = defineOperation({
  name: "loadingPlanCreate",
  summary: "Create a loading plan",
  description:
    "Items for sea containers, air unit load devices, vehicles, truck bodies, breakbulk decks or custom spaces. The solver places as much " +
    "volume as possible in as few spaces as possible; door, contour, payload, floor load, axles, stacking, hazard classes, temperatures and the " +
    "order of stops are hard limits. Solve it with loadingPlanSolve.",
  destructive: false,
  access: { scopes: ["loading:write"] },
  rest: { method: "POST", path: "/api/v1/loading/plans", status: 201 },
  input: Type.Object({
    name: Type.Optional(Type.String({ maxLength: 120 })),
    ...contentsInput,
    ...optionMembers,
    allow_unplaced: Type.Optional(
      Type.Boolean({ description: "Items that fit no space are listed as unplaced instead of refused." }),
    ),
  }),
  output: Type.Object({
    result: Type.Boolean(),
    loading_plan_id: Ref("loading_plan"),
    version: Type.Integer(),
    loading_plan: LoadingPlan,
  }),
  refusals: contentsRefusals,

  async run(context, { name, items, ...input }) {
    const contents = await loadContents(context, toItems(items), input);
    const plan = await insertPlan(context, {
      name: name?.trim() || (contents.items[0]?.name ?? ""),
      route_id: null,
      contents,
      options: pickOptions(input),
    });
    return {
      result: true,
      loading_plan_id: plan.id,
      version: plan.version,
      loading_plan: buildPlanView(context, plan, []),
    };
  },
});
