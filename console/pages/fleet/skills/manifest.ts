import { defineManifest } from "../../../manifest.ts";

export const manifest = defineManifest({
  settings: [
    {
      id: "skills",
      group: "Deliveries",
      order: 10,
      label: "Skills",
      about: "What drivers and vehicles can do that orders need.",
      permission: "drivers:read",
      load: () => import("./skills.tsx").then(({ Skills }) => Skills),
    },
  ],
});

declare module "../../../manifest.ts" {
  interface Manifests {
    "fleet/skills": typeof manifest;
  }
}
