/** Stock, receipts and counts. */
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { InventoryInput } from "../../packages/client/client.gen.ts";
import { client } from "./client.ts";

export type {
  CountBin,
  InventoryLine,
  Receipt,
  ReceiptLine,
  ReceiptReceiveInput,
  ReceiptScan,
  StockCount,
} from "../../packages/client/client.gen.ts";

export const STOCK_PER_PAGE = 100;

export const inventoryQuery = (filter: InventoryInput) =>
  queryOptions({
    queryKey: ["stock", "inventory", filter],
    // As of a past time nothing changes.
    ...(filter.as_of === undefined ? { meta: { live: ["stock_batch"] } } : {}),
    queryFn: ({ signal }) => client.inventory({ ...filter, per_page: STOCK_PER_PAGE }, { signal }),
    placeholderData: keepPreviousData,
  });

export const receiptsQuery = (status: "open" | "ended", q: string) =>
  queryOptions({
    queryKey: ["receipts", "list", status, q],
    meta: { live: ["receipt"] },
    queryFn: ({ signal }) =>
      client.receipts(
        {
          per_page: 100,
          status: status === "open" ? ["expected", "receiving"] : ["closed", "cancelled", "rolled_back"],
          ...(q.length < 2 ? {} : { q }),
        },
        { signal },
      ),
    placeholderData: keepPreviousData,
  });

export const receiptQuery = (receipt_id: number) =>
  queryOptions({
    queryKey: ["receipts", "one", receipt_id],
    meta: { live: [{ receipt: receipt_id }] },
    queryFn: ({ signal }) => client.receipt({ receipt_id }, { signal }),
  });

export const receiptScansQuery = (receipt_id: number) =>
  queryOptions({
    queryKey: ["receipts", "scans", receipt_id],
    meta: { live: [{ receipt: receipt_id }] },
    queryFn: ({ signal }) => client.receiptScans({ receipt_id, limit: 20 }, { signal }),
  });

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
