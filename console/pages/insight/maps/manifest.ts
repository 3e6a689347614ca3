import { IconMap2 } from "#icons";
import { defineManifest, STAFF } from "../../../manifest.ts";
import { readMapSearch } from "./search.ts";

export const manifest = defineManifest({
  pages: {
    "/maps": {
      title: "Custom maps",
      load: () => import("./maps.tsx").then(({ Maps }) => Maps),
    },
    "/maps/$map_id": {
      title: "Custom map",
      load: () => import("./editor.tsx").then(({ MapEditor }) => MapEditor),
    },
  },
  records: [{ kind: "custom_map", to: "/maps/$map_id", permission: "maps:read", roles: STAFF }],
  navigation: [
    {
      area: "insight",
      to: "/maps",
      label: "Custom maps",
      icon: IconMap2,
      order: 36,
      reads: ["maps"],
      roles: STAFF,
    },
  ],
  public_pages: {
    "/map/$slug": {
      title: "Map",
      unindexed: true,
      in_all_languages: true,
      search: readMapSearch,
      load: () => import("./public/map.tsx").then(({ MapPage }) => MapPage),
    },
    // The service answers it with the document of the console, for frames.
    "/api/v1/maps/$map/embed": {
      title: "Map",
      unindexed: true,
      in_all_languages: true,
      search: readMapSearch,
      load: () => import("./public/map.tsx").then(({ MapPage }) => MapPage),
    },
  },
});

declare module "../../../manifest.ts" {
  interface Manifests {
    "insight/maps": typeof manifest;
  }
}
