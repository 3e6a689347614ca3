/** Proofs of an order, from the audit of its operations. */
import { queryOptions } from "@tanstack/react-query";
import { post } from "./transport.ts";

export interface OrderProof {
  id: number;
  kind: string;
  file_id: number | null;
  signed_by: string | null;
  relation: string | null;
  captured_at: string;
}

export const proofsQuery = (order_id: number) =>
  queryOptions({
    queryKey: ["orders", "proofs", order_id],
    queryFn: async ({ signal }) => {
      const answer = await post<{ orders?: { proofs?: OrderProof[] }[] }>(
        "/api/v1/tracking/operationevents",
        { order_ids: [order_id] },
        { signal },
      );
      return answer.orders?.flatMap(({ proofs }) => proofs ?? []) ?? [];
    },
  });
