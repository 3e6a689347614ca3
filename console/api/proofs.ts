/** Proofs of an order: what was captured at the hand-over. */
import { queryOptions } from "@tanstack/react-query";
import { post } from "./transport.ts";

export interface OrderProof {
  proof_id: number;
  kind: string;
  file_id: number | null;
  signed_by: string | null;
  captured_at: string;
}

export const proofsQuery = (order_id: number) =>
  queryOptions({
    queryKey: ["orders", "proofs", order_id],
    queryFn: async ({ signal }) => {
      const { events } = await post<{ events: { proofs: OrderProof[] }[] }>(
        "/api/v1/tracking/operationevents",
        { order_ids: [order_id], per_page: 200 },
        { signal },
      );
      const proofs = new Map(events.flatMap((event) => event.proofs).map((proof) => [proof.proof_id, proof]));
      return [...proofs.values()];
    },
  });
