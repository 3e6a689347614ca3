/** Drivers of the business. */
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { client } from "../../../api/client.ts";

export type { DriverDocument, DriverSummary, LivePosition } from "../../../../packages/client/client.gen.ts";

export const driversQuery = queryOptions({
  queryKey: ["drivers", "list"],
  meta: { live: ["driver"] },
  queryFn: ({ signal }) => client.clientDrivers({ per_page: 200 }, { signal }),
  placeholderData: keepPreviousData,
  staleTime: 20_000,
});

/** One driver, with the version that a change names. */
export const driverInfoQuery = (driver_id: number) =>
  queryOptions({
    queryKey: ["drivers", "info", driver_id],
    meta: { live: [{ driver: driver_id }] },
    queryFn: async ({ signal }) => (await client.driverinfo({ driver_id }, { signal })).driver,
  });

/** Drivers on duty or on a break, with their last positions. */
export const positionsQuery = queryOptions({
  queryKey: ["drivers", "positions"],
  meta: { live: ["position", "driver"] },
  queryFn: async ({ signal }) => (await client.clientDriverPositions({}, { signal })).drivers,
});

export const driverRoutesQuery = (driver_id: number, date: string) =>
  queryOptions({
    queryKey: ["drivers", "routes", driver_id, date],
    meta: { live: ["route", "stop"] },
    queryFn: ({ signal }) => client.clientDriverRoutes({ driver_id, date }, { signal }),
  });

export const documentsQuery = (driver_id: number) =>
  queryOptions({
    queryKey: ["drivers", "documents", driver_id],
    meta: { live: ["driver_document"] },
    queryFn: async ({ signal }) =>
      (await client.driverinfoDocuments({ driver_id, per_page: 100 }, { signal })).documents,
  });

export const performanceQuery = (driver_id: number, from: string, to: string) =>
  queryOptions({
    queryKey: ["drivers", "performance", driver_id, from, to],
    meta: { live: ["route"] },
    queryFn: ({ signal }) => client.driverinfoPerformance({ driver_id, from, to }, { signal }),
  });
