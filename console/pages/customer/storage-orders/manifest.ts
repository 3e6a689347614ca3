import { IconBuildingWarehouse, IconPackages } from "#icons";
import { defineManifest, STAFF } from "../../../manifest.ts";
import {
  readPlacedSearch,
  readServiceSearch,
  readStorageOrdersSearch,
  readStorageSearch,
} from "./searches.ts";

export const manifest = defineManifest({
  pages: {
    "/storage": {
      title: "Storage",
      search: readStorageSearch,
      load: () => import("./own-storage.tsx").then(({ OwnStorage }) => OwnStorage),
    },
    "/storage/new": {
      title: "Order storage",
      search: readServiceSearch,
      load: () => import("./order-storage.tsx").then(({ OrderStorage }) => OrderStorage),
    },
    "/storage/orders/$storage_order_id": {
      title: "Storage order",
      search: readPlacedSearch,
      load: () => import("./own-storage-order.tsx").then(({ OwnStorageOrder }) => OwnStorageOrder),
    },
    "/storage-orders": {
      title: "Storage orders",
      search: readStorageOrdersSearch,
      load: () => import("./desk/storage-orders.tsx").then(({ StorageOrders }) => StorageOrders),
    },
    "/storage-orders/$storage_order_id": {
      title: "Storage order",
      load: () => import("./desk/storage-order.tsx").then(({ StorageOrderPage }) => StorageOrderPage),
    },
  },
  records: [
    { kind: "storage_order", to: "/storage-orders/$storage_order_id", roles: STAFF },
    { kind: "storage_order", to: "/storage/orders/$storage_order_id", roles: ["customer"] },
  ],
  navigation: [
    {
      area: "orders",
      to: "/storage",
      label: "Storage",
      icon: IconPackages,
      order: 13,
      reads: ["customerStorageOrders", "customerStoredPackages"],
      roles: ["customer"],
    },
    {
      area: "network",
      to: "/storage-orders",
      label: "Storage orders",
      icon: IconBuildingWarehouse,
      order: 20,
      reads: ["clientStorageOrders"],
      roles: STAFF,
    },
  ],
  commands: [
    {
      label: "Storage orders to price",
      keywords: ["quote", "pending"],
      to: "/storage-orders",
      search: { show: "to_price" },
      permission: "storage:read",
      roles: STAFF,
    },
    {
      label: "Overdue storage",
      keywords: ["owed", "balance", "unpaid"],
      to: "/storage-orders",
      search: { show: "overdue" },
      permission: "storage:read",
      roles: STAFF,
    },
  ],
});

declare module "../../../manifest.ts" {
  interface Manifests {
    "customer/storage-orders": typeof manifest;
  }
}
