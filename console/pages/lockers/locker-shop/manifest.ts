import { IconBuildingStore } from "#icons";
import { defineManifest, STAFF } from "../../../manifest.ts";
import { readMerchantSearch, readProductsSearch, readSalesSearch, readStockSearch } from "./search.ts";

/** Members of a merchant are accounts of customers. */
const SHOP_ROLES = [...STAFF, "customer"] as const;

export const manifest = defineManifest({
  pages: {
    "/locker-shop": {
      title: "Locker shop",
      search: readSalesSearch,
      load: () => import("./sales.tsx").then(({ Sales }) => Sales),
    },
    "/locker-shop/sales/$sale_id": {
      title: "Sale at a locker",
      load: () => import("./sale.tsx").then(({ SalePage }) => SalePage),
    },
    "/locker-shop/stock": {
      title: "Stock in lockers",
      search: readStockSearch,
      load: () => import("./stock.tsx").then(({ Stock }) => Stock),
    },
    "/locker-shop/products": {
      title: "Products in lockers",
      search: readProductsSearch,
      load: () => import("./products.tsx").then(({ Products }) => Products),
    },
    "/locker-shop/merchants": {
      title: "Merchants in lockers",
      load: () => import("./merchants.tsx").then(({ Merchants }) => Merchants),
    },
    "/locker-shop/settlements": {
      title: "Settlements of merchants",
      search: readMerchantSearch,
      load: () => import("./settlements.tsx").then(({ Settlements }) => Settlements),
    },
    "/locker-shop/alerts": {
      title: "Alerts of locker shops",
      search: readMerchantSearch,
      load: () => import("./alerts.tsx").then(({ Alerts }) => Alerts),
    },
  },
  public_pages: {
    "/shop/$locker_id": {
      title: "Shop at a locker",
      unindexed: true,
      in_all_languages: true,
      load: () => import("./shop/shop.tsx").then(({ Shop }) => Shop),
    },
  },
  records: [
    { kind: "shop_sale", to: "/locker-shop/sales/$sale_id", roles: SHOP_ROLES, reads: ["shopSale"] },
    { kind: "shop_cell", to: "/locker-shop/stock", search: "cell", roles: SHOP_ROLES, reads: ["shopCells"] },
  ],
  navigation: [
    {
      area: "network",
      to: "/locker-shop",
      label: "Locker shop",
      icon: IconBuildingStore,
      order: 41,
      reads: ["shopSales"],
      roles: [...SHOP_ROLES],
    },
  ],
  commands: [
    {
      label: "Stock in lockers",
      keywords: ["round", "refill", "expired", "cells"],
      to: "/locker-shop/stock",
      permission: "lockers:read",
      roles: [...SHOP_ROLES],
    },
    {
      label: "Alerts of locker shops",
      keywords: ["unpaid", "expired", "warm", "refund"],
      to: "/locker-shop/alerts",
      permission: "lockers:read",
      roles: [...SHOP_ROLES],
    },
  ],
});

declare module "../../../manifest.ts" {
  interface Manifests {
    "lockers/locker-shop": typeof manifest;
  }
}
