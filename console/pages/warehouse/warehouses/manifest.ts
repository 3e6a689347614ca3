import { IconBuildingWarehouse } from "@tabler/icons-react";
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
  navigation: [
    {
      to: "/warehouses",
      label: "Warehouses",
      icon: IconBuildingWarehouse,
      order: 65,
      key: "w",
      permission: "wms:read",
      roles: STAFF,
    },
  ],
});

declare module "../../../manifest.ts" {
  interface Manifests {
    "warehouse/warehouses": typeof manifest;
  }
}
