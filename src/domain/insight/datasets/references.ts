/** Records that ref columns name, and what people call them. */
import { compileSelection, runQuery } from "./read.ts";
import { type DatasetRow, type DatasetView, findView, type Reader } from "./records/dataset.ts";
import type { RecordVersion } from "./records/dataset-record.ts";
import { Arguments } from "./sql.ts";
import { formatValue } from "./values.ts";

/** Which of the records some other record refers to, visible to the caller or not. */
export async function findReferenced(
  { db, business_id }: Reader,
  dataset_id: number,
  ids: readonly number[],
): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const datasets = await db.rows<Pick<DatasetRow, "id" | "columns">>(
    `select id, columns from dataset where business_id = $1
        and columns @> jsonb_build_array(jsonb_build_object('ref_dataset_id', $2::bigint))`,
    [business_id, dataset_id],
  );
  const referencing_rows = await Promise.all(
    datasets.flatMap(({ id, columns }) =>
      columns
        .filter(({ ref_dataset_id }) => ref_dataset_id === dataset_id)
        .map(({ n }) =>
          db.rows<{ id: number }>(
            `select distinct (values->>$3)::bigint as id from dataset_record
              where business_id = $1 and dataset_id = $2 and values->>$3 = any($4::text[])`,
            [business_id, id, `c${n}`, ids.map(String)],
          ),
        ),
    ),
  );
  return new Set(referencing_rows.flat().map(({ id }) => id));
}

interface RefLabel {
  dataset_id: number;
  record_id: number;
  label: string;
}

const LABEL_MAX = 80;

/** The first text of each record that is named, where the reader sees the record and the column. */
export async function loadRefLabels(
  context: Reader,
  view: DatasetView,
  records: readonly Pick<RecordVersion, "values">[],
): Promise<RefLabel[]> {
  const references_by_dataset = Map.groupBy(
    view.columns.flatMap(({ n, ref_dataset_id }) =>
      ref_dataset_id === null
        ? []
        : records.flatMap(({ values }) => {
            const id = values[`c${n}`];
            return typeof id === "number" ? [{ ref_dataset_id, id }] : [];
          }),
    ),
    ({ ref_dataset_id }) => ref_dataset_id,
  );
  const labels = await Promise.all(
    [...references_by_dataset].map(async ([dataset_id, references]) => {
      const target = await findView(context, dataset_id);
      const title = target?.columns.find(
        ({ type }) => type === "text" || type === "select" || type === "address",
      );
      if (target === undefined) return [];
      const bound = new Arguments();
      const ids = [...new Set(references.map(({ id }) => id))];
      const from = compileSelection(context, target, { record_ids: ids }, bound);
      const rows = await runQuery<Pick<RecordVersion, "id" | "values">>(
        context,
        `select jsonb_build_object('id', r.id, 'values', r.values) ${from}`,
        bound,
      );
      return rows.map(({ id, values }) => ({
        dataset_id,
        record_id: id,
        label: (title && formatValue(values[`c${title.n}`]).slice(0, LABEL_MAX)) || `${id}`,
      }));
    }),
  );
  return labels.flat();
}
