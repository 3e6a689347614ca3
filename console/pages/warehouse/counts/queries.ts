/** Counts of stock. */
import { queryOptions } from "@tanstack/react-query";
import { client } from "../../../api/client.ts";

export type { CountBin, StockCount } from "../../../../packages/client/client.gen.ts";

export const countsQuery = queryOptions({
  queryKey: ["counts", "list"],
  meta: { live: ["stock_count"] },
  queryFn: ({ signal }) => client.stockCounts({ per_page: 100 }, { signal }),
});

export const countQuery = (count_id: number) =>
  queryOptions({
    queryKey: ["counts", "one", count_id],
    meta: { live: [{ stock_count: count_id }] },
    queryFn: ({ signal }) => client.stockCount({ count_id }, { signal }),
  });
