/** Settings of the business. */
import { queryOptions } from "@tanstack/react-query";
import { client } from "./client.ts";

export type { BusinessFacts, BusinessSettings } from "../../packages/client/client.gen.ts";

export const settingsQuery = queryOptions({
  queryKey: ["settings"],
  queryFn: ({ signal }) => client.clientSettings({}, { signal }),
  staleTime: 5 * 60_000,
});

/** Where vehicles start; null when no depot is set. */
export const depotQuery = queryOptions({
  ...settingsQuery,
  select: ({ settings }): { lat: number; lng: number; title: string } | null => {
    const { depot } = settings;
    if (typeof depot?.lat !== "number" || typeof depot.lng !== "number") return null;
    return { lat: depot.lat, lng: depot.lng, title: depot.name ?? "Depot" };
  },
});

export const priceListsQuery = queryOptions({
  queryKey: ["price-lists"],
  queryFn: ({ signal }) => client.clientPriceLists({ per_page: 100 }, { signal }),
});
