import { IconListDetails, IconWebhook } from "#icons";
import { defineManifest, STAFF } from "../../../manifest.ts";
import { readDeliveryFilters } from "./filters.ts";

export const manifest = defineManifest({
  pages: {
    "/webhooks": {
      title: "Webhooks",
      load: () => import("./webhooks.tsx").then(({ Webhooks }) => Webhooks),
    },
    "/webhook-deliveries": {
      title: "Webhook deliveries",
      search: readDeliveryFilters,
      load: () => import("./deliveries.tsx").then(({ WebhookDeliveries }) => WebhookDeliveries),
    },
  },
  navigation: [
    {
      area: "build",
      to: "/webhooks",
      label: "Webhooks",
      icon: IconWebhook,
      order: 20,
      reads: ["webhookSettings"],
      roles: STAFF,
    },
    {
      area: "build",
      to: "/webhook-deliveries",
      label: "Webhook deliveries",
      icon: IconListDetails,
      order: 21,
      reads: ["webhookDeliveries"],
      roles: STAFF,
    },
  ],
});

declare module "../../../manifest.ts" {
  interface Manifests {
    "tracking/webhooks": typeof manifest;
  }
}
