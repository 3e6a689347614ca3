/** Change what a plan loads, or into what. Its load no longer fits then, so it is a draft again until it is solved. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Id } from "#vocabulary/basics.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { contentsRefusals, hashContents, loadContents, toItems } from "../contents.ts";
import { buildPlanView, getPlan, lockPlan, stepRefusals } from "../plans.ts";
import { contentsInput, LoadingPlan } from "../shapes.ts";

const { items, ...rest } = contentsInput;

export const updateLoadingPlan = defineOperation({
  name: "loadingPlanUpdate",
  summary: "Change a loading plan",
  effect: "write",
  access: { roles: BUSINESS_ROLES, scopes: ["loading:write"] },
  rest: { method: "PATCH", path: "/api/v1/loading/plans/{loading_plan_id}" },
  input: Type.Object({
    loading_plan_id: Id,
    name: Type.Optional(Type.String({ minLength: 1, maxLength: 120, pattern: "\\S" })),
    items: Type.Optional(items),
    ...rest,
    allow_unplaced: Type.Optional(Type.Boolean()),
  }),
  output: Type.Object({ result: Type.Boolean(), version: Type.Integer(), loading_plan: LoadingPlan }),
  refusals: { ...contentsRefusals, ...stepRefusals },

  async run(context, { loading_plan_id, name, items: named, ...input }) {
    const { db, business_id, expectVersion, emit } = context;
    const plan = await lockPlan(context, loading_plan_id, "changed");
    expectVersion(plan.version);
    const kept = named === undefined ? plan.contents.items : toItems(named);
    const contents = await loadContents(context, kept, input, plan.contents);
    const inputs_hash = hashContents(contents);
    const is_same = inputs_hash === plan.inputs_hash;
    await db.execute(
      `update loading_plan set name = $3, contents = $4, inputs_hash = $5, version = version + 1,
         state = case when $6 then state else 'draft' end, solution = case when $6 then solution end,
         is_edited = $6 and is_edited, failure = case when $6 then failure end,
         finished_at = case when $6 then finished_at end where business_id = $1 and id = $2`,
      [
        business_id,
        loading_plan_id,
        name?.trim() ?? plan.name,
        JSON.stringify(contents),
        inputs_hash,
        is_same,
      ],
    );
    const after = await getPlan(context, loading_plan_id);
    emit({
      subject: { type: "loading_plan", id: loading_plan_id },
      kind: "loading.plan_changed",
      payload: {
        members: Object.keys({
          ...(name === undefined ? {} : { name }),
          ...(named === undefined ? {} : { items: named }),
          ...input,
        }).filter((member) => member !== "allow_unplaced"),
      },
      before: { state: plan.state },
      after: { state: after.state },
    });
    return { result: true, version: after.version, loading_plan: buildPlanView(after, []) };
  },
});
