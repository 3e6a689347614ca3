import { IconRouteAltLeft } from "@tabler/icons-react";
import { defineManifest, STAFF } from "../../../manifest.ts";
import { readDate } from "../../../parts/search-params.ts";

export const manifest = defineManifest({
  pages: {
    "/plan": {
      title: "Plan",
      search: (search: Record<string, unknown>): { date?: string; run?: number } => ({
        ...readDate(search),
        ...(Number.isInteger(search["run"]) ? { run: search["run"] as number } : {}),
      }),
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
        live: ["order"],
        load: () => import("./count-unplanned.ts").then(({ countUnplanned }) => countUnplanned),
      },
      key: "p",
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
