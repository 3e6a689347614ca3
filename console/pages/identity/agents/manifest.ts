import { IconRobot } from "#icons";
import { defineManifest } from "../../../manifest.ts";
import { readActivityFilters } from "./filters.ts";

export const manifest = defineManifest({
  pages: {
    "/agent-activity": {
      title: "Agent activity",
      search: readActivityFilters,
      load: () => import("./activity.tsx").then(({ AgentActivity }) => AgentActivity),
    },
  },
  navigation: [
    {
      area: "insight",
      to: "/agent-activity",
      label: "Agent activity",
      icon: IconRobot,
      order: 60,
      reads: ["audit"],
      roles: ["client_admin"],
    },
  ],
  commands: [
    {
      label: "What agents were refused",
      keywords: ["mcp", "audit", "token", "refused", "denied"],
      to: "/agent-activity",
      search: { outcome: "refused" },
      permission: "audit:read",
      roles: ["client_admin"],
    },
  ],
});

declare module "../../../manifest.ts" {
  interface Manifests {
    "identity/agents": typeof manifest;
  }
}
