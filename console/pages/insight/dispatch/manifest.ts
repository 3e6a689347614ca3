import { IconAlertTriangle } from "#icons";
import { defineManifest, STAFF } from "../../../manifest.ts";
import { readExceptionFilters } from "./filters.ts";

export const manifest = defineManifest({
  pages: {
    "/exceptions": {
      title: "Exceptions",
      search: readExceptionFilters,
      load: () => import("./exceptions.tsx").then(({ Exceptions }) => Exceptions),
    },
  },
  navigation: [
    {
      area: "now",
      to: "/exceptions",
      label: "Exceptions",
      icon: IconAlertTriangle,
      order: 20,
      count: {
        of: "open",
        key: "dispatch",
        live_subjects: ["attention_item"],
        load: () => import("./queries.ts").then(({ countOpen }) => countOpen),
        latest: () => import("./latest.ts").then(({ listLatest }) => listLatest),
      },
      key: "x",
      reads: ["dispatchBoard"],
      roles: STAFF,
    },
  ],
  settings: [
    {
      id: "exceptions",
      group: "Deliveries",
      order: 25,
      label: "Exceptions",
      about: "From when on something needs a person.",
      permission: "dispatch:read",
      load: () => import("./thresholds.tsx").then(({ Thresholds }) => Thresholds),
    },
  ],
  commands: [
    {
      label: "My exceptions",
      keywords: ["mine", "assigned to me"],
      to: "/exceptions",
      search: { whose: "me" },
      permission: "dispatch:read",
      roles: STAFF,
    },
    {
      label: "Snoozed exceptions",
      keywords: ["later", "postponed"],
      to: "/exceptions",
      search: { state: "snoozed" },
      permission: "dispatch:read",
      roles: STAFF,
    },
    {
      label: "Decisions about exceptions",
      keywords: ["log", "who decided"],
      to: "/exceptions",
      search: { state: "decided" },
      permission: "dispatch:read",
      roles: STAFF,
    },
  ],
});

declare module "../../../manifest.ts" {
  interface Manifests {
    "insight/dispatch": typeof manifest;
  }
}
