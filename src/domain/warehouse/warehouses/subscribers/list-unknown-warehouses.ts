/** Tells accounts which of the warehouses where somebody shall work are none. */
import { unknownWarehousesRequested } from "#domain/identity/accounts/public.ts";
import { subscribe } from "#operation/define/topic.ts";
import { listUnknownWarehouses } from "../records/warehouse.ts";

export const listUnknownOfAccount = subscribe(unknownWarehousesRequested, (context, { warehouse_ids }) =>
  listUnknownWarehouses(context, warehouse_ids),
);
