import { IconHeartHandshake } from "#icons";
import { defineManifest, STAFF } from "../../../manifest.ts";
import { readHandoverSearch, readResaleSearch } from "./search.ts";

export const manifest = defineManifest({
  pages: {
    "/resale": {
      title: "Handovers",
      search: readResaleSearch,
      in_all_languages: true,
      load: () => import("./by-role.tsx").then(({ HandoversByRole }) => HandoversByRole),
    },
    "/resale/new": {
      title: "New handover",
      in_all_languages: true,
      load: () => import("./own/new-handover.tsx").then(({ NewHandover }) => NewHandover),
    },
    "/resale/$handover_id": {
      title: "Handover",
      search: readHandoverSearch,
      in_all_languages: true,
      load: () => import("./by-role.tsx").then(({ HandoverByRole }) => HandoverByRole),
    },
  },
  public_pages: {
    "/claim": {
      title: "Your item in a locker",
      unindexed: true,
      in_all_languages: true,
      load: () => import("./claim/claim.tsx").then(({ Claim }) => Claim),
    },
  },
  records: [
    {
      kind: "resale_handover",
      to: "/resale/$handover_id",
      roles: [...STAFF, "customer"],
      reads: ["resaleHandover"],
    },
  ],
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
    {
      area: "orders",
      to: "/resale",
      label: "Handovers",
      icon: IconHeartHandshake,
      order: 16,
      reads: ["resaleHandovers"],
      roles: ["customer"],
    },
  ],
  commands: [
    {
      label: "New handover",
      keywords: ["sell", "locker", "buyer"],
      to: "/resale/new",
      permission: "lockers:use",
      roles: ["customer"],
    },
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
