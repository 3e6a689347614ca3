import { IconPackages } from "@tabler/icons-react";
import { defineManifest, STAFF } from "../../../manifest.ts";

const readPage = ({ page }: Record<string, unknown>): { page?: number } =>
  Number.isInteger(page) && (page as number) > 1 ? { page: page as number } : {};

export const manifest = defineManifest({
  pages: {
    "/packing": {
      title: "Packing plans",
      search: readPage,
      load: () => import("./packing-plans.tsx").then(({ PackingPlans }) => PackingPlans),
    },
    "/packing/new": {
      title: "New packing plan",
      search: ({ order_id }: Record<string, unknown>): { order_id?: number } =>
        Number.isInteger(order_id) && (order_id as number) > 0 ? { order_id: order_id as number } : {},
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
  navigation: [
    {
      area: "dispatch",
      to: "/packing",
      label: "Packing plans",
      icon: IconPackages,
      order: 60,
      key: "y",
      permission: "packing:read",
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
