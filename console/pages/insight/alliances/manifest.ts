import { IconAffiliate } from "#icons";
import { defineManifest, STAFF } from "../../../manifest.ts";

export const manifest = defineManifest({
  pages: {
    "/alliances": {
      title: "Alliances",
      load: () => import("./alliances.tsx").then(({ Alliances }) => Alliances),
    },
    "/alliances/$alliance_id": {
      title: "Alliance",
      load: () => import("./alliance.tsx").then(({ AlliancePage }) => AlliancePage),
    },
    "/alliances/partners/$client_code": {
      title: "Orders of a partner",
      load: () => import("./partner.tsx").then(({ PartnerPage }) => PartnerPage),
    },
  },
  records: [{ kind: "alliance", to: "/alliances/$alliance_id" }],
  navigation: [
    {
      area: "network",
      to: "/alliances",
      label: "Alliances",
      icon: IconAffiliate,
      order: 46,
      count: {
        of: "to answer",
        key: "alliances",
        live_subjects: ["alliance"],
        load: () => import("./queries.ts").then(({ countToAnswer }) => countToAnswer),
      },
      reads: ["alliances"],
      roles: STAFF,
    },
  ],
});

declare module "../../../manifest.ts" {
  interface Manifests {
    "insight/alliances": typeof manifest;
  }
}
