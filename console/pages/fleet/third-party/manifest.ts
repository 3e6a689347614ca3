import { IconTruckReturn } from "#icons";
import { defineManifest, STAFF } from "../../../manifest.ts";
import { readListSearch } from "../../../parts/grid/list-search.ts";

export const manifest = defineManifest({
  pages: {
    "/delivery-providers": {
      title: "Delivery providers",
      search: readListSearch,
      load: () => import("./delivery-providers.tsx").then(({ DeliveryProviders }) => DeliveryProviders),
    },
  },
  navigation: [
    {
      area: "fleet",
      to: "/delivery-providers",
      label: "Delivery providers",
      icon: IconTruckReturn,
      order: 35,
      reads: ["thirdpartyProviders"],
      roles: STAFF,
    },
  ],
});

declare module "../../../manifest.ts" {
  interface Manifests {
    "fleet/third-party": typeof manifest;
  }
}
