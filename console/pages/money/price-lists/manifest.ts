import { IconReceipt2 } from "#icons";
import { defineManifest, STAFF } from "../../../manifest.ts";
import { defineSearch, text } from "../../../parts/search-params.ts";

export const manifest = defineManifest({
  pages: {
    "/price-lists": {
      title: "Price lists",
      load: () => import("./price-lists.tsx").then(({ PriceLists }) => PriceLists),
    },
    "/price-lists/new": {
      title: "New price list",
      search: defineSearch<{ family?: string }>({ family: text(40) }),
      load: () => import("./price-list.tsx").then(({ NewPriceList }) => NewPriceList),
    },
    "/price-lists/$price_list_id": {
      title: "Price list",
      load: () => import("./price-list.tsx").then(({ PriceListPage }) => PriceListPage),
    },
    "/settings/prices": { redirect: "/price-lists" },
  },
  records: [{ kind: "price_list", to: "/price-lists/$price_list_id", roles: STAFF }],
  navigation: [
    {
      area: "money",
      to: "/price-lists",
      label: "Price lists",
      icon: IconReceipt2,
      order: 10,
      key: "i",
      reads: ["clientPriceLists"],
      roles: STAFF,
    },
  ],
});

declare module "../../../manifest.ts" {
  interface Manifests {
    "money/price-lists": typeof manifest;
  }
}
