import { IconMapSearch } from "@tabler/icons-react";
import { defineManifest } from "../../../manifest.ts";

export const manifest = defineManifest({
  public_pages: {
    "/track": {
      title: "Track a parcel",
      load: () => import("./enter-number.tsx").then(({ EnterNumber }) => EnterNumber),
    },
    "/track/stop": {
      title: "Stop messages",
      load: () => import("./stop-messages.tsx").then(({ StopMessages }) => StopMessages),
    },
    "/track/notifications": {
      title: "Notifications",
      load: () => import("./notifications/choose.tsx").then(({ ChooseNotifications }) => ChooseNotifications),
    },
    "/track/$number": {
      title: "Tracking",
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
