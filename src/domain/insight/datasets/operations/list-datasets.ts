/** The datasets that the caller sees, by name. */

import Type from "typebox";
import { defineList, parameter } from "#operation/define/list.ts";
import { getPositionKey } from "../answers.ts";
import { countRecords } from "../read.ts";
import { loadViews } from "../records/dataset.ts";
import { DatasetSummary } from "../shapes.ts";

export const listDatasets = defineList({
  name: "datasets",
  summary: "List datasets",
  description:
    "Datasets that are closed to the caller are not listed; records counts those that the caller sees.",
  access: { scopes: ["datasets:read"] },
  rest: { method: "GET", path: "/api/v1/datasets" },
  mcp: { user: "list_datasets" },
  filters: {
    q: parameter(Type.String({ maxLength: 120, description: "Part of the name or the description." })),
  },
  rows: { datasets: Type.Array(DatasetSummary) },

  async readAll(context, { q }) {
    const search_text = q?.trim().toLowerCase() ?? "";
    return (await loadViews(context)).filter(({ name, description }) =>
      `${name}\n${description}`.toLowerCase().includes(search_text),
    );
  },

  async buildAll(views, context) {
    const { db, business_id } = context;
    const count = (table: string, ids: readonly number[]) =>
      db.rows<{ dataset_id: number; n: number }>(
        `select dataset_id, count(*)::int as n from ${table}
          where business_id = $1 and dataset_id = any($2::bigint[]) group by dataset_id`,
        [business_id, ids],
      );
    const { plain = [], ruled = [] } = Object.groupBy(views, ({ row_rule }) =>
      row_rule === null ? "plain" : "ruled",
    );
    const [groups, plain_records, ruled_records] = await Promise.all([
      count(
        "dataset_group",
        views.map(({ id }) => id),
      ),
      count(
        "dataset_record",
        plain.map(({ id }) => id),
      ),
      Promise.all(
        ruled.map(async (view) => ({ dataset_id: view.id, n: await countRecords(context, view, {}) })),
      ),
    ]);
    const toCounts = (rows: { dataset_id: number; n: number }[]) =>
      new Map(rows.map(({ dataset_id, n }) => [dataset_id, n]));
    const [group_counts, record_counts] = [toCounts(groups), toCounts([...plain_records, ...ruled_records])];
    return views.map((view) => ({
      id: view.id,
      name: view.name,
      description: view.description,
      visibility: view.visibility,
      columns: view.columns.length,
      column_keys: view.columns.map(({ key }) => key),
      groups: group_counts.get(view.id) ?? 0,
      records: record_counts.get(view.id) ?? 0,
      position_column: getPositionKey(view),
      can_write: view.writable.size > 0,
      updated_at: view.updated_at,
      version: view.version,
    }));
  },
});
