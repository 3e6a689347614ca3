import { IconListCheck } from "#icons";
import { defineManifest } from "../../../manifest.ts";

export const manifest = defineManifest({
  pages: {
    "/first-steps": {
      title: "First steps",
      load: () => import("./first-steps-page.tsx").then(({ FirstStepsPage }) => FirstStepsPage),
    },
  },
  navigation: [
    {
      area: "settings",
      to: "/first-steps",
      label: "First steps",
      icon: IconListCheck,
      order: 90,
      in_help: true,
      permission: "settings:write",
      roles: ["client_admin"],
    },
  ],
});

declare module "../../../manifest.ts" {
  interface Manifests {
    "insight/first-steps": typeof manifest;
  }
}
