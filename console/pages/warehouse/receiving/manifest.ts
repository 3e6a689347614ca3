import { IconPackageImport } from "#icons";
import { defineManifest, STAFF } from "../../../manifest.ts";

export const manifest = defineManifest({
  pages: {
    "/receiving": {
      title: "Receiving",
      load: () => import("./receipts.tsx").then(({ Receipts }) => Receipts),
    },
    "/receiving/$receipt_id": {
      title: "Receipt",
      load: () => import("./receipt.tsx").then(({ ReceiptPage }) => ReceiptPage),
    },
  },
  records: [{ kind: "receipt", to: "/receiving/$receipt_id", roles: STAFF }],
  navigation: [
    {
      area: "network",
      to: "/receiving",
      label: "Receiving",
      icon: IconPackageImport,
      order: 12,
      reads: ["receipts", "warehouses"],
      roles: STAFF,
    },
  ],
});

declare module "../../../manifest.ts" {
  interface Manifests {
    "warehouse/receiving": typeof manifest;
  }
}
