/** Pack items without storing anything: what would be needed, in seconds. */
import Type from "typebox";
import { LIMITS, pickOptions, solveOrRefuse, solveRefusals } from "#domain/planning/goods-plans/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { contentsRefusals, loadContents } from "../contents.ts";
import { buildResult, showPackagings } from "../records/packing-plan.ts";
import { buildProblem } from "../rules.ts";
import { contentsInput, optionMembers, PackingPlan, PackingResult } from "../shapes.ts";
import { packingSolver } from "../solver.ts";

const { items, packagings } = PackingPlan.properties;

export const quickPack = defineOperation({
  name: "packingQuick",
  summary: "Pack items without storing a plan",
  effect: "read",
  access: { roles: [...BUSINESS_ROLES, "customer"], scopes: ["packing:read"] },
  rest: { method: "POST", path: "/api/v1/packing-plans/quick" },
  input: Type.Object({
    ...contentsInput,
    ...optionMembers,
    time_limit_s: Type.Optional(Type.Number({ minimum: 0.1, maximum: LIMITS.sync_s })),
    allow_unpacked: Type.Optional(Type.Boolean()),
  }),
  output: Type.Object({ result: Type.Boolean(), items, packagings, packing: PackingResult }),
  refusals: { ...contentsRefusals, ...solveRefusals },

  async prepare(context, input) {
    const contents = await loadContents(context, input);
    const options = packingSolver.withDefaults(pickOptions(input));
    const solution = await solveOrRefuse(context, packingSolver, buildProblem(contents), options);
    return { contents, solution, options };
  },

  async run(context, _input, { contents, solution, options }) {
    return {
      result: true,
      items: contents.items,
      packagings: showPackagings(context.actor, contents.packagings),
      packing: buildResult(context, contents, solution, options),
    };
  },
});
