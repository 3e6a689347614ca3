import { IconMessageQuestion } from "#icons";
import { defineManifest, STAFF } from "../../../manifest.ts";
import { readRequestFilters } from "./filters.ts";

export const manifest = defineManifest({
  pages: {
    "/recipient-requests": {
      title: "Requests of recipients",
      search: readRequestFilters,
      load: () => import("./recipient-requests.tsx").then(({ RecipientRequests }) => RecipientRequests),
    },
  },
  navigation: [
    {
      area: "orders",
      to: "/recipient-requests",
      label: "Requests of recipients",
      icon: IconMessageQuestion,
      order: 30,
      count: {
        of: "to answer",
        key: "recipient-requests",
        live_subjects: ["recipient_request"],
        load: () => import("./queries.ts").then(({ countOpenRequests }) => countOpenRequests),
      },
      reads: ["clientRecipientRequests"],
      roles: STAFF,
    },
  ],
  settings: [
    {
      id: "recipients",
      group: "Deliveries",
      order: 15,
      label: "Recipients",
      about: "What recipients may ask for by a link, and until when.",
      permission: "settings:read",
      load: () => import("./recipient-settings.tsx").then(({ RecipientSettings }) => RecipientSettings),
    },
  ],
});

declare module "../../../manifest.ts" {
  interface Manifests {
    "orders/recipient-requests": typeof manifest;
  }
}
