/** The steps from a new business to its first route on the road: what each is, and whether the service has it. */
import { queryOptions } from "@tanstack/react-query";
import { client } from "../../../api/client.ts";

type StepId = "warehouse" | "drivers" | "orders" | "plan" | "release";

export interface Step {
  id: StepId;
  to: "/warehouses" | "/drivers" | "/orders" | "/plan" | "/routes";
  search?: { create: true };
}

export const STEPS: readonly Step[] = [
  {
    id: "warehouse",
    to: "/warehouses",
  },
  {
    id: "drivers",
    to: "/drivers",
  },
  {
    id: "orders",
    to: "/orders",
    search: { create: true },
  },
  {
    id: "plan",
    to: "/plan",
  },
  {
    id: "release",
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
