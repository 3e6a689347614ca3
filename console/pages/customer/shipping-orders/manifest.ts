import { IconPackageExport, IconPackageImport } from "#icons";
import { defineManifest, STAFF } from "../../../manifest.ts";
import { readCustomerOrderSearch } from "./customer-order-search.ts";
import { readOwnOrderSearch, readPlaced } from "./own-order-search.ts";

export const manifest = defineManifest({
  pages: {
    "/shipping": {
      title: "Shipping",
      search: readOwnOrderSearch,
      load: () => import("./own-orders.tsx").then(({ OwnOrders }) => OwnOrders),
    },
    "/shipping/services/$service_code": {
      title: "Order shipping",
      load: () => import("./order-service.tsx").then(({ OrderService }) => OrderService),
    },
    "/shipping/$shipping_order_id": {
      title: "Shipping order",
      search: readPlaced,
      load: () => import("./own-order.tsx").then(({ OwnOrder }) => OwnOrder),
    },
    "/customer-orders": {
      title: "Customer orders",
      search: readCustomerOrderSearch,
      load: () => import("./desk/customer-orders.tsx").then(({ CustomerOrders }) => CustomerOrders),
    },
    "/customer-orders/$shipping_order_id": {
      title: "Customer order",
      load: () => import("./desk/customer-order.tsx").then(({ CustomerOrderPage }) => CustomerOrderPage),
    },
  },
  records: [
    { kind: "shipping_order", to: "/customer-orders/$shipping_order_id", roles: STAFF },
    { kind: "shipping_order", to: "/shipping/$shipping_order_id", roles: ["customer"] },
  ],
  navigation: [
    {
      area: "orders",
      to: "/shipping",
      label: "Shipping",
      icon: IconPackageExport,
      order: 12,
      on_phone: true,
      reads: ["customerShippingServices", "customerShippingOrdersAll"],
      roles: ["customer"],
    },
    {
      area: "orders",
      to: "/customer-orders",
      label: "Customer orders",
      icon: IconPackageImport,
      order: 25,
      key: "j",
      reads: ["clientCustomerOrders"],
      roles: STAFF,
    },
  ],
  commands: [
    {
      label: "Customer orders to price",
      keywords: ["quote", "pending"],
      to: "/customer-orders",
      search: { status: ["PENDING"] },
      permission: "customer_shipping:read",
      roles: STAFF,
    },
    {
      label: "Customer orders with an exception",
      keywords: ["problems", "stopped"],
      to: "/customer-orders",
      search: { status: ["EXCEPTION"] },
      permission: "customer_shipping:read",
      roles: STAFF,
    },
    {
      label: "Unpaid customer orders",
      keywords: ["owed", "balance"],
      to: "/customer-orders",
      search: { unpaid: true },
      permission: "customer_shipping:read",
      roles: STAFF,
    },
  ],
  searches: [
    {
      label: "Customer orders",
      order: 15,
      permission: "customer_shipping:read",
      roles: STAFF,
      load: () => import("./find-customer-orders.ts").then(({ findCustomerOrders }) => findCustomerOrders),
    },
  ],
});

declare module "../../../manifest.ts" {
  interface Manifests {
    "customer/shipping-orders": typeof manifest;
  }
}
