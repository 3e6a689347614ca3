/** The packing instructions as PDF: a document of the plan, the same version while the plan is unchanged. */
import Type from "typebox";
import { issueSheet, sheetOutput } from "#domain/planning/goods-plans/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { messages } from "../messages.ts";
import { getPlan } from "../records/packing-plan.ts";
import { listSteps } from "../steps.ts";
import { template } from "../template.ts";
import { words } from "../words.ts";

export const getPackingFile = defineOperation({
  name: "packingPlanFile",
  summary: "Get packing instructions as PDF",
  access: { roles: [...BUSINESS_ROLES, "customer"], scopes: ["packing:read"] },
  rest: { method: "GET", path: "/api/v1/packing-plans/{packing_plan_id}/file", bytes: "accept" },
  input: Type.Object({ packing_plan_id: Ref("packing_plan") }),
  output: Type.Object(sheetOutput),
  stores_document: true,
  refusals: { not_solved: "conflict", caller_disconnected: "unavailable" },

  async run(context, { packing_plan_id }) {
    const { business, refuse } = context;
    const plan = await getPlan(context, packing_plan_id);
    const packages = listSteps(plan);
    if (packages.length === 0) throw refuse("not_solved", { message: messages.not_solved });
    const language = business.locale;
    const say = (word: keyof typeof words) => words[word].format(language);
    const weight = new Intl.NumberFormat(language, { maximumFractionDigits: 2 });
    return issueSheet(context, {
      name: `packing-${plan.id}.pdf`,
      number: `PACK-${plan.id}`,
      template,
      subject: { type: "packing_plan", id: plan.id },
      contents: {
        business: business.name,
        title: plan.name === "" ? say("plan") : plan.name,
        facts: [
          [say("plan"), String(plan.id)],
          ...(plan.order_id === null ? [] : [[say("order"), String(plan.order_id)] as const]),
        ],
        words: {
          package: say("package"),
          step: say("step"),
          upright: { length: say("length"), width: say("width"), height: say("height") },
        },
        weights: packages.map(({ weight_g }) => `${weight.format(weight_g / 1000)} kg`),
        packages,
      },
    });
  },
});
