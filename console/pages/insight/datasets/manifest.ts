import { IconTable } from "#icons";
import { defineManifest, STAFF } from "../../../manifest.ts";
import { readDatasetSearch } from "./search.ts";

export const manifest = defineManifest({
  pages: {
    "/datasets": {
      title: "Datasets",
      load: () => import("./datasets.tsx").then(({ Datasets }) => Datasets),
    },
    "/datasets/$dataset_id": {
      title: "Dataset",
      search: readDatasetSearch,
      load: () => import("./dataset.tsx").then(({ DatasetPage }) => DatasetPage),
    },
    "/datasets/$dataset_id/map": {
      title: "Map of a dataset",
      load: () => import("./map-page.tsx").then(({ DatasetMapPage }) => DatasetMapPage),
    },
    "/datasets/$dataset_id/import": {
      title: "Import into a dataset",
      load: () => import("./import-page.tsx").then(({ DatasetImportPage }) => DatasetImportPage),
    },
    "/datasets/$dataset_id/permissions": {
      title: "Permissions of a dataset",
      load: () =>
        import("./permissions-page.tsx").then(({ DatasetPermissionsPage }) => DatasetPermissionsPage),
    },
  },
  records: [{ kind: "dataset", to: "/datasets/$dataset_id" }],
  navigation: [
    {
      area: "insight",
      to: "/datasets",
      label: "Datasets",
      icon: IconTable,
      order: 30,
      reads: ["datasets"],
      roles: STAFF,
    },
  ],
});

declare module "../../../manifest.ts" {
  interface Manifests {
    "insight/datasets": typeof manifest;
  }
}
