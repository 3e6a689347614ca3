import { IconListCheck, IconMap2, IconScan } from "#icons";
import { readChatSearch } from "../../../field/chat-search.ts";
import { defineManifest } from "../../../manifest.ts";
import { readStopSearch } from "./stop-search.ts";

const apps = ["driver"] as const;

export const manifest = defineManifest({
  pages: {
    "/driver": {
      title: "Today",
      apps,
      load: () => import("./day.tsx").then(({ DayPage }) => DayPage),
    },
    "/driver/map": {
      title: "Map of today",
      apps,
      load: () => import("./day-map.tsx").then(({ DayMap }) => DayMap),
    },
    "/driver/scan": {
      title: "Scan parcels",
      apps,
      load: () => import("./scan.tsx").then(({ ScanPage }) => ScanPage),
    },
    "/driver/stops/$stop_id": {
      title: "Stop",
      apps,
      search: readStopSearch,
      load: () => import("./stop.tsx").then(({ StopPage }) => StopPage),
    },
    "/driver/chat/$order_id": {
      title: "Messages",
      apps,
      search: readChatSearch,
      load: () => import("./chat.tsx").then(({ ChatPage }) => ChatPage),
    },
  },
  navigation: [
    {
      area: "now",
      to: "/driver",
      label: "Today",
      icon: IconListCheck,
      order: 0,
      on_phone: true,
      landing: { driver: 1 },
      reads: ["driverRoutes"],
      roles: ["driver"],
    },
    {
      area: "now",
      to: "/driver/map",
      label: "Map of today",
      tab: "Map",
      icon: IconMap2,
      order: 0.1,
      reads: ["driverRoutes"],
      roles: ["driver"],
    },
    {
      area: "now",
      to: "/driver/scan",
      label: "Scan parcels",
      tab: "Scan",
      icon: IconScan,
      order: 0.2,
      reads: ["driverRoutes"],
      permission: "routes:write",
      roles: ["driver"],
    },
  ],
});

declare module "../../../manifest.ts" {
  interface Manifests {
    "execution/driver-app": typeof manifest;
  }
}
