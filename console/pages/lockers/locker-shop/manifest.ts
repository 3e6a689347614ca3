import { defineManifest } from "../../../manifest.ts";

export const manifest = defineManifest({
  public_pages: {
    "/shop/$locker_id": {
      title: "Shop at a locker",
      unindexed: true,
      load: () => import("./shop.tsx").then(({ Shop }) => Shop),
    },
  },
});

declare module "../../../manifest.ts" {
  interface Manifests {
    "lockers/locker-shop": typeof manifest;
  }
}
