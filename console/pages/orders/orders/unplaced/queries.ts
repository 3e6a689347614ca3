/** Addresses that have no position, and where they may be. */
import { queryOptions } from "@tanstack/react-query";
import type { ClientOrdersUnplacedOutput } from "../../../../../packages/client/client.gen.ts";
import { client } from "../../../../api/client.ts";
import { oneLine } from "../../../../parts/address/queries.ts";
import type { Place } from "../queries.ts";

export type UnplacedAddress = ClientOrdersUnplacedOutput["addresses"][number];

export const unplacedQuery = queryOptions({
  queryKey: ["orders", "unplaced"],
  queryFn: ({ signal }) => client.clientOrdersUnplaced({}, { signal }),
  meta: { live: ["order"] },
});

/** For the navigation. */
export const countUnplaced = async ({ signal }: { signal: AbortSignal }) =>
  (await client.clientOrdersUnplaced({ limit: 0 }, { signal })).orders_total;

export interface Candidate {
  lat: number;
  lng: number;
  label: string;
  source: "entry" | "poi" | "history" | "geocoder";
}

/** Keys 1 to 9 choose one. */
const CANDIDATES_MAX = 9;

/** Places of the address book, of past orders and of the geocoder that may be meant, the likeliest first. */
export const candidatesQuery = (place: Place) => {
  const q = [place.line1, place.city].filter(Boolean).join(", ").slice(0, 200);
  return queryOptions({
    queryKey: ["addresses", "candidates", q],
    queryFn: async ({ signal }) => {
      const { suggestions, geocoder } = await client.addressbookResolve({ q, limit: 20 }, { signal });
      const candidates = suggestions.flatMap(({ place: candidate_place, source }): Candidate[] => {
        const { lat, lng } = candidate_place;
        return typeof lat === "number" && typeof lng === "number"
          ? [{ lat, lng, source, label: oneLine(candidate_place) }]
          : [];
      });
      return {
        candidates: candidates.slice(0, CANDIDATES_MAX),
        is_geocoder_away: geocoder === "unavailable",
      };
    },
    staleTime: 60_000,
    retry: false,
  });
};
