import { defineManifest } from "../../../manifest.ts";

export const manifest = defineManifest({
  public_pages: {
    "/verify": {
      title: "Check a document",
      in_all_languages: true,
      load: () => import("./verify/verify.tsx").then(({ Verify }) => Verify),
    },
    "/verify/$code": {
      title: "Check a document",
      unindexed: true,
      in_all_languages: true,
      load: () => import("./verify/verify.tsx").then(({ Verify }) => Verify),
    },
  },
});

declare module "../../../manifest.ts" {
  interface Manifests {
    "files/documents": typeof manifest;
  }
}
