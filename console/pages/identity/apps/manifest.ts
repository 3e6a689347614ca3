import { IconDeviceMobile } from "@tabler/icons-react";
import { defineManifest } from "../../../manifest.ts";

export const manifest = defineManifest({
  pages: {
    "/platform-apps": {
      title: "Apps",
      load: () => import("./platform-apps.tsx").then(({ PlatformApps }) => PlatformApps),
    },
  },
  navigation: [
    {
      to: "/platform-apps",
      label: "Apps",
      icon: IconDeviceMobile,
      order: 110,
      key: "m",
      permission: "platform:admin",
    },
  ],
  settings: [
    {
      id: "apps",
      group: "Customers",
      order: 40,
      label: "Apps",
      about: "How your apps look, who signs in and who may register.",
      permission: "settings:read",
      roles: ["client_admin"],
      load: () => import("./apps.tsx").then(({ Apps }) => Apps),
    },
  ],
});

declare module "../../../manifest.ts" {
  interface Manifests {
    "identity/apps": typeof manifest;
  }
}
