import { IconBuildingSkyscraper } from "#icons";
import { defineManifest } from "../../../manifest.ts";

export const manifest = defineManifest({
  pages: {
    "/platform": {
      title: "Businesses",
      load: () => import("./businesses.tsx").then(({ Businesses }) => Businesses),
    },
  },
  navigation: [
    {
      area: "platform",
      to: "/platform",
      label: "Businesses",
      icon: IconBuildingSkyscraper,
      order: 10,
      key: "b",
      reads: ["platformBusinesses"],
    },
  ],
});

declare module "../../../manifest.ts" {
  interface Manifests {
    "identity/businesses": typeof manifest;
  }
}
