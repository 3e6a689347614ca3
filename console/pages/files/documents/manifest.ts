import { IconFileCertificate } from "#icons";
import { defineManifest, STAFF } from "../../../manifest.ts";
import { readDocumentsSearch } from "./search.ts";

export const manifest = defineManifest({
  pages: {
    "/documents": {
      title: "Documents",
      search: readDocumentsSearch,
      load: () => import("./documents.tsx").then(({ Documents }) => Documents),
    },
  },
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
  navigation: [
    {
      area: "orders",
      to: "/documents",
      label: "Documents",
      icon: IconFileCertificate,
      order: 88,
      reads: ["documents"],
      roles: STAFF,
    },
  ],
});

declare module "../../../manifest.ts" {
  interface Manifests {
    "files/documents": typeof manifest;
  }
}
