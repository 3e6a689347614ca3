/** Address suggestions. */
import { queryOptions } from "@tanstack/react-query";
import type { Place } from "../../../packages/client/client.gen.ts";
import { client } from "../../api/client.ts";

export const suggestionsQuery = (q: string) =>
  queryOptions({
    queryKey: ["addresses", q],
    queryFn: async ({ signal }) => (await client.addressbookResolve({ q }, { signal })).suggestions,
    staleTime: 60_000,
  });

export function oneLine(place: Place | null | undefined): string {
  if (!place) return "";
  return [place.line1, place.line2, place.postal_code, place.city].filter(Boolean).join(", ");
}

/** Where an address is, as the address book or the geocoder knows it; null when neither does. `address_text` is a place as JSON. */
export const locationQuery = (address_text: string) =>
  queryOptions({
    queryKey: ["addresses", "location", address_text],
    queryFn: async ({ signal }) => {
      const { place } = await client.addressbookValidate(
        { place: JSON.parse(address_text) as Place },
        { signal },
      );
      const { lat, lng } = place;
      return typeof lat === "number" && typeof lng === "number" ? { lat, lng } : null;
    },
    staleTime: 60_000,
  });
