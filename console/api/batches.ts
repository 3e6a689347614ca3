/** Orders made in the background. */
import { queryOptions } from "@tanstack/react-query";
import type { OrderDraft } from "./orders.ts";
import { get, post } from "./transport.ts";

export interface BatchItem {
  index: number;
  result: boolean;
  order_id: number | null;
  tracking_number: string | null;
  ref: string | null;
  errors: { field: string; message: string }[];
}

export const startBatch = (orders: OrderDraft[]) =>
  post<{ asyncId: string }>("/api/v1/client/batchOrderCreateAsync", { orders });

interface BatchAnswer {
  finished: boolean;
  failure: string | null;
  total: number;
  created: number;
  failed: number;
  orders: BatchItem[];
}

export const batchQuery = (async_id: string) =>
  queryOptions({
    queryKey: ["batches", async_id],
    queryFn: async ({ signal }) => {
      const answer = await get<BatchAnswer>(`/api/v1/client/async/${async_id}`, {}, { signal });
      return {
        finished: answer.finished,
        failure: answer.failure,
        total: answer.total,
        done: answer.created,
        failed_items: answer.orders.filter((item) => !item.result),
      };
    },
  });
