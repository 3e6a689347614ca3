import { IconUserCheck, IconUsersGroup } from "#icons";
import { defineManifest, STAFF } from "../../../manifest.ts";
import { readListSearch } from "../../../parts/grid/list-search.ts";

export const manifest = defineManifest({
  pages: {
    "/contractors": {
      title: "Contractors",
      search: readListSearch,
      load: () => import("./contractors.tsx").then(({ Contractors }) => Contractors),
    },
    "/contractors/$contractor_id": {
      title: "Contractor",
      load: () => import("./contractor.tsx").then(({ ContractorPage }) => ContractorPage),
    },
  },
  records: [{ kind: "contractor", to: "/contractors/$contractor_id", roles: STAFF }],
  navigation: [
    {
      area: "fleet",
      to: "/contractors",
      label: "Contractors",
      icon: IconUsersGroup,
      order: 30,
      key: "c",
      reads: ["clientContractors"],
      roles: STAFF,
    },
    {
      area: "orders",
      to: "/contractors",
      label: "My orders",
      icon: IconUserCheck,
      order: 20,
      on_phone: true,
      landing: { broker_employee: 1 },
      reads: ["clientContractors"],
      roles: ["broker_employee"],
    },
  ],
  searches: [
    {
      label: "Contractors",
      order: 60,
      permission: "drivers:read",
      roles: STAFF,
      load: () => import("./find-contractors.ts").then(({ findContractors }) => findContractors),
    },
  ],
});

declare module "../../../manifest.ts" {
  interface Manifests {
    "fleet/contractors": typeof manifest;
  }
}
