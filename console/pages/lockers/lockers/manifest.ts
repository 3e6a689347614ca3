import { IconLockSquareRounded } from "#icons";
import { defineManifest, STAFF } from "../../../manifest.ts";
import { readHealthSearch, readLockerSearch, readLockersSearch, readLogSearch } from "./search.ts";

export const manifest = defineManifest({
  pages: {
    "/lockers": {
      title: "Lockers",
      search: readLockersSearch,
      load: () => import("./lockers.tsx").then(({ Lockers }) => Lockers),
    },
    "/lockers/log": {
      title: "Locker log",
      search: readLogSearch,
      load: () => import("./log.tsx").then(({ LockerLog }) => LockerLog),
    },
    "/lockers/health": {
      title: "Locker health and use",
      search: readHealthSearch,
      load: () => import("./health.tsx").then(({ LockerHealthPage }) => LockerHealthPage),
    },
    "/lockers/$locker_id": {
      title: "Locker",
      search: readLockerSearch,
      load: () => import("./locker.tsx").then(({ LockerPage }) => LockerPage),
    },
  },
  records: [{ kind: "locker_device", to: "/lockers/$locker_id", roles: STAFF, reads: ["locker"] }],
  navigation: [
    {
      area: "network",
      to: "/lockers",
      label: "Lockers",
      icon: IconLockSquareRounded,
      order: 38,
      key: "l",
      reads: ["lockerHealth"],
      roles: STAFF,
    },
  ],
  searches: [
    {
      label: "Lockers",
      order: 55,
      permission: "lockers:read",
      roles: STAFF,
      load: () => import("./find-lockers.ts").then(({ findLockers }) => findLockers),
    },
  ],
  commands: [
    {
      label: "Locker health and use",
      keywords: ["offline", "battery", "utilisation", "demand"],
      to: "/lockers/health",
      permission: "lockers:read",
      roles: STAFF,
    },
    {
      label: "Locker log",
      keywords: ["operations", "doors", "devices"],
      to: "/lockers/log",
      permission: "lockers:read",
      roles: STAFF,
    },
    {
      label: "Lockers with faults",
      keywords: ["stuck", "offline", "check", "compartment"],
      to: "/lockers",
      search: { only_problems: true },
      permission: "lockers:read",
      roles: STAFF,
    },
  ],
});

declare module "../../../manifest.ts" {
  interface Manifests {
    "lockers/lockers": typeof manifest;
  }
}
