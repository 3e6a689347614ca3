import { IconLockSquareRounded } from "#icons";
import { defineManifest, STAFF } from "../../../manifest.ts";
import { readRentalFilters, readStatsSearch } from "./rental-filters.ts";

const RENTAL_ROLES = [...STAFF, "customer"] as const;

export const manifest = defineManifest({
  pages: {
    "/rentals": {
      title: "Locker rentals",
      search: readRentalFilters,
      load: () => import("./rentals.tsx").then(({ Rentals }) => Rentals),
    },
    "/rentals/stats": {
      title: "Use of rented lockers",
      search: readStatsSearch,
      load: () => import("./storage-stats.tsx").then(({ StorageStats }) => StorageStats),
    },
    "/rentals/$rental_id": {
      title: "Locker rental",
      load: () => import("./rental.tsx").then(({ Rental }) => Rental),
    },
  },
  records: [{ kind: "rental", to: "/rentals/$rental_id", roles: RENTAL_ROLES }],
  navigation: [
    {
      area: "network",
      to: "/rentals",
      label: "Locker rentals",
      icon: IconLockSquareRounded,
      order: 40,
      reads: ["lockerStorageRentals"],
      roles: [...RENTAL_ROLES],
    },
  ],
  commands: [
    {
      label: "Use of rented lockers",
      keywords: ["statistics", "income", "storage", "overdue", "size"],
      to: "/rentals/stats",
      permission: "lockers:read",
      roles: ["client_admin"],
    },
    {
      label: "Overdue locker rentals",
      keywords: ["late", "compartment"],
      to: "/rentals",
      search: { state: "OVERDUE" },
      permission: "lockers:read",
      roles: [...RENTAL_ROLES],
    },
  ],
});

declare module "../../../manifest.ts" {
  interface Manifests {
    "lockers/rentals": typeof manifest;
  }
}
