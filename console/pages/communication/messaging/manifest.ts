import { defineManifest } from "../../../manifest.ts";

export const manifest = defineManifest({
  settings: [
    {
      id: "messages",
      group: "Notifications",
      order: 10,
      label: "Messages",
      about: "Who sends texts and e-mail, and the delivery of each message.",
      permission: "settings:read",
      roles: ["client_admin"],
      load: () => import("./messages.tsx").then(({ Messages }) => Messages),
    },
  ],
});

declare module "../../../manifest.ts" {
  interface Manifests {
    "communication/messaging": typeof manifest;
  }
}
