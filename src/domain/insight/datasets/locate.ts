/** Positions that a geocoder found, as versions of their records. */
import type { Context } from "#operation/define/context.ts";
import type { Located } from "./geocoding.ts";
import { type DatasetRow, findIsRestricted } from "./records/dataset.ts";
import { emitChanges, type RecordVersion, storeRecords } from "./records/dataset-record.ts";
import type { Position } from "./rules.ts";

function toPosition(located: Located): Position {
  if (typeof located === "object") {
    const { lat, lng, precision } = located.answer;
    return { lat, lng, geocode_state: "located", geocode_precision: precision };
  }
  const geocode_state = located === "unreachable" ? "failed" : "not_found";
  return { lat: null, lng: null, geocode_state, geocode_precision: null };
}

/** The queue does the work of the service, and not of the readers of the rows. */
export async function saveLocated(
  context: Context<string>,
  dataset: DatasetRow,
  located_rows: readonly { row: RecordVersion; located: Located }[],
): Promise<void> {
  if (located_rows.length === 0) return;
  const target = {
    id: dataset.id,
    all_columns: dataset.columns,
    is_restricted: await findIsRestricted(context, dataset.id),
  };
  const decided = located_rows.map(({ row, located }) => ({
    id: row.id,
    group_id: row.group_id,
    values: row.values,
    position: toPosition(located),
    before: row,
  }));
  await storeRecords(context, target, decided);
  emitChanges(
    context,
    target,
    decided.map(({ id, before, position }) => ({
      id,
      change: "updated",
      row_version: before.row_version + 1,
      position,
    })),
  );
}
