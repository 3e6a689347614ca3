/** What the pages of the warehouse app read. */
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { client } from "../../../api/client.ts";

export type {
  OutboundParcel,
  Putaway,
  ScanMatch,
  SortLane,
  WmsOutboundOutput,
  WmsSyncInput,
} from "../../../../packages/client/client.gen.ts";

export const putawaysQuery = (warehouse_id: number) =>
  queryOptions({
    queryKey: ["putaways", warehouse_id],
    meta: { live: ["stock_batch", "receipt"] },
    queryFn: ({ signal }) => client.putaways({ warehouse_id, per_page: 50 }, { signal }),
    enabled: warehouse_id > 0,
  });

export const lanesQuery = (warehouse_id: number, date: string | undefined) =>
  queryOptions({
    queryKey: ["lanes", warehouse_id, date],
    meta: { live: ["route", "parcel"] },
    queryFn: ({ signal }) =>
      client.wmsSort({ warehouse_id, ...(date === undefined ? {} : { date }) }, { signal }),
    enabled: warehouse_id > 0,
    placeholderData: keepPreviousData,
  });

export const outboundQuery = (route_id: number) =>
  queryOptions({
    queryKey: ["outbound", route_id],
    meta: { live: [{ route: route_id }, "parcel"] },
    queryFn: ({ signal }) => client.wmsOutbound({ route_id }, { signal }),
  });
