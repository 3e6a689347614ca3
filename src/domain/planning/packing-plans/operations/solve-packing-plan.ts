/**
 * Solve a packing plan, at once or in the background.
 *
 * Source: docs/contract/rest.md, rule 6 of the cross-cutting rules.
 */
import Type from "typebox";
import {
  pickOptions,
  prepareSolve,
  solveRefusals,
  storeOrQueue,
} from "#domain/planning/goods-plans/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { buildPlanView, getPlan, lockPlan, refuseStep, stepRefusals } from "../records/packing-plan.ts";
import { optionMembers, PackingPlan } from "../shapes.ts";
import { packingSolving } from "../solving.ts";

export const solvePackingPlan = defineOperation({
  name: "packingPlanSolve",
  summary: "Solve a packing plan",
  description:
    "Chooses the packages of the plan and where each piece lies. With async the answer comes at once and the plan is solved in the " +
    "background: read its progress with packingPlan, stop it with packingPlanCancel.",
  access: { roles: [...BUSINESS_ROLES, "customer"], scopes: ["packing:write"] },
  rest: { method: "POST", path: "/api/v1/packing-plans/{packing_plan_id}/solve", pending: "pending" },
  checks_idempotency_first: true,
  input: Type.Object({
    packing_plan_id: Ref("packing_plan"),
    ...optionMembers,
    async: Type.Optional(Type.Boolean({ description: "Solve it in the background." })),
  }),
  output: Type.Object({
    result: Type.Boolean(),
    pending: Type.Boolean({ description: "True while the plan is still to be solved." }),
    version: Type.Integer(),
    packing_plan: PackingPlan,
  }),
  refusals: {
    ...solveRefusals,
    ...stepRefusals,
    plan_outdated: "conflict",
    time_limit_too_long: "invalid",
  },

  async prepare(context, { packing_plan_id, async: in_background = false, ...input }) {
    const plan = await getPlan(context, packing_plan_id);
    refuseStep(context, plan, "solved");
    const options = { ...plan.options, ...pickOptions(input) };
    return prepareSolve(context, packingSolving, plan, options, in_background);
  },

  async run(context, { packing_plan_id }, prepared) {
    const { refuse, expectVersion, request } = context;
    if (request.disconnected?.().aborted) throw refuse("caller_disconnected");
    const plan = await lockPlan(context, packing_plan_id, "solved");
    expectVersion(plan.version);
    const after = await storeOrQueue(context, packingSolving, plan, prepared);
    return {
      result: true,
      pending: prepared.solved === null,
      version: after.version,
      packing_plan: buildPlanView(context, after, []),
    };
  },
});
