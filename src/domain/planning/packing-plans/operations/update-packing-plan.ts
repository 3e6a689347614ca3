/**
 * Change what a plan packs, or into what. Its packages no longer fit then, so it is a draft again until it is solved.
 *
 * Members that are absent stay as they were copied when the plan was saved; packagings are named anew all together.
 */
import Type from "typebox";
import { buildContentsChanges } from "#domain/planning/goods-plans/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { contentsRefusals, loadContents } from "../contents.ts";
import { deleteActual, loadActual } from "../records/packing-actual.ts";
import { buildPlanView, lockPlan, PackingPlanRecord, stepRefusals } from "../records/packing-plan.ts";
import { buildProblem } from "../rules.ts";
import { contentsInput, PackingPlan } from "../shapes.ts";

export const updatePackingPlan = defineOperation({
  name: "packingPlanUpdate",
  summary: "Update a packing plan",
  access: { roles: [...BUSINESS_ROLES, "customer"], scopes: ["packing:write"] },
  rest: { method: "PATCH", path: "/api/v1/packing-plans/{packing_plan_id}" },
  input: Type.Object({
    packing_plan_id: Ref("packing_plan"),
    name: Type.Optional(Type.String({ minLength: 1, maxLength: 120, pattern: "\\S" })),
    ...contentsInput,
    allow_unpacked: Type.Optional(Type.Boolean()),
  }),
  output: Type.Object({ result: Type.Boolean(), version: Type.Integer(), packing_plan: PackingPlan }),
  refusals: { ...contentsRefusals, ...stepRefusals },

  async run(context, { packing_plan_id, name, ...input }) {
    const { expectVersion, emit } = context;
    const plan = await lockPlan(context, packing_plan_id, "changed");
    expectVersion(plan.version);
    const contents = await loadContents(context, { ...input, order_id: plan.order_id }, plan.contents);
    const changes = buildContentsChanges(plan, { name, contents }, buildProblem);
    const after = await PackingPlanRecord.change(context, plan, changes);
    if (after.inputs_hash !== plan.inputs_hash) await deleteActual(context, packing_plan_id);
    emit({
      subject: { type: "packing_plan", id: packing_plan_id },
      kind: "packing.plan_changed",
      payload: {
        members: Object.keys({ ...(name === undefined ? {} : { name }), ...input }).filter(
          (member) => member !== "allow_unpacked",
        ),
      },
      before: { state: plan.state },
      after: { state: after.state },
    });
    const actual = await loadActual(context, packing_plan_id);
    return {
      result: true,
      version: after.version,
      packing_plan: buildPlanView(context, after, actual),
    };
  },
});
