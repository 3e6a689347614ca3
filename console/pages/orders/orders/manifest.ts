import { IconMapPinOff, IconPackage } from "#icons";
import { defineManifest, STAFF } from "../../../manifest.ts";
import { readOrderFilters } from "./order-filters.ts";

export const manifest = defineManifest({
  pages: {
    "/orders": {
      title: "Orders",
      search: readOrderFilters,
      load: () => import("./orders.tsx").then(({ Orders }) => Orders),
    },
    "/orders/unplaced": {
      title: "Addresses without a position",
      load: () => import("./unplaced/unplaced.tsx").then(({ Unplaced }) => Unplaced),
    },
    "/orders/import": {
      title: "Import orders",
      load: () => import("./import/import-orders.tsx").then(({ ImportOrders }) => ImportOrders),
    },
    "/orders/$order_id": { title: "Order", load: () => import("./order.tsx").then(({ Order }) => Order) },
  },
  records: [{ kind: "order", to: "/orders/$order_id" }],
  navigation: [
    {
      area: "orders",
      to: "/orders",
      label: "Orders",
      icon: IconPackage,
      order: 10,
      on_phone: true,
      landing: { customer: 1, employee: 3 },
      key: "o",
      reads: ["clientOrders"],
    },
    {
      area: "orders",
      to: "/orders/unplaced",
      label: "No position",
      icon: IconMapPinOff,
      order: 15,
      count: {
        of: "without a position",
        key: "orders",
        live_subjects: ["order"],
        load: () => import("./unplaced/queries.ts").then(({ countUnplaced }) => countUnplaced),
      },
      reads: ["clientOrdersUnplaced"],
      permission: "orders:write",
      roles: STAFF,
    },
  ],
  commands: [
    {
      label: "New order",
      keywords: ["create", "add", "parcel", "delivery"],
      to: "/orders",
      search: { create: true },
      permission: "orders:write",
      roles: [...STAFF, "customer"],
    },
    {
      label: "Import orders",
      keywords: ["file", "csv", "excel", "spreadsheet", "upload"],
      to: "/orders/import",
      permission: "orders:write",
      roles: STAFF,
    },
    {
      label: "Orders on hold",
      keywords: ["held", "release"],
      to: "/orders",
      search: { status: ["HOLD"] },
      permission: "orders:read",
    },
    {
      label: "Failed attempts and exceptions",
      keywords: ["problems", "undelivered"],
      to: "/orders",
      search: { status: ["FAILED_ATTEMPT", "EXCEPTION"] },
      permission: "orders:read",
    },
    {
      label: "Orders without a route",
      keywords: ["unplanned", "open"],
      to: "/orders",
      search: { on_route: false },
      permission: "orders:read",
    },
  ],
  searches: [
    {
      label: "Orders",
      order: 10,
      permission: "orders:read",
      load: () => import("./find-orders.ts").then(({ findOrders }) => findOrders),
    },
  ],
});

declare module "../../../manifest.ts" {
  interface Manifests {
    "orders/orders": typeof manifest;
  }
}
