/** Cancel an import that is under way. Records that it has written stay. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Ref } from "#vocabulary/ref.ts";
import { messages } from "../messages.ts";
import { getView } from "../records/dataset.ts";
import { DatasetImport, getImport, ImportRecord, isUnderWay, showImport } from "../records/dataset-import.ts";

export const cancelDatasetImport = defineOperation({
  name: "datasetImportCancel",
  summary: "Cancel an import into a dataset",
  access: { scopes: ["datasets:write"] },
  rest: { method: "POST", path: "/api/v1/datasets/{dataset_id}/imports/{dataset_import_id}/cancel" },
  input: Type.Object({ dataset_id: Ref("dataset"), dataset_import_id: Ref("dataset_import") }),
  output: Type.Object({
    result: Type.Boolean(),
    dataset_import_id: Ref("dataset_import"),
    import: DatasetImport,
  }),
  refusals: { import_finished: "conflict" },

  async run(context, { dataset_id, dataset_import_id }) {
    const { now, refuse, emit } = context;
    const view = await getView(context, dataset_id);
    await getImport(context, view, dataset_import_id);
    const row = await ImportRecord.getLocked(context, dataset_import_id);
    if (!isUnderWay(row.state))
      throw refuse("import_finished", {
        message: messages.import_finished,
        values: { state: row.state.toLowerCase().replaceAll("_", " ") },
      });
    await ImportRecord.change(context, row, { state: "CANCELLED", finished_at: now.toISOString() });
    emit({
      subject: { type: "dataset_import", id: dataset_import_id },
      kind: "dataset.import_ended",
      payload: { dataset_id, state: "CANCELLED", failed: row.failed },
    });
    const cancelled = await getImport(context, view, dataset_import_id);
    return { result: true, dataset_import_id, import: showImport(cancelled) };
  },
});
