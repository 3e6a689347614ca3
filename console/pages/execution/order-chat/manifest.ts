import { IconMessages } from "#icons";
import { defineManifest, STAFF } from "../../../manifest.ts";
import { readInboxFilters } from "./filters.ts";

export const manifest = defineManifest({
  pages: {
    "/conversations": {
      title: "Conversations",
      search: readInboxFilters,
      load: () => import("./inbox.tsx").then(({ Inbox }) => Inbox),
    },
  },
  navigation: [
    {
      area: "now",
      to: "/conversations",
      label: "Conversations",
      icon: IconMessages,
      order: 25,
      count: {
        of: "unread",
        key: "order-chat",
        live_subjects: ["order_chat"],
        load: () => import("./queries.ts").then(({ countUnread }) => countUnread),
      },
      reads: ["orderChatInbox"],
      roles: STAFF,
      feature: "order_chat",
    },
  ],
  settings: [
    {
      id: "conversations",
      group: "Notifications",
      order: 20,
      label: "Conversations",
      about: "Who writes about an order, until when, and how long it is kept.",
      permission: "settings:read",
      roles: STAFF,
      load: () => import("./chat-settings.tsx").then(({ ChatSettings }) => ChatSettings),
    },
  ],
});

declare module "../../../manifest.ts" {
  interface Manifests {
    "execution/order-chat": typeof manifest;
  }
}
