/** The warehouses where goods of a service can be brought. */
import { loadWarehouses } from "#domain/warehouse/warehouses/public.ts";

export type ServiceWarehouse = Awaited<ReturnType<typeof loadServiceWarehouses>>[number];

/** The open warehouses of a service, in its order. */
export async function loadServiceWarehouses(
  context: Parameters<typeof loadWarehouses>[0],
  ids: readonly number[],
) {
  const warehouses_by_id = await loadWarehouses(context, ids);
  return ids.flatMap((id) => {
    const warehouse = warehouses_by_id.get(id);
    return warehouse === undefined || warehouse.status !== "open" ? [] : [warehouse];
  });
}

/** The place of a warehouse while it is open. */
export async function findWarehousePlace(
  context: Parameters<typeof loadWarehouses>[0],
  id: number | null,
): Promise<ServiceWarehouse["place"] | undefined> {
  if (id === null) return undefined;
  const [warehouse] = await loadServiceWarehouses(context, [id]);
  return warehouse?.place;
}
