import { IconUsersGroup } from "@tabler/icons-react";
import { defineManifest } from "../../../manifest.ts";

export const manifest = defineManifest({
  pages: {
    "/contractors": {
      title: "Contractors",
      load: () => import("./contractors.tsx").then(({ Contractors }) => Contractors),
    },
    "/contractors/$contractor_id": {
      title: "Contractor",
      load: () => import("./contractor.tsx").then(({ ContractorPage }) => ContractorPage),
    },
  },
  navigation: [
    {
      to: "/contractors",
      label: "Contractors",
      label_for_others: "My orders",
      icon: IconUsersGroup,
      order: 60,
      key: "c",
      permission: "drivers:read",
    },
  ],
});

declare module "../../../manifest.ts" {
  interface Manifests {
    "fleet/contractors": typeof manifest;
  }
}
