/** The loading sheet as PDF: a document of the plan, the same version while the plan is unchanged. */
import Type from "typebox";
import { issueSheet, sheetOutput } from "#domain/planning/goods-plans/public.ts";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { messages } from "../messages.ts";
import { getPlan } from "../records/loading-plan.ts";
import { listSteps, type SpaceSteps } from "../steps.ts";
import { template } from "../template.ts";
import { words } from "../words.ts";

export const getLoadingFile = defineOperation({
  name: "loadingPlanFile",
  summary: "Get the loading sheet as PDF",
  access: { scopes: ["loading:read"] },
  rest: { method: "GET", path: "/api/v1/loading/plans/{loading_plan_id}/file", bytes: "accept" },
  input: Type.Object({ loading_plan_id: Ref("loading_plan") }),
  output: Type.Object(sheetOutput),
  stores_document: true,
  refusals: { not_solved: "conflict", caller_disconnected: "unavailable" },

  async run(context, { loading_plan_id }) {
    const { business, refuse } = context;
    const plan = await getPlan(context, loading_plan_id);
    const spaces = listSteps(plan);
    if (spaces.length === 0) throw refuse("not_solved", { message: messages.not_solved });
    const language = business.locale;
    const say = (word: keyof typeof words) => words[word].format(language);
    return issueSheet(context, {
      name: `loading-${plan.id}.pdf`,
      number: `LOAD-${plan.id}`,
      template,
      subject: { type: "loading_plan", id: plan.id },
      contents: {
        business: business.name,
        title: plan.name === "" ? say("plan") : plan.name,
        facts: [
          [say("number"), String(plan.id)],
          ...(plan.route_id === null ? [] : [[say("route"), String(plan.route_id)] as const]),
        ],
        words: {
          space: say("space"),
          step: say("step"),
          item: say("item"),
          pieces: say("pieces"),
          stop: say("stop"),
          place: say("place"),
          upright: { length: say("length"), width: say("width"), height: say("height") },
        },
        spaces,
        figures: spaces.map((one) => listFigures(one, say, language)),
      },
    });
  },
});

function listFigures(
  { metrics, space }: SpaceSteps,
  say: (word: keyof typeof words) => string,
  language: string,
): (readonly [string, string])[] {
  const number = new Intl.NumberFormat(language, { maximumFractionDigits: 1 });
  const kg = (grams: number) => `${number.format(grams / 1000)} kg`;
  const { centre_of_gravity: centre, axle_loads } = metrics;
  const departure = axle_loads?.[0];
  return [
    [say("pieces"), String(metrics.items)],
    [
      say("weight"),
      space.payload_g === null ? kg(metrics.weight_g) : `${kg(metrics.weight_g)} / ${kg(space.payload_g)}`,
    ],
    [say("fill"), `${number.format(metrics.fill_percent)} %`],
    ...(centre === null ? [] : [[say("centre"), `${centre.x_mm}, ${centre.y_mm} mm`] as const]),
    ...(departure === undefined || space.axles === null
      ? []
      : ([
          [say("front"), `${kg(departure.front_g)} / ${kg(space.axles.front.max_g)}`],
          [say("rear"), `${kg(departure.rear_g)} / ${kg(space.axles.rear.max_g)}`],
        ] as const)),
  ];
}
