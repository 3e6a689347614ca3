import { DATE_ARGUMENT, definePrompts } from "#operation/define/prompts.ts";

export const prompts = definePrompts([
  {
    name: "plan_the_day",
    order: 20,
    title: "Plan the day",
    description: "A plan of routes for a day as a preview, and what would stay without a route.",
    arguments: [DATE_ARGUMENT],
    build: ({ date }) => [
      `Plan the routes of ${date ?? "today"}.`,
      `Call build_route with ${JSON.stringify({ ...(date === undefined ? {} : { date }), preview: true, view: "summary", dry_run: true })}: it creates no route.`,
      "Report the routes with their drivers, stops, distance and duration; every unassigned order with its reason; and the drivers left out.",
      "Ask whether to create the routes. Only after a yes call build_route again without preview and dry_run, with confirm=true.",
    ],
  },
]);
