/** Change what a plan loads, or into what. Its load no longer fits then, so it is a draft again until it is solved. */
import Type from "typebox";
import { buildContentsChanges } from "#domain/planning/goods-plans/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { contentsRefusals, loadContents, toItems } from "../contents.ts";
import { buildPlanView, LoadingPlanRecord, lockPlan, stepRefusals } from "../records/loading-plan.ts";
import { buildProblem } from "../rules.ts";
import { contentsInput, LoadingPlan } from "../shapes.ts";

const { items, ...rest } = contentsInput;

export const updateLoadingPlan = defineOperation({
  name: "loadingPlanUpdate",
  summary: "Update a loading plan",
  access: { scopes: ["loading:write"] },
  rest: { method: "PATCH", path: "/api/v1/loading/plans/{loading_plan_id}" },
  input: Type.Object({
    loading_plan_id: Ref("loading_plan"),
    name: Type.Optional(Type.String({ minLength: 1, maxLength: 120, pattern: "\\S" })),
    items: Type.Optional(items),
    ...rest,
    allow_unplaced: Type.Optional(Type.Boolean()),
  }),
  output: Type.Object({ result: Type.Boolean(), version: Type.Integer(), loading_plan: LoadingPlan }),
  refusals: { ...contentsRefusals, ...stepRefusals },

  async run(context, { loading_plan_id, name, items: named_items, ...input }) {
    const { expectVersion, emit } = context;
    const plan = await lockPlan(context, loading_plan_id, "changed");
    expectVersion(plan.version);
    const items = named_items === undefined ? plan.contents.items : toItems(named_items);
    const contents = await loadContents(context, items, input, plan.contents);
    const changes = buildContentsChanges(plan, { name, contents }, buildProblem);
    const after = await LoadingPlanRecord.change(context, plan, {
      ...changes,
      is_edited: plan.is_edited && changes.inputs_hash === plan.inputs_hash,
    });
    emit({
      subject: { type: "loading_plan", id: loading_plan_id },
      kind: "loading.plan_changed",
      payload: {
        members: Object.keys({
          ...(name === undefined ? {} : { name }),
          ...(named_items === undefined ? {} : { items: named_items }),
          ...input,
        }).filter((member) => member !== "allow_unplaced"),
      },
      before: { state: plan.state },
      after: { state: after.state },
    });
    return { result: true, version: after.version, loading_plan: buildPlanView(context, after, []) };
  },
});
