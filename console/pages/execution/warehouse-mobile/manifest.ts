import { IconDeviceMobile, IconListCheck, IconPackages } from "#icons";
import { defineManifest, STAFF } from "../../../manifest.ts";
import { readSortSearch } from "./sort-search.ts";

const apps = ["warehouse"] as const;

export const manifest = defineManifest({
  pages: {
    "/floor": {
      title: "Warehouse floor",
      apps,
      load: () => import("./floor.tsx").then(({ Floor }) => Floor),
    },
    "/putaway": {
      title: "Put-away",
      apps,
      load: () => import("./putaway.tsx").then(({ PutAway }) => PutAway),
    },
    "/sorting": {
      title: "Sorting",
      apps,
      search: readSortSearch,
      load: () => import("./sorting.tsx").then(({ Sorting }) => Sorting),
    },
    "/sorting/$route_id": {
      title: "Load check",
      apps,
      load: () => import("./load-check.tsx").then(({ LoadCheck }) => LoadCheck),
    },
  },
  navigation: [
    {
      area: "network",
      to: "/floor",
      label: "Warehouse floor",
      tab: "Floor",
      icon: IconDeviceMobile,
      order: 11,
      reads: ["warehouses"],
      permission: "wms:write",
      // Of those who see no figures of the day.
      landing: { employee: 2 },
      roles: STAFF,
    },
    {
      area: "network",
      to: "/putaway",
      label: "Put-away",
      icon: IconPackages,
      order: 13,
      reads: ["warehouses", "putaways"],
      roles: STAFF,
    },
    {
      area: "network",
      to: "/sorting",
      label: "Sorting",
      icon: IconListCheck,
      order: 15,
      reads: ["warehouses", "wmsSort"],
      roles: STAFF,
    },
  ],
});

declare module "../../../manifest.ts" {
  interface Manifests {
    "execution/warehouse-mobile": typeof manifest;
  }
}
