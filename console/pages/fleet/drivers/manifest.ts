import { IconSteeringWheel } from "@tabler/icons-react";
import { defineManifest, STAFF } from "../../../manifest.ts";

export const manifest = defineManifest({
  pages: {
    "/drivers": { title: "Drivers", load: () => import("./drivers.tsx").then(({ Drivers }) => Drivers) },
    "/drivers/$driver_id": {
      title: "Driver",
      load: () => import("./driver.tsx").then(({ Driver }) => Driver),
    },
  },
  navigation: [
    {
      to: "/drivers",
      label: "Drivers",
      icon: IconSteeringWheel,
      order: 50,
      key: "d",
      permission: "drivers:read",
      roles: [...STAFF, "broker_employee"],
    },
  ],
});

declare module "../../../manifest.ts" {
  interface Manifests {
    "fleet/drivers": typeof manifest;
  }
}
