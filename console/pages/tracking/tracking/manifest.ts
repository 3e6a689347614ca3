import { IconMapSearch } from "#icons";
import { defineManifest } from "../../../manifest.ts";

export const manifest = defineManifest({
  public_pages: {
    "/track": {
      title: "Track a parcel",
      document: "tracking.html",
      load: () => import("./enter-number.tsx").then(({ EnterNumber }) => EnterNumber),
    },
    "/track/stop": {
      title: "Stop messages",
      document: "tracking.html",
      unindexed: true,
      load: () => import("./stop-messages.tsx").then(({ StopMessages }) => StopMessages),
    },
    "/track/notifications": {
      title: "Notifications",
      document: "tracking.html",
      unindexed: true,
      load: () => import("./notifications/choose.tsx").then(({ ChooseNotifications }) => ChooseNotifications),
    },
    "/track/$number": {
      title: "Tracking",
      document: "tracking.html",
      unindexed: true,
      load: () => import("./tracking.tsx").then(({ Tracking }) => Tracking),
    },
  },
  public_navigation: [
    {
      area: "orders",
      to: "/track",
      label: "Public tracking",
      icon: IconMapSearch,
      order: 90,
      key: "k",
      permission: "orders:read",
    },
  ],
});

declare module "../../../manifest.ts" {
  interface Manifests {
    "tracking/tracking": typeof manifest;
  }
}
