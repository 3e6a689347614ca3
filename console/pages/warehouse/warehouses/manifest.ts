import { IconBuildingWarehouse } from "#icons";
import { defineManifest, STAFF } from "../../../manifest.ts";

export const manifest = defineManifest({
  pages: {
    "/warehouses": {
      title: "Warehouses",
      load: () => import("./warehouses.tsx").then(({ Warehouses }) => Warehouses),
    },
    "/warehouses/$warehouse_id": {
      title: "Warehouse",
      load: () => import("./warehouse.tsx").then(({ WarehousePage }) => WarehousePage),
    },
  },
  records: [{ kind: "warehouse", to: "/warehouses/$warehouse_id", roles: STAFF }],
  navigation: [
    {
      area: "network",
      to: "/warehouses",
      label: "Warehouses",
      icon: IconBuildingWarehouse,
      order: 10,
      key: "w",
      reads: ["warehouses"],
      roles: STAFF,
    },
  ],
  searches: [
    {
      label: "Warehouses",
      order: 50,
      permission: "wms:read",
      roles: STAFF,
      load: () => import("./find-warehouses.ts").then(({ findWarehouses }) => findWarehouses),
    },
  ],
});

declare module "../../../manifest.ts" {
  interface Manifests {
    "warehouse/warehouses": typeof manifest;
  }
}
