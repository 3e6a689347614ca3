import { IconPackage } from "#icons";
import { defineManifest, STAFF } from "../../../manifest.ts";
import { readDeviceOrderFilters } from "./device-order-filters.ts";

const DEVICE_ORDER_ROLES = [...STAFF, "customer"] as const;

export const manifest = defineManifest({
  pages: {
    "/device-orders": {
      title: "Parcels in lockers",
      search: readDeviceOrderFilters,
      load: () => import("./device-orders.tsx").then(({ DeviceOrders }) => DeviceOrders),
    },
    "/device-orders/$device_order_id": {
      title: "Parcel in a locker",
      load: () => import("./device-order.tsx").then(({ DeviceOrder }) => DeviceOrder),
    },
  },
  records: [{ kind: "device_order", to: "/device-orders/$device_order_id", roles: DEVICE_ORDER_ROLES }],
  navigation: [
    {
      area: "network",
      to: "/device-orders",
      label: "Parcels in lockers",
      icon: IconPackage,
      order: 39,
      reads: ["deviceOrders"],
      roles: [...DEVICE_ORDER_ROLES],
    },
  ],
  commands: [
    {
      label: "Exceptions of parcels in lockers",
      keywords: ["locker", "door", "missing", "damaged"],
      to: "/device-orders",
      search: { state: "exception" },
      permission: "lockers:use",
      roles: [...STAFF],
    },
  ],
});

declare module "../../../manifest.ts" {
  interface Manifests {
    "lockers/device-orders": typeof manifest;
  }
}
