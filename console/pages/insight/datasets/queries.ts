/** Datasets, their records and what is shown of them. */
import { queryOptions } from "@tanstack/react-query";
import type {
  Dataset,
  DatasetColumn,
  DatasetGroup,
  DatasetImport,
  DatasetPermission,
  DatasetRecord,
  StoredDatasetPermission,
} from "../../../../packages/client/client.gen.ts";
import { client } from "../../../api/client.ts";
import type { DatasetSearch } from "./search.ts";

export type {
  Dataset,
  DatasetColumn,
  DatasetGroup,
  DatasetImport,
  DatasetPermission,
  DatasetRecord,
  StoredDatasetPermission,
};

export const DATASETS_KEY = ["datasets"];
export const datasetKey = (dataset_id: number) => [...DATASETS_KEY, dataset_id];

export const datasetsQuery = queryOptions({
  queryKey: [...DATASETS_KEY, "list"],
  meta: { live: ["dataset"] },
  queryFn: ({ signal }) => client.datasets({ per_page: 200 }, { signal }),
});

export const datasetQuery = (dataset_id: number) =>
  queryOptions({
    queryKey: [...datasetKey(dataset_id), "one"],
    meta: { live: [{ dataset: dataset_id }] },
    queryFn: async ({ signal }) => {
      const [{ dataset }, { groups }] = await Promise.all([
        client.dataset({ dataset_id }, { signal }),
        client.datasetGroups({ dataset_id }, { signal }),
      ]);
      return { dataset, groups };
    },
  });

/** Rows are read in blocks, as they come on screen. */
export const BLOCK = 100;

export const rowsQuery = (dataset_id: number, { group, q, sort, where }: DatasetSearch, block: number) =>
  queryOptions({
    queryKey: [...datasetKey(dataset_id), "rows", group, q, sort, where, block],
    meta: { live: [{ dataset: dataset_id }] },
    queryFn: ({ signal }) =>
      client.datasetRecords(
        {
          dataset_id,
          page: block + 1,
          per_page: BLOCK,
          ...(group === undefined ? {} : { group_id: group }),
          ...(q === undefined ? {} : { q }),
          ...(sort === undefined ? {} : { sort }),
          ...(where === undefined ? {} : { where }),
        },
        { signal },
      ),
  });

export const importsQuery = (dataset_id: number) =>
  queryOptions({
    queryKey: [...datasetKey(dataset_id), "imports"],
    meta: { live: ["dataset_import"] },
    queryFn: async ({ signal }) => (await client.datasetImports({ dataset_id }, { signal })).imports,
  });

export const queueQuery = (dataset_id: number) =>
  queryOptions({
    queryKey: [...datasetKey(dataset_id), "queue"],
    meta: { live: [{ dataset: dataset_id }] },
    queryFn: ({ signal }) => client.datasetGeocodeQueue({ dataset_id }, { signal }),
  });

export const permissionsQuery = (dataset_id: number) =>
  queryOptions({
    queryKey: [...datasetKey(dataset_id), "permissions"],
    meta: { live: [{ dataset: dataset_id }] },
    queryFn: ({ signal }) => client.datasetPermissions({ dataset_id }, { signal }),
  });

/** What a map still shows one by one. */
const PLACED_MAX = 2000;

export const positionsQuery = (dataset_id: number) =>
  queryOptions({
    queryKey: [...datasetKey(dataset_id), "positions"],
    meta: { live: [{ dataset: dataset_id }] },
    queryFn: async ({ signal }) => {
      const where = JSON.stringify({ $position: { is_null: false } });
      const records: DatasetRecord[] = [];
      for (let page = 1; records.length < PLACED_MAX; page += 1) {
        const answer = await client.datasetRecords({ dataset_id, where, page, per_page: 200 }, { signal });
        records.push(...answer.records);
        if (answer.records.length < 200) break;
      }
      return records;
    },
  });

export const stateQuery = (dataset_id: number, geocode_state: DatasetRecord["geocode_state"]) =>
  queryOptions({
    queryKey: [...datasetKey(dataset_id), "state", geocode_state],
    meta: { live: [{ dataset: dataset_id }] },
    queryFn: ({ signal }) => client.datasetRecords({ dataset_id, geocode_state, per_page: 100 }, { signal }),
  });
