/** Shipping orders: the customer's own, and those of all customers for the business. */
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { CustomerShippingOrdersAllInput } from "../../../../packages/client/client.gen.ts";
import { ApiError, client } from "../../../api/client.ts";
import type { TimelineDocument } from "../../../parts/timeline/arrange.ts";

export type {
  BillStep,
  CustomerOrder,
  CustomerOrderSummary,
  PriceLine,
  ShippingOrder,
  ShippingOrderSummary,
  ShippingPackage,
} from "../../../../packages/client/client.gen.ts";

/** First part of the keys of all queries of this file. */
export const SHIPPING_KEY = ["shipping-orders"];

export const offeredServicesQuery = queryOptions({
  queryKey: [...SHIPPING_KEY, "services"],
  meta: { live: ["customer_service"] },
  queryFn: async ({ signal }) => (await client.customerShippingServices({}, { signal })).services,
});

export const serviceConfigQuery = (service_code: string) =>
  queryOptions({
    queryKey: [...SHIPPING_KEY, "config", service_code],
    meta: { live: ["customer_service"] },
    queryFn: async ({ signal }) =>
      (await client.customerShippingServiceConfig({ service_code }, { signal })).config,
  });

export const ownOrdersQuery = (input: CustomerShippingOrdersAllInput) =>
  queryOptions({
    queryKey: [...SHIPPING_KEY, "own", input],
    meta: { live: ["shipping_order"] },
    queryFn: ({ signal }) => client.customerShippingOrdersAll(input, { signal }),
    placeholderData: keepPreviousData,
  });

export const ownOrderQuery = (shipping_order_id: number) =>
  queryOptions({
    queryKey: [...SHIPPING_KEY, "own-order", shipping_order_id],
    meta: { live: [{ shipping_order: shipping_order_id }] },
    queryFn: async ({ signal }) =>
      (await client.customerShippingOrder({ shipping_order_id }, { signal })).order,
  });

export const customerOrderQuery = (shipping_order_id: number) =>
  queryOptions({
    queryKey: [...SHIPPING_KEY, "one", shipping_order_id],
    meta: { live: [{ shipping_order: shipping_order_id }] },
    queryFn: async ({ signal }) =>
      (await client.clientCustomerOrder({ shipping_order_id }, { signal })).order,
  });

/** Null while no event of it is known. `subject` is whose changes are followed. */
export const orderTimelineQuery = (tracking_number: string, subject: Record<string, number>) =>
  queryOptions({
    queryKey: [...SHIPPING_KEY, "timeline", tracking_number],
    meta: { live: [subject] },
    queryFn: async ({ signal }): Promise<TimelineDocument | null> => {
      try {
        return (await client.otepTracking({ tracking_number }, { signal })) as unknown as TimelineDocument;
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return null;
        throw error;
      }
    },
    staleTime: 15_000,
  });
