import { IconPhotoScan } from "#icons";
import { defineManifest, STAFF } from "../../../manifest.ts";
import { readScanSearch } from "./search.ts";

export const manifest = defineManifest({
  pages: {
    "/scanned-labels": {
      title: "Scanned labels",
      search: readScanSearch,
      load: () => import("./scans.tsx").then(({ Scans }) => Scans),
    },
    "/scanned-labels/upload": {
      title: "Read labels",
      load: () => import("./upload.tsx").then(({ UploadLabels }) => UploadLabels),
    },
    "/scanned-labels/quality": {
      title: "Reading quality",
      load: () => import("./quality.tsx").then(({ Quality }) => Quality),
    },
    "/scanned-labels/$scan_id": {
      title: "Scanned label",
      load: () => import("./scan.tsx").then(({ ScanPage }) => ScanPage),
    },
  },
  records: [
    {
      kind: "label_scan",
      to: "/scanned-labels/$scan_id",
      permission: "ocr:read",
      roles: [...STAFF, "customer"],
    },
  ],
  navigation: [
    {
      area: "orders",
      to: "/scanned-labels",
      label: "Scanned labels",
      icon: IconPhotoScan,
      order: 34,
      reads: ["ocrLabels"],
      roles: [...STAFF, "customer"],
    },
  ],
  commands: [
    {
      label: "Read labels",
      keywords: ["scan", "ocr", "picture", "upload", "barcode"],
      to: "/scanned-labels/upload",
      permission: "ocr:write",
      roles: [...STAFF, "customer"],
    },
  ],
});

declare module "../../../manifest.ts" {
  interface Manifests {
    "carriers/ocr": typeof manifest;
  }
}
