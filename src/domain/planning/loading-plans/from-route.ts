/** The goods of a route that are on board when it starts, in the order of its stops. */
import { loadParcels } from "#domain/orders/orders/public.ts";
import { getRouteWithStops, type RouteWithStops } from "#domain/planning/routes/public.ts";
import type { Context } from "#operation/define/context.ts";
import type { RefusalDetail } from "#operation/define/refusal.ts";
import { messages } from "./messages.ts";
import type { LoadedItem } from "./shapes.ts";

export const routeRefusals = {
  nothing_to_load: "invalid",
  not_measured: "invalid",
} as const;

interface Sides {
  length_mm: number;
  width_mm: number;
  height_mm: number;
}

/** Refuses an unknown route, one without goods, and parcels without measures unless `unmeasured` says what they count as. */
export async function loadRouteItems(
  { db, business_id, refuse }: Context<keyof typeof routeRefusals>,
  route_id: number,
  unmeasured: Sides | undefined,
): Promise<{ route: RouteWithStops; items: LoadedItem[] }> {
  const route = await getRouteWithStops(db, business_id, route_id);
  const stops = findLoadedOrders(route);
  if (stops.size === 0) throw refuse("nothing_to_load", { message: messages.nothing_to_load });
  const errors: RefusalDetail[] = [];
  const items = (await loadParcels(db, business_id, [...stops.keys()])).flatMap((parcel): LoadedItem[] => {
    const { id, order_id, seq, label_code, contents, weight_g } = parcel;
    const sides = findSides(parcel) ?? unmeasured;
    if (sides === undefined) {
      const message = messages.parcel_without_sizes.with({ label: label_code });
      errors.push({ field: `route_id/orders/${order_id}/parcels/${seq}`, code: "not_measured", message });
      return [];
    }
    return [
      {
        ref: `parcel-${id}`,
        name: contents === "" ? `#${order_id} · ${seq}` : contents,
        code: label_code,
        order_id,
        parcel_id: id,
        ...sides,
        quantity: 1,
        weight_g,
        stop_seq: stops.get(order_id)!,
      },
    ];
  });
  if (errors.length > 0) throw refuse("not_measured", { message: messages.not_measured, errors });
  if (items.length === 0) throw refuse("nothing_to_load", { message: messages.nothing_to_load });
  return { route, items };
}

function findSides(parcel: { [K in keyof Sides]: number | null }): Sides | undefined {
  const { length_mm, width_mm, height_mm } = parcel;
  if (length_mm === null || width_mm === null || height_mm === null) return undefined;
  return { length_mm, width_mm, height_mm };
}

/** Orders that are dropped off on the way and not picked up on it, with the position of the stop. */
function findLoadedOrders({ stops }: RouteWithStops): Map<number, number> {
  const tasks = stops.flatMap(({ seq, tasks: of }) =>
    of
      .filter(({ status }) => status !== "REMOVED")
      .map(({ order_id, action }) => ({ seq, order_id, action })),
  );
  const picked = new Set(tasks.filter(({ action }) => action === "pickup").map(({ order_id }) => order_id));
  return new Map(
    tasks
      .filter(({ order_id, action }) => action !== "pickup" && !picked.has(order_id))
      .map(({ order_id, seq }) => [order_id, seq]),
  );
}
