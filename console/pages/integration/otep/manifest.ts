import { IconTimelineEvent } from "@tabler/icons-react";
import { defineManifest, STAFF } from "../../../manifest.ts";

export const manifest = defineManifest({
  public_pages: {
    "/otep": {
      title: "Event playground",
      search: (
        search: Record<string, unknown>,
      ): { mode?: "document" | "number"; number?: string; format?: string } => ({
        ...(search["mode"] === "document" || search["mode"] === "number" ? { mode: search["mode"] } : {}),
        // The router parses a search value of digits only as a number.
        ...(["string", "number"].includes(typeof search["number"])
          ? { number: String(search["number"]) }
          : {}),
        ...(typeof search["format"] === "string" ? { format: search["format"] } : {}),
      }),
      load: () => import("./playground.tsx").then(({ Playground }) => Playground),
    },
  },
  public_navigation: [
    {
      area: "build",
      to: "/otep",
      label: "Event playground",
      icon: IconTimelineEvent,
      order: 90,
      roles: STAFF,
    },
  ],
  commands: [
    {
      label: "Validate a tracking document",
      keywords: ["otep", "epcis", "events", "json"],
      to: "/otep",
      search: { mode: "document" },
    },
  ],
});

declare module "../../../manifest.ts" {
  interface Manifests {
    "integration/otep": typeof manifest;
  }
}
