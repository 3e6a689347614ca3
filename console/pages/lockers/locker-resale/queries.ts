/** Handovers through lockers. */
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { ResaleHandoversInput } from "../../../../packages/client/client.gen.ts";
import { client } from "../../../api/client.ts";

export type { PublicLocker, ResaleHandover } from "../../../../packages/client/client.gen.ts";

export const handoversQuery = (filters: ResaleHandoversInput) =>
  queryOptions({
    queryKey: ["resale", "list", filters],
    meta: { live: ["resale_handover"] },
    queryFn: ({ signal }) => client.resaleHandovers(filters, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 15_000,
  });

export const evidenceQuery = (handover_id: number) =>
  queryOptions({
    queryKey: ["resale", "one", handover_id],
    meta: { live: [{ resale_handover: handover_id }] },
    queryFn: ({ signal }) => client.resaleHandoverEvidence({ handover_id }, { signal }),
    staleTime: 15_000,
  });

/** While somebody stands before the locker: its door and what is in it are told by the device, at any moment. */
const AT_LOCKER_MS = 4000;
const AT_LOCKER: readonly string[] = ["DEPOSIT_RESERVED", "CODE_ISSUED", "INSPECTED", "RETURN_TO_SELLER"];

export const handoverQuery = (handover_id: number) =>
  queryOptions({
    queryKey: ["resale", "own", handover_id],
    meta: { live: [{ resale_handover: handover_id }] },
    queryFn: async ({ signal }) => (await client.resaleHandover({ handover_id }, { signal })).handover,
    refetchInterval: ({ state }) => (AT_LOCKER.includes(state.data?.status ?? "") ? AT_LOCKER_MS : false),
  });

export const termsQuery = queryOptions({
  queryKey: ["resale", "terms"],
  queryFn: ({ signal }) => client.resaleTerms({}, { signal }),
  staleTime: 5 * 60_000,
});

export const lockersQuery = (from: { lat: number; lng: number } | null) =>
  queryOptions({
    queryKey: ["resale", "lockers", from],
    queryFn: ({ signal }) => client.lockers({ per_page: 200, ...from }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  });

/** Why the compartment that was chosen for a new handover could not be reserved, for its page. */
export const refusedReservationKey = (handover_id: number) => ["resale-refused", handover_id] as const;

/** The claim link is in one answer only: kept until the page is left or somebody else signs in. */
export const claimLinkKey = (handover_id: number) => ["resale-claim-link", handover_id] as const;
