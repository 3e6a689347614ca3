import { IconWallet } from "#icons";
import { defineManifest } from "../../../manifest.ts";
import { readWalletSearch } from "./wallet-search.ts";

export const manifest = defineManifest({
  pages: {
    "/wallet": {
      title: "Wallet",
      search: readWalletSearch,
      load: () => import("./own-wallet.tsx").then(({ OwnWallet }) => OwnWallet),
    },
  },
  navigation: [
    {
      area: "money",
      to: "/wallet",
      label: "Wallet",
      icon: IconWallet,
      order: 5,
      reads: ["customerWallet"],
      roles: ["customer"],
    },
  ],
});

declare module "../../../manifest.ts" {
  interface Manifests {
    "money/wallets": typeof manifest;
  }
}
