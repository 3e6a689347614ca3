import { IconMapPin } from "#icons";
import { defineManifest, STAFF } from "../../../manifest.ts";

export const manifest = defineManifest({
  pages: {
    "/points-of-interest": {
      title: "Points of interest",
      load: () => import("./pois.tsx").then(({ Pois }) => Pois),
    },
    "/points-of-interest/import": {
      title: "Import points of interest",
      load: () => import("./import-page.tsx").then(({ ImportPage }) => ImportPage),
    },
    "/points-of-interest/holidays": {
      title: "Holidays",
      load: () => import("./holidays.tsx").then(({ Holidays }) => Holidays),
    },
    "/points-of-interest/$poi_id": {
      title: "Point of interest",
      load: () => import("./poi.tsx").then(({ PoiPage }) => PoiPage),
    },
  },
  records: [{ kind: "poi", to: "/points-of-interest/$poi_id", permission: "address:read", roles: STAFF }],
  navigation: [
    {
      area: "network",
      to: "/points-of-interest",
      label: "Points of interest",
      icon: IconMapPin,
      order: 22,
      reads: ["pois"],
      roles: STAFF,
    },
  ],
});

declare module "../../../manifest.ts" {
  interface Manifests {
    "locations/poi": typeof manifest;
  }
}
