import { defineManifest } from "../../../manifest.ts";

export const manifest = defineManifest({
  public_pages: {
    "/map/$slug": {
      title: "Map",
      unindexed: true,
      in_all_languages: true,
      load: () => import("./public/map.tsx").then(({ MapPage }) => MapPage),
    },
    // The service answers it with the document of the console, for frames.
    "/api/v1/maps/$map/embed": {
      title: "Map",
      unindexed: true,
      in_all_languages: true,
      load: () => import("./public/map.tsx").then(({ MapPage }) => MapPage),
    },
  },
});

declare module "../../../manifest.ts" {
  interface Manifests {
    "insight/maps": typeof manifest;
  }
}
