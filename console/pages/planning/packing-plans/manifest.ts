import { IconPackages } from "#icons";
import { defineManifest, STAFF } from "../../../manifest.ts";
import { defineSearch, id, page } from "../../../parts/search-params.ts";

const readPage = defineSearch<{ page?: number }>({ page: page() });

export const manifest = defineManifest({
  pages: {
    "/packing": {
      title: "Packing plans",
      search: readPage,
      load: () => import("./packing-plans.tsx").then(({ PackingPlans }) => PackingPlans),
    },
    "/packing/new": {
      title: "New packing plan",
      search: defineSearch<{ order_id?: number }>({ order_id: id() }),
      load: () => import("./new-plan.tsx").then(({ NewPackingPlan }) => NewPackingPlan),
    },
    "/packing/packagings": {
      title: "Packagings",
      load: () => import("./packagings.tsx").then(({ Packagings }) => Packagings),
    },
    "/packing/$packing_plan_id": {
      title: "Packing plan",
      load: () => import("./packing-plan.tsx").then(({ PackingPlanPage }) => PackingPlanPage),
    },
  },
  records: [{ kind: "packing_plan", to: "/packing/$packing_plan_id", roles: STAFF }],
  navigation: [
    {
      area: "dispatch",
      to: "/packing",
      label: "Packing plans",
      icon: IconPackages,
      order: 60,
      key: "y",
      reads: ["packingPlans"],
      roles: STAFF,
    },
  ],
  commands: [
    {
      label: "New packing plan",
      keywords: ["carton", "box", "pack"],
      to: "/packing/new",
      permission: "packing:write",
      roles: STAFF,
    },
    {
      label: "Packagings",
      keywords: ["carton", "box", "catalogue", "sizes"],
      to: "/packing/packagings",
      permission: "packing:read",
      roles: STAFF,
    },
  ],
});

declare module "../../../manifest.ts" {
  interface Manifests {
    "planning/packing-plans": typeof manifest;
  }
}
