/** Receipts. */
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { client } from "../../../api/client.ts";

export type {
  Receipt,
  ReceiptLine,
  ReceiptReceiveInput,
  ReceiptScan,
} from "../../../../packages/client/client.gen.ts";

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
