import { IconContainer } from "@tabler/icons-react";
import { defineManifest, STAFF } from "../../../manifest.ts";

const readPage = ({ page }: Record<string, unknown>): { page?: number } =>
  Number.isInteger(page) && (page as number) > 1 ? { page: page as number } : {};

export const manifest = defineManifest({
  pages: {
    "/loading": {
      title: "Loading plans",
      search: readPage,
      load: () => import("./loading-plans.tsx").then(({ LoadingPlans }) => LoadingPlans),
    },
    "/loading/new": {
      title: "New loading plan",
      search: ({ route_id }: Record<string, unknown>): { route_id?: number } =>
        Number.isInteger(route_id) && (route_id as number) > 0 ? { route_id: route_id as number } : {},
      load: () => import("./new-plan.tsx").then(({ NewLoadingPlan }) => NewLoadingPlan),
    },
    "/loading/spaces": {
      title: "Cargo spaces",
      load: () => import("./spaces.tsx").then(({ CargoSpaces }) => CargoSpaces),
    },
    "/loading/$loading_plan_id": {
      title: "Loading plan",
      load: () => import("./loading-plan.tsx").then(({ LoadingPlanPage }) => LoadingPlanPage),
    },
  },
  navigation: [
    {
      area: "dispatch",
      to: "/loading",
      label: "Loading plans",
      icon: IconContainer,
      order: 61,
      permission: "loading:read",
      roles: STAFF,
    },
  ],
  commands: [
    {
      label: "New loading plan",
      keywords: ["container", "truck", "van", "load", "uld"],
      to: "/loading/new",
      permission: "loading:write",
      roles: STAFF,
    },
    {
      label: "Cargo spaces",
      keywords: ["container", "truck", "van", "uld", "sizes"],
      to: "/loading/spaces",
      permission: "loading:read",
      roles: STAFF,
    },
  ],
});

declare module "../../../manifest.ts" {
  interface Manifests {
    "planning/loading-plans": typeof manifest;
  }
}
