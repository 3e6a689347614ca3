import { IconLockSquareRounded } from "#icons";
import { defineManifest, STAFF } from "../../../manifest.ts";
import { readRelayFilters } from "./relay-filters.ts";

const RELAY_ROLES = [...STAFF, "driver"] as const;
const apps = ["driver"] as const;

export const manifest = defineManifest({
  pages: {
    "/luggage-relay": {
      title: "Luggage relay",
      apps,
      search: readRelayFilters,
      load: () => import("./relays.tsx").then(({ Relays }) => Relays),
    },
    "/luggage-relay/$relay_id": {
      title: "Luggage relay",
      apps,
      load: () => import("./relay.tsx").then(({ RelayPage }) => RelayPage),
    },
  },
  records: [{ kind: "luggage_relay", to: "/luggage-relay/$relay_id", roles: RELAY_ROLES }],
  navigation: [
    {
      area: "network",
      to: "/luggage-relay",
      label: "Luggage relay",
      icon: IconLockSquareRounded,
      order: 43,
      reads: ["luggageRelays"],
      roles: [...RELAY_ROLES],
    },
  ],
});

declare module "../../../manifest.ts" {
  interface Manifests {
    "lockers/luggage-relay": typeof manifest;
  }
}
