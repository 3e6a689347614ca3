import { defineManifest } from "../../../manifest.ts";

export const manifest = defineManifest({
  settings: [
    {
      id: "providers",
      group: "Connections",
      order: 20,
      label: "Event providers",
      about: "Carriers, lockers and partners that send tracking events, and their keys.",
      permission: "settings:read",
      roles: ["client_admin"],
      load: () => import("./providers.tsx").then(({ Providers }) => Providers),
    },
  ],
});

declare module "../../../manifest.ts" {
  interface Manifests {
    "integration/partners": typeof manifest;
  }
}
