/** Handovers through lockers. */
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { ResaleHandoversInput } from "../../../../packages/client/client.gen.ts";
import { client } from "../../../api/client.ts";

export type { ResaleHandover } from "../../../../packages/client/client.gen.ts";

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
