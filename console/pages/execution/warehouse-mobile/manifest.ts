import { IconDeviceMobile, IconListCheck, IconPackages } from "@tabler/icons-react";
import { defineManifest, STAFF } from "../../../manifest.ts";
import { readSortSearch } from "./sort-search.ts";

export const manifest = defineManifest({
  pages: {
    "/floor": {
      title: "Warehouse floor",
      load: () => import("./floor.tsx").then(({ Floor }) => Floor),
    },
    "/putaway": {
      title: "Put-away",
      load: () => import("./putaway.tsx").then(({ PutAway }) => PutAway),
    },
    "/sorting": {
      title: "Sorting",
      search: readSortSearch,
      load: () => import("./sorting.tsx").then(({ Sorting }) => Sorting),
    },
    "/sorting/$route_id": {
      title: "Load check",
      load: () => import("./load-check.tsx").then(({ LoadCheck }) => LoadCheck),
    },
  },
  navigation: [
    {
      area: "network",
      to: "/floor",
      label: "Warehouse floor",
      icon: IconDeviceMobile,
      order: 11,
      permission: "wms:write",
      roles: STAFF,
    },
    {
      area: "network",
      to: "/putaway",
      label: "Put-away",
      icon: IconPackages,
      order: 13,
      permission: "wms:read",
      roles: STAFF,
    },
    {
      area: "network",
      to: "/sorting",
      label: "Sorting",
      icon: IconListCheck,
      order: 15,
      permission: "wms:read",
      roles: STAFF,
    },
  ],
});

declare module "../../../manifest.ts" {
  interface Manifests {
    "execution/warehouse-mobile": typeof manifest;
  }
}
