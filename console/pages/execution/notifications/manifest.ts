import { defineManifest, STAFF } from "../../../manifest.ts";

export const manifest = defineManifest({
  settings: [
    {
      id: "notifications",
      group: "Notifications",
      order: 15,
      label: "Recipients' notifications",
      about: "What recipients are told of their orders, in which words, and when.",
      permission: "settings:read",
      roles: STAFF,
      load: () =>
        import("./notification-settings.tsx").then(({ NotificationSettings }) => NotificationSettings),
    },
  ],
});

declare module "../../../manifest.ts" {
  interface Manifests {
    "execution/notifications": typeof manifest;
  }
}
