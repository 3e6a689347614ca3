import { IconRouteAltLeft } from "#icons";
import { defineManifest, STAFF } from "../../../manifest.ts";
import { day, defineSearch, id } from "../../../parts/search-params.ts";

export const manifest = defineManifest({
  pages: {
    "/plan": {
      title: "Plan",
      search: defineSearch<{ date?: string; run?: number }>({ date: day(), run: id() }),
      load: () => import("./plan.tsx").then(({ Plan }) => Plan),
    },
  },
  navigation: [
    {
      area: "dispatch",
      to: "/plan",
      label: "Plan",
      icon: IconRouteAltLeft,
      order: 10,
      count: {
        of: "not planned",
        key: "orders",
        live_subjects: ["order"],
        load: () => import("./count-unplanned.ts").then(({ countUnplanned }) => countUnplanned),
      },
      key: "p",
      reads: ["clientRoutes", "clientBuildRouteOptions", "clientOrders"],
      permission: "routes:write",
      roles: [...STAFF, "broker_employee"],
    },
  ],
});

declare module "../../../manifest.ts" {
  interface Manifests {
    "planning/planning": typeof manifest;
  }
}
