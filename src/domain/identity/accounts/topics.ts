/** What accounts ask of families above them. */
import { defineTopic } from "#operation/define/topic.ts";

/** Of the warehouses where an account shall work, those that the business does not have, or has closed. */
export const unknownWarehousesRequested = defineTopic<{ warehouse_ids: readonly number[] }, number[]>(
  "account.unknown_warehouses_requested",
);
