import { IconClipboardList } from "#icons";
import { defineManifest, STAFF } from "../../../manifest.ts";

export const manifest = defineManifest({
  pages: {
    "/counts": {
      title: "Stock counts",
      load: () => import("./counts.tsx").then(({ Counts }) => Counts),
    },
    "/counts/$count_id": {
      title: "Stock count",
      load: () => import("./count.tsx").then(({ CountPage }) => CountPage),
    },
  },
  records: [{ kind: "stock_count", to: "/counts/$count_id", roles: STAFF }],
  navigation: [
    {
      area: "network",
      to: "/counts",
      label: "Stock counts",
      icon: IconClipboardList,
      order: 16,
      reads: ["stockCounts", "warehouses"],
      roles: STAFF,
    },
  ],
});

declare module "../../../manifest.ts" {
  interface Manifests {
    "warehouse/counts": typeof manifest;
  }
}
