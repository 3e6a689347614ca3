import { IconRoute } from "#icons";
import { defineManifest } from "../../../manifest.ts";
import { readRoutesSearch } from "./routes-search.ts";

export const manifest = defineManifest({
  pages: {
    "/routes": {
      title: "Routes",
      search: readRoutesSearch,
      load: () => import("./routes.tsx").then(({ Routes }) => Routes),
    },
    "/routes/$route_id": { title: "Route", load: () => import("./route.tsx").then(({ Route }) => Route) },
  },
  records: [{ kind: "route", to: "/routes/$route_id", reads: ["clientRoutes"] }],
  navigation: [
    {
      area: "dispatch",
      to: "/routes",
      label: "Routes",
      icon: IconRoute,
      order: 20,
      on_phone: true,
      key: "r",
      reads: ["clientRoutes"],
    },
  ],
  searches: [
    {
      label: "Routes",
      order: 40,
      permission: "routes:read",
      load: () => import("./find-routes.ts").then(({ findRoutes }) => findRoutes),
    },
  ],
});

declare module "../../../manifest.ts" {
  interface Manifests {
    "planning/routes": typeof manifest;
  }
}
