import { IconPlugConnected } from "#icons";
import { defineManifest } from "../../../manifest.ts";

export const manifest = defineManifest({
  pages: {
    "/event-providers": {
      title: "Event providers",
      about: "Carriers, lockers and partners that send tracking events, and their keys.",
      load: () => import("./providers.tsx").then(({ Providers }) => Providers),
    },
    "/settings/providers": { redirect: "/event-providers" },
  },
  navigation: [
    {
      area: "build",
      to: "/event-providers",
      label: "Event providers",
      icon: IconPlugConnected,
      order: 10,
      reads: ["otepProviders"],
      roles: ["client_admin"],
    },
  ],
});

declare module "../../../manifest.ts" {
  interface Manifests {
    "integration/partners": typeof manifest;
  }
}
