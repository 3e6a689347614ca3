/** The customer's own ship-outs. */
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { client } from "../../../../api/client.ts";
import { STORAGE_KEY } from "../../storage-orders/queries.ts";

export type { ServiceConfig, Shipout, ShipoutSummary } from "../../../../../packages/client/client.gen.ts";

export const offeredShipoutsQuery = queryOptions({
  queryKey: [...STORAGE_KEY, "shipout-services"],
  meta: { live: ["customer_service"] },
  queryFn: async ({ signal }) => (await client.customerShipoutServices({}, { signal })).services,
});

export const shipoutConfigQuery = (service_code: string) =>
  queryOptions({
    queryKey: [...STORAGE_KEY, "shipout-config", service_code],
    meta: { live: ["customer_service"] },
    queryFn: async ({ signal }) =>
      (await client.customerShipoutServiceConfig({ service_code }, { signal })).config,
  });

export const ownShipoutsQuery = infiniteQueryOptions({
  queryKey: [...STORAGE_KEY, "own-shipouts"],
  meta: { live: ["shipout"] },
  queryFn: ({ signal, pageParam }) =>
    client.customerShipouts(
      { per_page: 50, ...(pageParam === null ? {} : { cursor: pageParam }) },
      { signal },
    ),
  initialPageParam: null as string | null,
  getNextPageParam: ({ next_cursor }) => next_cursor,
});

export const ownShipoutQuery = (shipout_id: number) =>
  queryOptions({
    queryKey: [...STORAGE_KEY, "own-shipout", shipout_id],
    meta: { live: [{ shipout: shipout_id }] },
    queryFn: async ({ signal }) => (await client.customerShipout({ shipout_id }, { signal })).shipout,
  });
