/** The customer's own wallet. */
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { client } from "../../../api/client.ts";

export type { WalletTransaction } from "../../../../packages/client/client.gen.ts";

/** First part of the keys of all queries of this file. */
export const WALLET_KEY = ["wallet"];

export const ownWalletQuery = queryOptions({
  queryKey: [...WALLET_KEY, "own"],
  meta: { live: ["wallet"] },
  queryFn: ({ signal }) => client.customerWallet({}, { signal }),
});

const PAGE_ROWS = 25;

export const ownTransactionsQuery = infiniteQueryOptions({
  queryKey: [...WALLET_KEY, "transactions"],
  meta: { live: ["wallet"] },
  queryFn: ({ signal, pageParam }) =>
    client.customerWalletTransactions(
      { limit: PAGE_ROWS, ...(pageParam === null ? {} : { before: pageParam }) },
      { signal },
    ),
  initialPageParam: null as number | null,
  getNextPageParam: ({ next }) => next,
});

export const ownPaymentQuery = (payment_id: number) =>
  queryOptions({
    queryKey: [...WALLET_KEY, "payment", payment_id],
    meta: { live: [{ payment: payment_id }] },
    queryFn: async ({ signal }) => (await client.customerPayment({ payment_id }, { signal })).payment,
  });
