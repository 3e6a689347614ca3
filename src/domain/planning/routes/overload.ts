/** Whether a vehicle carries what its route puts on board. Pure. */
import type { RouteLoad } from "./records/route.ts";

/** What a vehicle carries at most; null where it has no limit. */
export type Capacity = { [Kind in keyof RouteLoad]: number | null };

const MEASURES = [
  "units",
  "weight_g",
  "volume_cm3",
  "pallets",
] as const satisfies readonly (keyof RouteLoad)[];

const UNITS: Record<keyof RouteLoad, { unit: string; in_one: number }> = {
  units: { unit: "units", in_one: 1 },
  weight_g: { unit: "kg", in_one: 1000 },
  volume_cm3: { unit: "m³", in_one: 1e6 },
  pallets: { unit: "pallets", in_one: 1 },
};

export interface Overload {
  measure: keyof RouteLoad;
  load: number;
  capacity: number;
}

/**
 * Measures of the load that the vehicle does not carry. Those of `before` that were too much already, and that do not
 * grow, are left out: orders can be taken off an overloaded route one by one.
 */
export function findOverloads(
  load: Partial<RouteLoad>,
  capacity: Capacity | null,
  before: Partial<RouteLoad> = {},
): Overload[] {
  return MEASURES.flatMap((measure) => {
    const [value, most] = [load[measure] ?? 0, capacity?.[measure] ?? null];
    return most === null || value <= most || value <= (before[measure] ?? 0)
      ? []
      : [{ measure, load: value, capacity: most }];
  });
}

/** "184 of 180 units, 900 of 800 kg". */
export function formatOverloads(overloads: readonly Overload[]): string {
  return overloads
    .map(({ measure, load, capacity }) => {
      const { unit, in_one } = UNITS[measure];
      return `${load / in_one} of ${capacity / in_one} ${unit}`;
    })
    .join(", ");
}

/**
 * Orders, one after the other, for which a vehicle has no room beside this load. Each is counted as if it were on board
 * together with the largest load.
 */
export function listOrdersThatDoNotFit(
  orders: readonly ({ id: number } & RouteLoad)[],
  load: Partial<RouteLoad>,
  capacity: Capacity | null,
): number[] {
  let on_board = load;
  return orders.flatMap((order) => {
    const more = Object.fromEntries(
      MEASURES.map((measure) => [measure, (on_board[measure] ?? 0) + order[measure]]),
    );
    if (findOverloads(more, capacity, on_board).length > 0) return [order.id];
    on_board = more;
    return [];
  });
}
