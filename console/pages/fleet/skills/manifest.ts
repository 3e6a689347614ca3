import { IconCertificate } from "#icons";
import { defineManifest, STAFF } from "../../../manifest.ts";

export const manifest = defineManifest({
  pages: {
    "/skills": {
      title: "Skills",
      about: "What drivers and vehicles can do that orders need.",
      load: () => import("./skills.tsx").then(({ Skills }) => Skills),
    },
    "/settings/skills": { redirect: "/skills" },
  },
  navigation: [
    {
      area: "fleet",
      to: "/skills",
      label: "Skills",
      icon: IconCertificate,
      order: 40,
      reads: ["skills"],
      roles: STAFF,
    },
  ],
});

declare module "../../../manifest.ts" {
  interface Manifests {
    "fleet/skills": typeof manifest;
  }
}
