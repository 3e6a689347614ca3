/** The steps from a new business to its first route on the road: what each is, and whether the service has it. */
import { queryOptions } from "@tanstack/react-query";
import { client } from "../../../api/client.ts";

type StepId = "warehouse" | "drivers" | "orders" | "plan" | "release";

export interface Step {
  id: StepId;
  label: string;
  about: string;
  to: "/warehouses" | "/drivers" | "/orders" | "/plan" | "/routes";
  search?: { create: true };
}

export const STEPS: readonly Step[] = [
  {
    id: "warehouse",
    label: "Add your warehouse",
    about: "Where the goods are and routes start, with its address.",
    to: "/warehouses",
  },
  {
    id: "drivers",
    label: "Add drivers",
    about: "Each with a vehicle and what it carries; they sign in to the driver app.",
    to: "/drivers",
  },
  {
    id: "orders",
    label: "Enter the first orders",
    about: "One by one, or a file of many.",
    to: "/orders",
    search: { create: true },
  },
  {
    id: "plan",
    label: "Plan a day",
    about: "Orders become routes. Nothing changes until you commit the plan.",
    to: "/plan",
  },
  {
    id: "release",
    label: "Release a route",
    about: "The driver sees it in the app and can start.",
    to: "/routes",
  },
];

const RELEASED = ["RELEASED", "LOADED", "IN_PROGRESS", "COMPLETED", "CLOSED"] as const;

/** The steps that are done. */
export const doneStepsQuery = queryOptions({
  queryKey: ["routes", "first-steps"],
  queryFn: async ({ signal }): Promise<readonly StepId[]> => {
    const page = { per_page: 1 };
    const answers = await Promise.all([
      client.warehouses({ ...page, status: "open" }, { signal }),
      client.clientDrivers(page, { signal }),
      client.clientOrders(page, { signal }),
      client.clientRoutes(page, { signal }),
      client.clientRoutes({ ...page, status: [...RELEASED] }, { signal }),
    ]);
    return STEPS.filter((_, index) => (answers[index]?.total ?? 0) > 0).map(({ id }) => id);
  },
  // Each visit of the page looks again: a step was probably done elsewhere.
  staleTime: 0,
});
