import { IconForms } from "#icons";
import { defineManifest, STAFF } from "../../../manifest.ts";
import { readVersionSearch } from "./version-search.ts";

export const manifest = defineManifest({
  pages: {
    "/services": {
      title: "Services",
      load: () => import("./services.tsx").then(({ Services }) => Services),
    },
    "/services/new": {
      title: "New service",
      load: () => import("./service.tsx").then(({ NewService }) => NewService),
    },
    "/services/$service_id": {
      title: "Service",
      search: readVersionSearch,
      load: () => import("./service.tsx").then(({ ServicePage }) => ServicePage),
    },
  },
  records: [{ kind: "service", subject: "customer_service", to: "/services/$service_id", roles: STAFF }],
  navigation: [
    {
      area: "customers",
      to: "/services",
      label: "Services",
      icon: IconForms,
      order: 15,
      reads: ["clientServices"],
      roles: STAFF,
    },
  ],
  commands: [
    {
      label: "New service for customers",
      keywords: ["define", "order form", "portal"],
      to: "/services/new",
      permission: "settings:write",
      roles: STAFF,
    },
  ],
});

declare module "../../../manifest.ts" {
  interface Manifests {
    "customer/services": typeof manifest;
  }
}
