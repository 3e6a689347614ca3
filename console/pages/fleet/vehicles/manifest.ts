import { IconTruck } from "#icons";
import { defineManifest, STAFF } from "../../../manifest.ts";
import { readVehiclesSearch } from "./vehicles-search.ts";

export const manifest = defineManifest({
  pages: {
    "/vehicles": {
      title: "Vehicles",
      search: readVehiclesSearch,
      load: () => import("./vehicles.tsx").then(({ Vehicles }) => Vehicles),
    },
  },
  navigation: [
    {
      area: "fleet",
      to: "/vehicles",
      label: "Vehicles",
      icon: IconTruck,
      order: 20,
      key: "v",
      reads: ["clientVehicles", "clientDrivers"],
      roles: STAFF,
    },
  ],
  commands: [
    {
      label: "New vehicle",
      keywords: ["truck", "van", "plate"],
      to: "/vehicles",
      search: { create: true },
      permission: "drivers:write",
      roles: STAFF,
    },
  ],
  searches: [
    {
      label: "Vehicles",
      order: 35,
      permission: "drivers:read",
      roles: STAFF,
      load: () => import("./find-vehicles.ts").then(({ findVehicles }) => findVehicles),
    },
  ],
});

declare module "../../../manifest.ts" {
  interface Manifests {
    "fleet/vehicles": typeof manifest;
  }
}
