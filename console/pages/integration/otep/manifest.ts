import { IconTimelineEvent } from "#icons";
import { defineManifest, STAFF } from "../../../manifest.ts";
import { defineSearch, text, word } from "../../../parts/search-params.ts";

export const manifest = defineManifest({
  public_pages: {
    "/otep": {
      title: "Event playground",
      search: defineSearch<{ mode?: "document" | "number"; number?: string; format?: string }>({
        mode: word(["document", "number"]),
        number: text(),
        format: text(40),
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
