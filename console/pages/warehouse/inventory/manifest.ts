import { IconPackages } from "#icons";
import { defineManifest, STAFF } from "../../../manifest.ts";

export const manifest = defineManifest({
  pages: {
    "/stock": {
      title: "Stock",
      load: () => import("./inventory.tsx").then(({ Inventory }) => Inventory),
    },
  },
  navigation: [
    {
      area: "network",
      to: "/stock",
      label: "Stock",
      icon: IconPackages,
      order: 14,
      reads: ["inventory", "warehouses"],
      roles: STAFF,
    },
  ],
});

declare module "../../../manifest.ts" {
  interface Manifests {
    "warehouse/inventory": typeof manifest;
  }
}
