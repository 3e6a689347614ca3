import { IconSteeringWheel } from "#icons";
import { defineManifest, STAFF } from "../../../manifest.ts";
import { readDriversSearch } from "./drivers-search.ts";

export const manifest = defineManifest({
  pages: {
    "/drivers": {
      title: "Drivers",
      search: readDriversSearch,
      load: () => import("./drivers.tsx").then(({ Drivers }) => Drivers),
    },
    "/drivers/$driver_id": {
      title: "Driver",
      load: () => import("./driver.tsx").then(({ Driver }) => Driver),
    },
  },
  records: [{ kind: "driver", to: "/drivers/$driver_id" }],
  navigation: [
    {
      area: "fleet",
      to: "/drivers",
      label: "Drivers",
      icon: IconSteeringWheel,
      order: 10,
      on_phone: true,
      key: "d",
      reads: ["clientDrivers", "clientDriverPositions"],
      roles: [...STAFF, "broker_employee"],
    },
  ],
  searches: [
    {
      label: "Drivers",
      order: 30,
      permission: "drivers:read",
      roles: [...STAFF, "broker_employee"],
      load: () => import("./find-drivers.ts").then(({ findDrivers }) => findDrivers),
    },
  ],
});

declare module "../../../manifest.ts" {
  interface Manifests {
    "fleet/drivers": typeof manifest;
  }
}
