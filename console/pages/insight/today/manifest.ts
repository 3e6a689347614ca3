import { IconCalendarStats } from "#icons";
import { defineManifest, STAFF } from "../../../manifest.ts";
import { readDate } from "../../../parts/search-params.ts";

export const manifest = defineManifest({
  pages: {
    "/": { title: "Today", search: readDate, load: () => import("./today.tsx").then(({ Today }) => Today) },
  },
  navigation: [
    {
      area: "now",
      to: "/",
      label: "Today",
      icon: IconCalendarStats,
      order: 10,
      on_phone: true,
      key: "t",
      reads: ["clientDigest"],
      // Every figure leads to a list of orders.
      permission: "orders:read",
      landing: { client_admin: 1, employee: 1 },
      roles: STAFF,
    },
  ],
});

declare module "../../../manifest.ts" {
  interface Manifests {
    "insight/today": typeof manifest;
  }
}
