/** Price lists and surcharges, and what a shipment would cost. */
import { queryOptions } from "@tanstack/react-query";
import type { ClientPriceListTestInput } from "../../../../packages/client/client.gen.ts";
import { client } from "../../../api/client.ts";

export const PRICE_LISTS_KEY = ["price-lists"];
export const SURCHARGES_KEY = ["surcharges"];

export const priceListsQuery = queryOptions({
  queryKey: PRICE_LISTS_KEY,
  queryFn: ({ signal }) => client.clientPriceLists({ per_page: 100 }, { signal }),
});

export const priceListQuery = (price_list_id: number) =>
  queryOptions({
    queryKey: [...PRICE_LISTS_KEY, price_list_id],
    queryFn: async ({ signal }) => (await client.clientPriceList({ price_list_id }, { signal })).price_list,
  });

/** All versions of a list, the newest first. */
export const versionsQuery = (root_id: number) =>
  queryOptions({
    queryKey: [...PRICE_LISTS_KEY, "versions", root_id],
    queryFn: async ({ signal }) =>
      (await client.clientPriceLists({ root_id, per_page: 100 }, { signal })).price_lists,
  });

export const surchargesQuery = queryOptions({
  queryKey: SURCHARGES_KEY,
  queryFn: async ({ signal }) => (await client.clientSurcharges({ per_page: 200 }, { signal })).surcharges,
});

export const testQuery = (input: ClientPriceListTestInput) =>
  queryOptions({
    queryKey: [...PRICE_LISTS_KEY, "test", input],
    queryFn: ({ signal }) => client.clientPriceListTest(input, { signal }),
    // The last result stays while the next one is calculated.
    placeholderData: (last) => last,
    retry: false,
    gcTime: 10_000,
  });
