/** The versions of a record as their reader sees them: hidden columns and closed rows were hidden and closed then as well. */
import { runQuery, toRecord } from "./read.ts";
import type { DatasetView, Reader } from "./records/dataset.ts";
import type { RecordVersion } from "./records/dataset-record.ts";
import { Arguments, compileFilter } from "./sql.ts";

const VERSIONS_MAX = 5000;

type Version = RecordVersion & { ended_at: string | null; ended_by: number | null; was_deleted: boolean };

const SHARED = `id, dataset_id, group_id, values, lat, lng, geocode_state, geocode_precision, row_version, created_at,
  updated_at, updated_by`;

/** Newest first; empty when the caller sees no version of it. */
export async function loadHistory(context: Reader, view: DatasetView, record_id: number) {
  const bound = new Arguments();
  const scope = `business_id = ${bound.bind(context.business_id, "int")}
    and dataset_id = ${bound.bind(view.id, "bigint")} and id = ${bound.bind(record_id, "bigint")}`;
  const rule =
    view.row_rule === null
      ? "true"
      : compileFilter(view.row_rule, { columns: view.all_columns, has_slots: false }, bound);
  const rows = await runQuery<Version>(
    context,
    `select to_jsonb(r) from (
       select ${SHARED}, null::timestamptz as ended_at, null::bigint as ended_by, false as was_deleted
         from dataset_record where ${scope}
       union all
       select ${SHARED}, ended_at, ended_by, was_deleted from dataset_record_past where ${scope}) r
      where ${rule} order by r.row_version desc limit ${VERSIONS_MAX}`,
    bound,
  );
  const names = await loadNames(context, rows);
  const toPerson = (id: number | null) => {
    const name = id === null ? undefined : names.get(id);
    return id === null || name === undefined ? null : { account_id: id, name };
  };
  const versions = rows.map((row, index) => {
    const former = rows[index + 1];
    return {
      change: row.row_version === 1 ? ("created" as const) : ("updated" as const),
      at: new Date(row.updated_at).toISOString(),
      by: toPerson(row.updated_by),
      changed_columns: listChanged(view, row, former),
      record: toRecord(row, view),
    };
  });
  const [last] = rows;
  if (last?.was_deleted !== true || last.ended_at === null) return versions;
  const deletion = {
    change: "deleted" as const,
    at: new Date(last.ended_at).toISOString(),
    by: toPerson(last.ended_by),
    changed_columns: [],
    record: null,
  };
  return [deletion, ...versions];
}

function listChanged({ columns }: DatasetView, { values }: Version, former: Version | undefined): string[] {
  return columns
    .filter(({ n }) => JSON.stringify(values[`c${n}`]) !== JSON.stringify(former?.values[`c${n}`]))
    .map(({ key }) => key);
}

async function loadNames(
  { db, business_id }: Reader,
  rows: readonly Version[],
): Promise<Map<number, string>> {
  const ids = [
    ...new Set(rows.flatMap(({ updated_by, ended_by }) => [updated_by ?? [], ended_by ?? []].flat())),
  ];
  const people = await db.rows<{ id: number; name: string }>(
    "select id, name from account where business_id = $1 and id = any($2::bigint[])",
    [business_id, ids],
  );
  return new Map(people.map(({ id, name }) => [id, name]));
}
