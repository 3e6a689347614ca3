import { IconBike, IconMotorbike } from "#icons";
import { readChatSearch } from "../../../field/chat-search.ts";
import { defineManifest, STAFF } from "../../../manifest.ts";

export const manifest = defineManifest({
  pages: {
    "/instant": {
      title: "Instant deliveries",
      load: () => import("./board.tsx").then(({ InstantBoard }) => InstantBoard),
    },
    "/my-jobs": {
      title: "Instant jobs",
      apps: ["rider", "driver"],
      load: () => import("./rider/rider.tsx").then(({ RiderPage }) => RiderPage),
    },
    "/my-jobs/chat/$order_id": {
      title: "Messages",
      apps: ["rider", "driver"],
      search: readChatSearch,
      load: () => import("./rider/chat.tsx").then(({ RiderChatPage }) => RiderChatPage),
    },
  },
  navigation: [
    {
      area: "dispatch",
      to: "/instant",
      label: "Instant deliveries",
      icon: IconMotorbike,
      order: 36,
      reads: ["clientInstantBoard"],
      roles: STAFF,
    },
    {
      area: "now",
      to: "/my-jobs",
      label: "Instant jobs",
      tab: "Jobs",
      icon: IconBike,
      order: 3,
      on_phone: true,
      reads: ["instantRider"],
      roles: ["driver"],
    },
  ],
});

declare module "../../../manifest.ts" {
  interface Manifests {
    "execution/instant-rider": typeof manifest;
  }
}
