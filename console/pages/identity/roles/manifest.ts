import { IconShieldCheck } from "#icons";
import { defineManifest, STAFF } from "../../../manifest.ts";

export const manifest = defineManifest({
  pages: {
    "/roles": {
      title: "Roles",
      about: "What each role of the staff may do.",
      load: () => import("./roles.tsx").then(({ Roles }) => Roles),
    },
  },
  navigation: [
    {
      area: "fleet",
      to: "/roles",
      label: "Roles",
      icon: IconShieldCheck,
      order: 95,
      reads: ["userPermissions"],
      permission: "employees:read",
      roles: STAFF,
    },
  ],
});

declare module "../../../manifest.ts" {
  interface Manifests {
    "identity/roles": typeof manifest;
  }
}
