import { IconContainer } from "#icons";
import { defineManifest, STAFF } from "../../../manifest.ts";
import { defineSearch, id, page } from "../../../parts/search-params.ts";

const readPage = defineSearch<{ page?: number }>({ page: page() });

export const manifest = defineManifest({
  pages: {
    "/loading": {
      title: "Loading plans",
      search: readPage,
      load: () => import("./loading-plans.tsx").then(({ LoadingPlans }) => LoadingPlans),
    },
    "/loading/new": {
      title: "New loading plan",
      search: defineSearch<{ route_id?: number }>({ route_id: id() }),
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
  records: [{ kind: "loading_plan", to: "/loading/$loading_plan_id", roles: STAFF }],
  navigation: [
    {
      area: "dispatch",
      to: "/loading",
      label: "Loading plans",
      icon: IconContainer,
      order: 61,
      reads: ["loadingPlans"],
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
