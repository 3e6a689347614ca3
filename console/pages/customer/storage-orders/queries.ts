/** Storage orders and stored packages: the customer's own, and those of all customers for the business. */
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type { ClientStorageOrdersInput } from "../../../../packages/client/client.gen.ts";
import { client } from "../../../api/client.ts";
import type { StorageOrdersSearch } from "./searches.ts";

export type {
  CustomerStorageOrder,
  CustomerStorageOrderSummary,
  ServiceConfig,
  StorageOrder,
  StorageOrderSummary,
  StoredPackage,
} from "../../../../packages/client/client.gen.ts";

/** First part of the keys of all queries of this file, and of the own ship-outs: they change each other. */
export const STORAGE_KEY = ["storage"];

const PER_PAGE = 50;

/** The form of a storage service; of the first one without a code. Null where the business offers none. */
export const storageConfigQuery = (service_code: string | undefined) =>
  queryOptions({
    queryKey: [...STORAGE_KEY, "config", service_code ?? ""],
    meta: { live: ["customer_service"] },
    queryFn: ({ signal }) =>
      client.customerStorageOrderConfig(service_code === undefined ? {} : { service_code }, { signal }),
    retry: false,
  });

export const ownStorageOrdersQuery = infiniteQueryOptions({
  queryKey: [...STORAGE_KEY, "own-orders"],
  meta: { live: ["storage_order", "stored_package"] },
  queryFn: ({ signal, pageParam }) =>
    client.customerStorageOrders(
      { per_page: PER_PAGE, ...(pageParam === null ? {} : { cursor: pageParam }) },
      { signal },
    ),
  initialPageParam: null as string | null,
  getNextPageParam: ({ next_cursor }) => next_cursor,
});

export const ownPackagesQuery = (available: boolean) =>
  infiniteQueryOptions({
    queryKey: [...STORAGE_KEY, "own-packages", available],
    meta: { live: ["stored_package", "storage_order", "shipout"] },
    queryFn: ({ signal, pageParam }) =>
      client.customerStoredPackages(
        { available, per_page: PER_PAGE, ...(pageParam === null ? {} : { cursor: pageParam }) },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }) => next_cursor,
  });

export const ownStorageOrderQuery = (storage_order_id: number) =>
  queryOptions({
    queryKey: [...STORAGE_KEY, "own-order", storage_order_id],
    meta: { live: [{ storage_order: storage_order_id }, "stored_package"] },
    queryFn: async ({ signal }) =>
      (await client.customerStorageOrder({ storage_order_id }, { signal })).order,
  });

const FILTER_OF_VIEW: Record<NonNullable<StorageOrdersSearch["show"]>, ClientStorageOrdersInput> = {
  open: {
    status: ["PENDING", "CONFIRMED", "AWAITING_INBOUND", "PARTLY_RECEIVED", "STORED", "PARTLY_OUT"],
  },
  overdue: { billing: "overdue" },
  to_price: { status: ["PENDING"] },
  ended: { status: ["CLOSED", "CANCELLED"] },
  all: {},
};

export const storageOrdersQuery = (show: NonNullable<StorageOrdersSearch["show"]>, q: string) =>
  infiniteQueryOptions({
    queryKey: [...STORAGE_KEY, "list", show, q],
    meta: { live: ["storage_order", "stored_package"] },
    queryFn: ({ signal, pageParam }) =>
      client.clientStorageOrders(
        {
          per_page: PER_PAGE,
          ...FILTER_OF_VIEW[show],
          ...(q.length < 2 ? {} : { q }),
          ...(pageParam === null ? {} : { cursor: pageParam }),
        },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }) => next_cursor,
  });

export const storageOrderQuery = (storage_order_id: number) =>
  queryOptions({
    queryKey: [...STORAGE_KEY, "one", storage_order_id],
    meta: { live: [{ storage_order: storage_order_id }, "stored_package", "stock_batch"] },
    queryFn: async ({ signal }) => (await client.clientStorageOrder({ storage_order_id }, { signal })).order,
  });
