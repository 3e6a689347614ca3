/** The events of datasets. They have no cells: who may read events may not see all columns and rows. */
import Type from "typebox";
import { defineEvents, groupEvents, type KindsIn } from "#operation/define/events.ts";
import { Count, Id, Nullable, StringEnum } from "#vocabulary/basics.ts";
import { BATCH_STATES } from "#vocabulary/batches.ts";
import { GEOCODE_STATES } from "./rules.ts";

const dataset = groupEvents({ record_kinds: ["dataset"], scope: "datasets:read" });
const imported = groupEvents({ record_kinds: ["dataset_import"], scope: "datasets:read" });

const ChangedRecord = Type.Object({
  id: Id,
  change: StringEnum(["created", "updated", "deleted"]),
  row_version: Type.Integer(),
  lat: Nullable(
    Type.Number({ description: "Null as well where the dataset hides something from somebody." }),
  ),
  lng: Nullable(Type.Number()),
  geocode_state: Nullable(StringEnum(GEOCODE_STATES)),
});

export const events = defineEvents(
  {
    "dataset.created": dataset("A dataset was created.", { columns: Count }),
    "dataset.updated": dataset("A dataset or its columns were changed.", {
      added: Count,
      removed: Count,
      retyped: Count,
      cleared_cells: Type.Integer({ description: "Values that did not fit the changed columns." }),
    }),
    "dataset.deleted": dataset("A dataset was deleted.", {}),
    "dataset.permissions_changed": dataset("Who may see and change what in a dataset was changed.", {
      roles: Type.Array(Type.String()),
    }),
    "dataset.group_changed": dataset("A group of a dataset was created, renamed or deleted.", {
      dataset_group_id: Id,
      change: StringEnum(["created", "updated", "deleted"]),
    }),
    "dataset.records_changed": dataset(
      "Records of a dataset were created, changed, located or deleted.",
      {
        count: Count,
        records: Type.Array(ChangedRecord, { description: "The first 500." }),
      },
      { public_types: ["dataset.records_changed"] },
    ),
    "dataset.import_started": imported("An import into a dataset was accepted.", {
      dataset_id: Id,
      rows: Count,
    }),
    "dataset.import_progressed": imported("Rows of an import were read.", {
      dataset_id: Id,
      rows_read: Count,
    }),
    "dataset.import_ended": imported(
      "An import was completed, cancelled or failed.",
      { dataset_id: Id, state: StringEnum(BATCH_STATES), failed: Count },
      { public_types: ["dataset.import_ended"] },
    ),
  },
  {
    "dataset.records_changed": "Records of a dataset were created, changed, located or deleted.",
    "dataset.import_ended": "An import into a dataset was completed, cancelled or failed.",
  },
);

declare module "#operation/define/events.ts" {
  interface EventKinds extends KindsIn<typeof events> {}
}
