/** What the pages of webhooks read. */
import { queryOptions } from "@tanstack/react-query";
import { client } from "../../../api/client.ts";

export const WEBHOOKS_KEY = ["webhooks"];

export const settingsQuery = queryOptions({
  queryKey: [...WEBHOOKS_KEY, "settings"],
  meta: { live: ["webhook_settings", "webhook_endpoint"] },
  queryFn: ({ signal }) => client.webhookSettings({}, { signal }),
});

export const eventTypesQuery = queryOptions({
  queryKey: [...WEBHOOKS_KEY, "types"],
  queryFn: ({ signal }) => client.webhookEventTypes({}, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

export type Settings = Awaited<ReturnType<typeof client.webhookSettings>>["settings"];
export type Endpoint = Settings["endpoints"][number];
export type Deliveries = Awaited<ReturnType<typeof client.webhookDeliveries>>;
export type Delivery = Deliveries["deliveries"][number];
export type DeliveryState = Delivery["state"];

/** Without the scheme, which is always the same, and cut where it is long. */
export const shortUrl = (url: string) => url.replace(/^https:\/\//, "");
