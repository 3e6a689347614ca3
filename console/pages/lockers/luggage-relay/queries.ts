/** Bags between two lockers. */
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { LuggageRelaysInput } from "../../../../packages/client/client.gen.ts";
import { client } from "../../../api/client.ts";

export type { LuggageRelay } from "../../../../packages/client/client.gen.ts";

export const relaysQuery = (filters: LuggageRelaysInput) =>
  queryOptions({
    queryKey: ["relays", "list", filters],
    meta: { live: ["luggage_relay"] },
    queryFn: ({ signal }) => client.luggageRelays(filters, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 15_000,
  });
