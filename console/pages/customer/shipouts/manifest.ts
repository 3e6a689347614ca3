import { IconPackageExport, IconPackages } from "@tabler/icons-react";
import { defineManifest, STAFF } from "../../../manifest.ts";
import { readShipoutsSearch, readStoredSearch } from "./searches.ts";

export const manifest = defineManifest({
  pages: {
    "/ship-outs": {
      title: "Ship-outs",
      search: readShipoutsSearch,
      load: () => import("./shipouts.tsx").then(({ Shipouts }) => Shipouts),
    },
    "/ship-outs/$shipout_id": {
      title: "Ship-out",
      load: () => import("./shipout.tsx").then(({ ShipoutPage }) => ShipoutPage),
    },
    "/stored-packages": {
      title: "Stored packages",
      search: readStoredSearch,
      load: () => import("./stored-packages.tsx").then(({ StoredPackages }) => StoredPackages),
    },
  },
  navigation: [
    {
      area: "network",
      to: "/ship-outs",
      label: "Ship-outs",
      icon: IconPackageExport,
      order: 17,
      permission: "storage:read",
      roles: STAFF,
    },
    {
      area: "network",
      to: "/stored-packages",
      label: "Stored packages",
      icon: IconPackages,
      order: 18,
      permission: "storage:read",
      roles: STAFF,
    },
  ],
});

declare module "../../../manifest.ts" {
  interface Manifests {
    "customer/shipouts": typeof manifest;
  }
}
