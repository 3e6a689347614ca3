import { IconLockSquareRounded } from "#icons";
import { defineManifest, STAFF } from "../../../manifest.ts";
import { readRelayFilters } from "./relay-filters.ts";

export const manifest = defineManifest({
  pages: {
    "/luggage-relay": {
      title: "Luggage relay",
      search: readRelayFilters,
      load: () => import("./relays.tsx").then(({ Relays }) => Relays),
    },
  },
  navigation: [
    {
      area: "network",
      to: "/luggage-relay",
      label: "Luggage relay",
      icon: IconLockSquareRounded,
      order: 43,
      reads: ["luggageRelays"],
      roles: STAFF,
    },
  ],
});

declare module "../../../manifest.ts" {
  interface Manifests {
    "lockers/luggage-relay": typeof manifest;
  }
}
