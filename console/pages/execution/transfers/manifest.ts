import { IconTruck } from "#icons";
import { defineManifest, STAFF } from "../../../manifest.ts";

export const manifest = defineManifest({
  pages: {
    "/transfers": {
      title: "Transfers",
      load: () => import("./transfers.tsx").then(({ Transfers }) => Transfers),
    },
    "/transfers/$transfer_id": {
      title: "Transfer",
      load: () => import("./transfer.tsx").then(({ TransferPage }) => TransferPage),
    },
  },
  records: [{ kind: "transfer", to: "/transfers/$transfer_id", roles: STAFF }],
  navigation: [
    {
      area: "network",
      to: "/transfers",
      label: "Transfers",
      icon: IconTruck,
      order: 19,
      reads: ["transfers", "transferCandidates", "warehouses"],
      roles: STAFF,
      count: {
        of: "at the wrong warehouse",
        live_subjects: ["parcel", "transfer"],
        key: "transfers",
        load: () => import("./queries.ts").then(({ countCandidates }) => countCandidates),
      },
    },
  ],
});

declare module "../../../manifest.ts" {
  interface Manifests {
    "execution/transfers": typeof manifest;
  }
}
