import { IconPackageExport, IconPackages } from "#icons";
import { defineManifest, STAFF } from "../../../manifest.ts";
import { readChosenSearch, readPlacedSearch, readShipoutsSearch, readStoredSearch } from "./searches.ts";

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
    "/storage/ship-outs": {
      title: "Ship-outs",
      load: () => import("./own/own-shipouts.tsx").then(({ OwnShipouts }) => OwnShipouts),
    },
    "/storage/ship-outs/new": {
      title: "Ship packages out",
      search: readChosenSearch,
      load: () => import("./own/order-shipout.tsx").then(({ OrderShipout }) => OrderShipout),
    },
    "/storage/ship-outs/$shipout_id": {
      title: "Ship-out",
      search: readPlacedSearch,
      load: () => import("./own/own-shipout.tsx").then(({ OwnShipout }) => OwnShipout),
    },
    "/stored-packages": {
      title: "Stored packages",
      search: readStoredSearch,
      load: () => import("./stored-packages.tsx").then(({ StoredPackages }) => StoredPackages),
    },
  },
  records: [
    { kind: "shipout", to: "/ship-outs/$shipout_id", roles: STAFF },
    { kind: "shipout", to: "/storage/ship-outs/$shipout_id", roles: ["customer"] },
  ],
  navigation: [
    {
      area: "network",
      to: "/ship-outs",
      label: "Ship-outs",
      icon: IconPackageExport,
      order: 17,
      reads: ["clientShipouts"],
      roles: STAFF,
    },
    {
      area: "orders",
      to: "/storage/ship-outs",
      label: "Ship-outs",
      icon: IconPackageExport,
      order: 14,
      reads: ["customerShipouts"],
      roles: ["customer"],
    },
    {
      area: "network",
      to: "/stored-packages",
      label: "Stored packages",
      icon: IconPackages,
      order: 18,
      reads: ["clientStoredPackages"],
      roles: STAFF,
    },
  ],
});

declare module "../../../manifest.ts" {
  interface Manifests {
    "customer/shipouts": typeof manifest;
  }
}
