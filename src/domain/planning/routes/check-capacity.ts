/** Refuses what a vehicle does not carry, unless the caller says that it shall be so. */
import Type from "typebox";
import type { Context } from "#operation/define/context.ts";
import { findCapacities } from "./drivers.ts";
import { messages } from "./messages.ts";
import { findOverloads, formatOverloads } from "./overload.ts";
import type { RouteRow } from "./records/route.ts";

/** Member of every command that can put too much on a vehicle. */
export const allowOverCapacity = Type.Optional(
  Type.Boolean({
    description:
      "Do it even if the vehicle then carries more than its capacity; refused with `over_capacity` otherwise.",
  }),
);

/**
 * Refuses `over_capacity` for the first of these routes, as saved, whose vehicle carries less. What was too much already
 * in `before` and does not grow is not refused; a route that gets another vehicle is checked as if it had been empty.
 */
export async function expectCapacity(
  context: Context<"over_capacity">,
  saved: readonly RouteRow[],
  before: Pick<RouteRow, "id" | "load" | "vehicle_id"> | null,
  allowed: boolean | undefined,
): Promise<void> {
  if (allowed === true) return;
  const capacities = await findCapacities(
    context.db,
    context.business_id,
    saved.map(({ vehicle_id }) => vehicle_id),
  );
  for (const route of saved) {
    const capacity = capacities.get(route.vehicle_id ?? 0) ?? null;
    const overloads = findOverloads(
      route.load,
      capacity,
      before?.id === route.id && before.vehicle_id === route.vehicle_id ? before.load : {},
    );
    if (overloads.length === 0) continue;
    throw context.refuse("over_capacity", {
      message: messages.over_capacity,
      values: { amounts: formatOverloads(overloads), route: route.number },
      errors: overloads.map((one) => ({
        field: "allow_over_capacity",
        code: "over_capacity",
        message: messages.overload_on_route.with({ overloads: formatOverloads([one]), route: route.number }),
      })),
    });
  }
}
