import { defineManifest } from "../../../manifest.ts";

export const manifest = defineManifest({
  settings: [
    {
      id: "reasons",
      group: "Deliveries",
      order: 20,
      label: "Return reasons",
      about: "Reasons that a driver can give for a failed stop.",
      permission: "orders:read",
      load: () => import("./return-reasons.tsx").then(({ ReturnReasons }) => ReturnReasons),
    },
  ],
});

declare module "../../../manifest.ts" {
  interface Manifests {
    "orders/return-reasons": typeof manifest;
  }
}
