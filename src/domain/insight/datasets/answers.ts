/** Answers that several operations give. */
import type { Context } from "#operation/define/context.ts";
import type { Column } from "./columns.ts";
import { compileSelection, runQuery } from "./read.ts";
import { type DatasetView, getView, type Reader } from "./records/dataset.ts";
import { Arguments } from "./sql.ts";

export const getPositionKey = ({ columns, position_n }: DatasetView): string | null =>
  columns.find(({ n }) => n === position_n)?.key ?? null;

function showColumn({ n, slot: _slot, ...column }: Column, view: DatasetView) {
  return { ...column, can_write: view.writable.has(n) };
}

function showDataset(view: DatasetView, records: number) {
  const { id, name, description, visibility, geocodes_on_write, version } = view;
  return {
    id,
    name,
    description,
    visibility,
    columns: view.columns.map((column) => showColumn(column, view)),
    position_column: getPositionKey(view),
    geocodes_on_write,
    records,
    can_write: view.writable.size > 0,
    can_design: view.is_complete,
    created_at: view.created_at,
    updated_at: view.updated_at,
    version,
  };
}

/** How many records the caller sees in each group. */
export async function countByGroup(context: Reader, view: DatasetView): Promise<Map<number, number>> {
  const bound = new Arguments();
  const from = compileSelection(context, view, {}, bound);
  const rows = await runQuery<{ id: number; records: number }>(
    context,
    `select jsonb_build_object('id', r.group_id, 'records', count(*)) ${from} group by r.group_id`,
    bound,
  );
  return new Map(rows.map(({ id, records }) => [id, records]));
}

export async function listViewGroups(context: Reader, view: DatasetView) {
  const [rows, counts] = await Promise.all([
    context.db.rows<{ id: number; dataset_id: number; name: string; version: number }>(
      `select id, dataset_id, name, version from dataset_group where business_id = $1 and dataset_id = $2
        order by id limit 500`,
      [context.business_id, view.id],
    ),
    countByGroup(context, view),
  ]);
  return rows.map((row) => ({ ...row, records: counts.get(row.id) ?? 0 }));
}

const sum = (counts: ReadonlyMap<number, number>) => [...counts.values()].reduce((all, one) => all + one, 0);

export async function answerDataset(context: Context<never>, dataset_id: number) {
  const view = await getView(context, dataset_id);
  const dataset = showDataset(view, sum(await countByGroup(context, view)));
  return { result: true, dataset_id, version: view.version, dataset };
}
