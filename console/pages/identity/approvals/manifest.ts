import { IconChecklist } from "#icons";
import { defineManifest } from "../../../manifest.ts";
import { defineSearch, id } from "../../../parts/search-params.ts";

export const manifest = defineManifest({
  pages: {
    "/mcp-approvals": {
      title: "Approvals",
      search: defineSearch<{ approval_id?: number }>({ approval_id: id() }),
      load: () => import("./approvals.tsx").then(({ Approvals }) => Approvals),
    },
  },
  records: [{ kind: "approval", subject: "proposal", to: "/mcp-approvals", search: "approval_id" }],
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
        live_subjects: ["proposal"],
        load: () => import("./queries.ts").then(({ countPending }) => countPending),
      },
      key: "a",
      reads: ["approvals"],
    },
  ],
});

declare module "../../../manifest.ts" {
  interface Manifests {
    "identity/approvals": typeof manifest;
  }
}
