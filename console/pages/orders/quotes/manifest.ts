import { defineManifest } from "../../../manifest.ts";

export const manifest = defineManifest({
  settings: [
    {
      id: "prices",
      group: "Customers",
      order: 30,
      label: "Price lists",
      about: "What deliveries cost. A change is a new version.",
      permission: "settings:read",
      load: () => import("./price-lists.tsx").then(({ PriceLists }) => PriceLists),
    },
  ],
});

declare module "../../../manifest.ts" {
  interface Manifests {
    "orders/quotes": typeof manifest;
  }
}
