/** The packing instructions of a plan as a document: their contents are the plan as it is now. */
import type { DocumentRequest } from "#domain/files/documents/public.ts";
import type { Context } from "#operation/define/context.ts";
import type { PackingPlanRow } from "./records/packing-plan.ts";
import { listSteps } from "./steps.ts";
import { template } from "./template.ts";
import { words } from "./words.ts";

/** Null before the plan is solved. */
export function buildSheetDocument(
  { business }: Pick<Context, "business">,
  plan: PackingPlanRow,
): DocumentRequest<unknown> | null {
  const packages = listSteps(plan);
  if (packages.length === 0) return null;
  const language = business.locale;
  const say = (word: keyof typeof words) => words[word].format(language);
  const weight = new Intl.NumberFormat(language, { maximumFractionDigits: 2 });
  return {
    number: `PACK-${plan.id}`,
    template,
    subject: { type: "packing_plan", id: plan.id },
    language,
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
  };
}
