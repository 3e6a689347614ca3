/** Stock. */
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { InventoryInput } from "../../../../packages/client/client.gen.ts";
import { client } from "../../../api/client.ts";

export type { InventoryLine } from "../../../../packages/client/client.gen.ts";

export const STOCK_PER_PAGE = 100;

export const inventoryQuery = (filter: InventoryInput) =>
  queryOptions({
    queryKey: ["stock", "inventory", filter],
    // As of a past time nothing changes.
    ...(filter.as_of === undefined ? { meta: { live: ["stock_batch"] } } : {}),
    queryFn: ({ signal }) => client.inventory({ ...filter, per_page: STOCK_PER_PAGE }, { signal }),
    placeholderData: keepPreviousData,
  });
