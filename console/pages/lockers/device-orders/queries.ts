/** Device orders: parcels in lockers. */
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { DeviceOrdersInput } from "../../../../packages/client/client.gen.ts";
import { client } from "../../../api/client.ts";

export type { DeviceOrder, DeviceOrderDetail } from "../../../../packages/client/client.gen.ts";

export const DEVICE_ORDERS_KEY = ["device-orders"];

export const deviceOrdersQuery = (filters: DeviceOrdersInput) =>
  queryOptions({
    queryKey: [...DEVICE_ORDERS_KEY, "list", filters],
    meta: { live: ["device_order"] },
    queryFn: ({ signal }) => client.deviceOrders(filters, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 15_000,
  });

export const deviceOrderQuery = (device_order_id: number) =>
  queryOptions({
    queryKey: [...DEVICE_ORDERS_KEY, "one", device_order_id],
    meta: { live: [{ device_order: device_order_id }] },
    queryFn: async ({ signal }) => (await client.deviceOrder({ device_order_id }, { signal })).device_order,
    staleTime: 15_000,
  });
