/** The loading sheet of a plan as a document: its contents are the plan as it is now. */
import type { DocumentRequest } from "#domain/files/documents/public.ts";
import type { Context } from "#operation/define/context.ts";
import type { LoadingPlanRow } from "./records/loading-plan.ts";
import { listSteps, type SpaceSteps } from "./steps.ts";
import { template } from "./template.ts";
import { words } from "./words.ts";

/** Null before the plan is solved. */
export function buildSheetDocument(
  { business }: Pick<Context, "business">,
  plan: LoadingPlanRow,
): DocumentRequest<unknown> | null {
  const spaces = listSteps(plan);
  if (spaces.length === 0) return null;
  const language = business.locale;
  const say = (word: keyof typeof words) => words[word].format(language);
  return {
    number: `LOAD-${plan.id}`,
    template,
    subject: { type: "loading_plan", id: plan.id },
    language,
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
  };
}

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
