import { IconSettings } from "#icons";
import { defineManifest } from "../../../manifest.ts";

export const manifest = defineManifest({
  pages: {
    "/settings": { redirect: "/settings/business" },
    "/settings/$section": {
      title: "Settings",
      load: () => import("./settings.tsx").then(({ Settings }) => Settings),
    },
  },
  navigation: [
    {
      area: "settings",
      to: "/settings",
      label: "Settings",
      icon: IconSettings,
      order: 10,
      key: "s",
      reads: ["clientSettings"],
    },
  ],
  settings: [
    {
      id: "business",
      group: "Company",
      order: 10,
      label: "Business",
      about: "Name, time zone, depot and working hours.",
      permission: "settings:read",
      load: () => import("./business.tsx").then(({ Business }) => Business),
    },
    {
      id: "features",
      group: "Company",
      order: 30,
      label: "Features",
      about: "Features, switched on or off.",
      permission: "settings:read",
      load: () => import("./features.tsx").then(({ Features }) => Features),
    },
  ],
});

declare module "../../../manifest.ts" {
  interface Manifests {
    "identity/settings": typeof manifest;
  }
}
