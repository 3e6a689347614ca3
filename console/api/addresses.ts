/** Address suggestions. */
import { queryOptions } from "@tanstack/react-query";
import type { Place } from "./orders.ts";
import { get } from "./transport.ts";

export interface Suggestion {
  place: Place;
  source: string;
  label?: string;
  score?: number;
}

export const suggestionsQuery = (q: string) =>
  queryOptions({
    queryKey: ["addresses", q],
    queryFn: async ({ signal }) => {
      const answer = await get<{ suggestions: Suggestion[] }>("/api/v1/addressbook/resolve", { q }, { signal });
      return answer.suggestions;
    },
    staleTime: 60_000,
  });

export function oneLine(place: Place | null | undefined): string {
  if (!place) return "";
  return [place.line1, place.line2, place.postal_code, place.city].filter(Boolean).join(", ");
}
