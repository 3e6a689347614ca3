import { defineSamples, type Fixture } from "#tests/support/samples.ts";
import { createDataset } from "./operations/create-dataset.ts";
import { createDatasetGroup } from "./operations/create-dataset-group.ts";
import { importDatasetRecords } from "./operations/import-dataset-records.ts";
import { saveDatasetRecords } from "./operations/save-dataset-records.ts";

declare module "#tests/support/samples.ts" {
  interface RecordIds {
    /** Of `dataset`, with a record. */
    dataset_group_used: number;
    /** With an import that waits. */
    dataset_loading: number;
    /** Into `dataset_loading`. */
    dataset_import_waiting: number;
  }
}

let datasets = 0;

async function createSample({ people, unique_word: mark }: Fixture): Promise<number> {
  datasets += 1;
  const { dataset_id } = await people.client_admin.call(createDataset, {
    name: `${mark} ${datasets}`,
    columns: [
      { key: "code", type: "text", unique: true, indexed: true },
      { key: "note", type: "text" },
      { key: "floor", type: "number" },
      { key: "place", type: "address" },
    ],
  });
  return dataset_id;
}

async function addRecord({ people, unique_word: mark, id }: Fixture, n = 0): Promise<number> {
  const { records } = await people.client_admin.call(saveDatasetRecords, {
    dataset_id: await id("dataset"),
    records: [{ values: { note: `${mark} ${n}`, floor: n, place: `Quadra ${n + 1}` } }],
  });
  return records[0]?.id ?? 0;
}

/** Longer files wait for a job. */
const WAITING_ROWS = 501;

async function importRows(
  { people, unique_word: mark }: Fixture,
  dataset_id: number,
  rows: number,
): Promise<number> {
  const lines = Array.from({ length: rows }, (_, n) => `${mark} ${n},${n}`);
  const { dataset_import_id } = await people.client_admin.call(importDatasetRecords, {
    dataset_id,
    name: `${mark}.csv`,
    ...toFile(`note,floor\n${lines.join("\n")}\n`),
  });
  return dataset_import_id;
}

const toFile = (text: string) => ({
  content_type: "text/csv" as const,
  content_base64: Buffer.from(text).toString("base64"),
});

export const samples = defineSamples({
  own_texts: ["column", "dataset", "options", "row_rule_fault"],
  records: {
    dataset: createSample,
    // Of `dataset`, without records.
    dataset_group: async (fixture) => {
      const { group_id } = await fixture.people.client_admin.call(createDatasetGroup, {
        dataset_id: await fixture.id("dataset"),
        name: `${fixture.unique_word} group ${Math.random()}`,
      });
      return group_id;
    },
    dataset_group_used: async (fixture) => {
      const { people, unique_word: mark, id } = fixture;
      const dataset_id = await id("dataset");
      const name = `${mark} used ${Math.random()}`;
      const { group_id } = await people.client_admin.call(createDatasetGroup, { dataset_id, name });
      await people.client_admin.call(saveDatasetRecords, {
        dataset_id,
        group_id,
        records: [{ values: { note: `${mark} grouped`, place: "Quadra 90" } }],
      });
      return group_id;
    },
    // Of `dataset`.
    dataset_record: (fixture) => addRecord(fixture),
    // Into `dataset`, completed.
    dataset_import: async (fixture) => importRows(fixture, await fixture.id("dataset"), 1),
    dataset_loading: createSample,
    dataset_import_waiting: async (fixture) =>
      importRows(fixture, await fixture.id("dataset_loading"), WAITING_ROWS),
  },
  operations: {
    datasets: { needs: ["dataset"] },
    datasetCreate: {
      inputs: [
        (i) => ({
          name: "Points",
          columns: [
            { key: "code", type: "text", unique: true },
            { key: "at", type: "geo" },
            { key: "other", type: "ref", ref_dataset_id: i.dataset },
          ],
        }),
      ],
    },
    datasetUpdate: {
      inputs: [
        () => ({ change_columns: [{ key: "note", name: "Remark", indexed: true }] }),
        (i) => ({
          change_columns: [{ key: "floor", type: "ref", ref_dataset_id: i.dataset }],
          misfits: "clear",
        }),
        (i) => ({ add_columns: [{ key: "near", type: "ref", ref_dataset_id: i.dataset }] }),
      ],
    },
    datasetGroupDelete: {
      inputs: [() => ({}), (i) => ({ group_id: i.dataset_group_used, to_group_id: i.dataset_group })],
    },
    datasetExport: {
      inputs: [(i) => ({ group_id: i.dataset_group_used })],
    },
    datasetGeocode: {
      inputs: [(i) => ({ record_ids: [i.dataset_record] }), (i) => ({ group_id: i.dataset_group_used })],
    },
    datasetRecords: {
      needs: ["dataset_record"],
      inputs: [(i) => ({ group_id: i.dataset_group_used })],
      grow: (fixture, n) => addRecord(fixture, n),
    },
    datasetRecordsSave: {
      inputs: [
        () => ({ records: [{ values: { note: "Bell", floor: 2 } }] }),
        (i) => ({
          key: "code",
          group_id: i.dataset_group,
          records: [{ values: { code: "A-1" }, group_id: i.dataset_group, pin: { lat: 1, lng: 2 } }],
        }),
      ],
    },
    datasetRecordsUpdate: {
      inputs: [
        (i) => ({ records: [{ id: i.dataset_record, values: { floor: 3 }, group_id: i.dataset_group }] }),
      ],
    },
    datasetImport: {
      inputs: [(i) => ({ group_id: i.dataset_group, name: "notes.csv", ...toFile("note,floor\nBell,2\n") })],
    },
    datasetImportCancel: {
      member_kinds: { dataset_id: "dataset_loading", dataset_import_id: "dataset_import_waiting" },
    },
    datasetRecordsSearch: {
      inputs: [(i) => ({ dataset_ids: [i.dataset], group_ids: [i.dataset_group_used] })],
    },
    datasetPermissionsSet: {
      inputs: [
        () => ({
          permissions: [
            {
              role: "marketing",
              access: "read",
              hidden_columns: ["note"],
              read_only_columns: [],
              row_rule: { floor: { lt: 9 } },
            },
          ],
        }),
      ],
    },
  },
});
