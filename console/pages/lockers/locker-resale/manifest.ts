import { IconHeartHandshake } from "#icons";
import { defineManifest, STAFF } from "../../../manifest.ts";
import { readResaleSearch } from "./search.ts";

export const manifest = defineManifest({
  pages: {
    "/resale": {
      title: "Handovers",
      search: readResaleSearch,
      load: () => import("./handovers.tsx").then(({ Handovers }) => Handovers),
    },
    "/resale/$handover_id": {
      title: "Handover",
      load: () => import("./handover.tsx").then(({ HandoverPage }) => HandoverPage),
    },
  },
  public_pages: {
    "/claim": {
      title: "Your item in a locker",
      unindexed: true,
      load: () => import("./claim/claim.tsx").then(({ Claim }) => Claim),
    },
  },
  records: [{ kind: "resale_handover", to: "/resale/$handover_id", roles: STAFF, reads: ["resaleHandover"] }],
  navigation: [
    {
      area: "network",
      to: "/resale",
      label: "Handovers",
      icon: IconHeartHandshake,
      order: 42,
      reads: ["resaleHandovers"],
      roles: STAFF,
    },
  ],
  commands: [
    {
      label: "Disputed handovers",
      keywords: ["resale", "evidence", "buyer", "seller"],
      to: "/resale",
      search: { status: "DISPUTED" },
      permission: "lockers:read",
      roles: STAFF,
    },
  ],
});

declare module "../../../manifest.ts" {
  interface Manifests {
    "lockers/locker-resale": typeof manifest;
  }
}
