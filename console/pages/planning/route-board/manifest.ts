import { IconClipboardCheck, IconRoute } from "#icons";
import { defineManifest, STAFF } from "../../../manifest.ts";
import { readBoardSearch } from "./board-search.ts";

export const manifest = defineManifest({
  pages: {
    "/route-board": {
      title: "Route board",
      search: readBoardSearch,
      load: () => import("./board.tsx").then(({ RouteBoard }) => RouteBoard),
    },
    "/my-routes": {
      title: "Routes to claim",
      apps: ["driver", "rider"],
      load: () => import("./my-routes.tsx").then(({ MyRoutes }) => MyRoutes),
    },
  },
  navigation: [
    {
      area: "dispatch",
      to: "/route-board",
      label: "Route board",
      icon: IconClipboardCheck,
      order: 35,
      reads: ["clientRouteBoard"],
      roles: [...STAFF, "broker_employee"],
    },
    {
      area: "now",
      to: "/my-routes",
      label: "Routes to claim",
      icon: IconRoute,
      order: 2,
      on_phone: true,
      reads: ["driverRouteBoard"],
      roles: ["driver"],
    },
  ],
});

declare module "../../../manifest.ts" {
  interface Manifests {
    "planning/route-board": typeof manifest;
  }
}
