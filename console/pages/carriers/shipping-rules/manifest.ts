import { IconArrowsSplit2 } from "#icons";
import { defineManifest } from "../../../manifest.ts";

export const manifest = defineManifest({
  pages: {
    "/shipping-rules": {
      title: "Shipping rules",
      about:
        "Which carrier and service a label is bought with. The first rule that fits, and for which a carrier offers a rate, decides.",
      load: () => import("./shipping-rules.tsx").then(({ ShippingRules }) => ShippingRules),
    },
  },
  navigation: [
    {
      area: "money",
      to: "/shipping-rules",
      label: "Shipping rules",
      icon: IconArrowsSplit2,
      order: 57,
      reads: ["labelserviceRules", "labelserviceCarrierAccounts"],
      roles: ["client_admin"],
    },
  ],
  commands: [
    {
      label: "Shipping rules",
      keywords: ["carrier", "service", "cheapest", "fastest", "automate labels", "dry run"],
      to: "/shipping-rules",
      permission: "settings:read",
      roles: ["client_admin"],
    },
  ],
});

declare module "../../../manifest.ts" {
  interface Manifests {
    "carriers/shipping-rules": typeof manifest;
  }
}
