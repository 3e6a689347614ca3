/** Ship-outs and stored packages, as the business sees them. */
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { client } from "../../../api/client.ts";
import type { ShipoutsSearch, StoredSearch } from "./searches.ts";

export type {
  CustomerShipout,
  CustomerShipoutPackage,
  CustomerShipoutSummary,
  CustomerStoredPackage,
} from "../../../../packages/client/client.gen.ts";

const STATUSES = {
  to_pick: ["PAID"],
  picking: ["PICKING", "PACKED"],
  waiting: ["AWAITING_PRICE", "AWAITING_PAYMENT"],
  ended: ["SHIPPED", "DELIVERED", "CANCELLED"],
} as const;

const PER_PAGE = 50;

export const shipoutsQuery = (show: NonNullable<ShipoutsSearch["show"]>, q: string) =>
  infiniteQueryOptions({
    queryKey: ["shipouts", "list", show, q],
    meta: { live: ["shipout"] },
    queryFn: ({ signal, pageParam }) =>
      client.clientShipouts(
        {
          per_page: PER_PAGE,
          status: [...STATUSES[show]],
          ...(q.length < 2 ? {} : { q }),
          ...(pageParam === null ? {} : { cursor: pageParam }),
        },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }) => next_cursor,
  });

export const shipoutQuery = (shipout_id: number) =>
  queryOptions({
    queryKey: ["shipouts", "one", shipout_id],
    meta: { live: [{ shipout: shipout_id }, "stock_batch"] },
    queryFn: ({ signal }) => client.clientShipout({ shipout_id }, { signal }),
  });

export const storedPackagesQuery = (search: StoredSearch) =>
  infiniteQueryOptions({
    queryKey: ["stored-packages", search],
    meta: { live: ["stored_package", "storage_order", "stock_batch"] },
    queryFn: ({ signal, pageParam }) =>
      client.clientStoredPackages(
        { per_page: PER_PAGE, ...search, ...(pageParam === null ? {} : { cursor: pageParam }) },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }) => next_cursor,
  });
