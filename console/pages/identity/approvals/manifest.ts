import { IconChecklist } from "@tabler/icons-react";
import { defineManifest } from "../../../manifest.ts";

export const manifest = defineManifest({
  pages: {
    "/mcp-approvals": {
      title: "Approvals",
      search: (search: Record<string, unknown>): { approval_id?: number } =>
        typeof search["approval_id"] === "number" ? { approval_id: search["approval_id"] } : {},
      load: () => import("./approvals.tsx").then(({ Approvals }) => Approvals),
    },
  },
  navigation: [
    {
      area: "now",
      to: "/mcp-approvals",
      label: "Approvals",
      icon: IconChecklist,
      order: 30,
      count: {
        of: "to decide",
        key: "approvals",
        live: ["proposal"],
        load: () => import("./queries.ts").then(({ countPending }) => countPending),
      },
      key: "a",
      permission: "approvals:read",
    },
  ],
});

declare module "../../../manifest.ts" {
  interface Manifests {
    "identity/approvals": typeof manifest;
  }
}
