import { IconBuildingWarehouse } from "#icons";
import { defineManifest } from "../../../manifest.ts";

export const manifest = defineManifest({
  pages: {
    "/carrier-accounts": {
      title: "Carrier accounts",
      about:
        "Where labels are bought, with which services, and what customers pay beyond the carrier's charge.",
      load: () => import("./carrier-accounts.tsx").then(({ CarrierAccounts }) => CarrierAccounts),
    },
    "/carrier-accounts/$carrier_account_id/rates": {
      title: "Rates of the house carrier",
      load: () => import("./rate-card.tsx").then(({ RateCardPage }) => RateCardPage),
    },
  },
  navigation: [
    {
      area: "money",
      to: "/carrier-accounts",
      label: "Carrier accounts",
      icon: IconBuildingWarehouse,
      order: 55,
      reads: ["labelserviceCarrierAccounts"],
      roles: ["client_admin"],
    },
  ],
  commands: [
    {
      label: "Carrier accounts",
      keywords: ["gateway", "api key", "markup", "services"],
      to: "/carrier-accounts",
      permission: "settings:read",
      roles: ["client_admin"],
    },
  ],
});

declare module "../../../manifest.ts" {
  interface Manifests {
    "carriers/carrier-accounts": typeof manifest;
  }
}
