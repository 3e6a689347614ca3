/** Bags between two lockers. */
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { LuggageRelaysInput } from "../../../../packages/client/client.gen.ts";
import { client } from "../../../api/client.ts";

export type { LuggageRelay, LuggageRelayOutput, RelayScan } from "../../../../packages/client/client.gen.ts";

export const RELAYS_KEY = ["relays"];

export const relaysQuery = (filters: LuggageRelaysInput) =>
  queryOptions({
    queryKey: [...RELAYS_KEY, "list", filters],
    meta: { live: ["luggage_relay"] },
    queryFn: ({ signal }) => client.luggageRelays(filters, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 15_000,
  });

export const relayQuery = (relay_id: number) =>
  queryOptions({
    queryKey: [...RELAYS_KEY, "one", relay_id],
    meta: { live: [{ luggage_relay: relay_id }] },
    queryFn: ({ signal }) => client.luggageRelay({ relay_id }, { signal }),
    staleTime: 15_000,
  });

export const optionsQuery = (relay_id: number) =>
  queryOptions({
    queryKey: [...RELAYS_KEY, "options", relay_id],
    meta: { live: ["locker_reservation", "locker_device"] },
    queryFn: async ({ signal }) => (await client.luggageRelayOptions({ relay_id }, { signal })).options,
    staleTime: 15_000,
  });
