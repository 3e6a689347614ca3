import { IconReceipt2 } from "@tabler/icons-react";
import { defineManifest } from "../../../manifest.ts";

export const manifest = defineManifest({
  pages: {
    "/price-lists": {
      title: "Price lists",
      about: "What deliveries cost. A change is a new version.",
      load: () => import("./price-lists.tsx").then(({ PriceLists }) => PriceLists),
    },
    "/settings/prices": { redirect: "/price-lists" },
  },
  navigation: [
    {
      area: "money",
      to: "/price-lists",
      label: "Price lists",
      icon: IconReceipt2,
      order: 10,
      key: "i",
      permission: "settings:read",
    },
  ],
});

declare module "../../../manifest.ts" {
  interface Manifests {
    "orders/quotes": typeof manifest;
  }
}
