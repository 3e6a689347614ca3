import { IconDeviceMobile } from "#icons";
import { defineManifest } from "../../../manifest.ts";

export const manifest = defineManifest({
  pages: {
    "/apps": {
      title: "Apps",
      about: "How your apps look, who signs in and who may register.",
      load: () => import("./apps.tsx").then(({ Apps }) => Apps),
    },
    "/settings/apps": { redirect: "/apps" },
    "/platform-apps": {
      title: "Apps",
      load: () => import("./platform-apps.tsx").then(({ PlatformApps }) => PlatformApps),
    },
  },
  navigation: [
    {
      area: "customers",
      to: "/apps",
      label: "Apps",
      icon: IconDeviceMobile,
      order: 30,
      reads: ["clientApps"],
      roles: ["client_admin"],
    },
    {
      area: "platform",
      to: "/platform-apps",
      label: "Apps",
      icon: IconDeviceMobile,
      order: 20,
      key: "m",
      reads: ["platformApps"],
    },
  ],
});

declare module "../../../manifest.ts" {
  interface Manifests {
    "identity/apps": typeof manifest;
  }
}
