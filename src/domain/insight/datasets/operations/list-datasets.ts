/** The datasets that the caller sees, by name. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { PageInput, PageOutput, readPaging } from "#vocabulary/page.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { getPositionKey } from "../answers.ts";
import { countRecords } from "../read.ts";
import { loadViews } from "../records/dataset.ts";
import { DatasetSummary } from "../shapes.ts";

export const listDatasets = defineOperation({
  name: "datasets",
  summary: "List datasets",
  description:
    "Datasets that are closed to the caller are not listed; records counts those that the caller sees.",
  effect: "read",
  access: { roles: BUSINESS_ROLES, scopes: ["datasets:read"] },
  rest: { method: "GET", path: "/api/v1/datasets" },
  mcp: { user: "list_datasets" },
  input: Type.Object({
    ...PageInput,
    q: Type.Optional(Type.String({ maxLength: 120, description: "Part of the name or the description." })),
  }),
  output: Type.Object({ ...PageOutput, datasets: Type.Array(DatasetSummary) }),

  async run(context, input) {
    const { db, business_id } = context;
    const { page, per_page, offset } = readPaging(input);
    const wanted = input.q?.trim().toLowerCase() ?? "";
    const views = (await loadViews(context)).filter(({ name, description }) =>
      `${name}\n${description}`.toLowerCase().includes(wanted),
    );
    const shown = views.slice(offset, offset + per_page);
    const [groups, plain, ruled] = await Promise.all([
      db.rows<{ dataset_id: number; n: number }>(
        `select dataset_id, count(*)::int as n from dataset_group
          where business_id = $1 and dataset_id = any($2::bigint[]) group by dataset_id`,
        [business_id, shown.map(({ id }) => id)],
      ),
      db.rows<{ dataset_id: number; n: number }>(
        `select dataset_id, count(*)::int as n from dataset_record
          where business_id = $1 and dataset_id = any($2::bigint[]) group by dataset_id`,
        [business_id, shown.flatMap(({ id, row_rule }) => (row_rule === null ? [id] : []))],
      ),
      Promise.all(
        shown
          .filter(({ row_rule }) => row_rule !== null)
          .map(async (view) => ({ dataset_id: view.id, n: await countRecords(context, view, {}) })),
      ),
    ]);
    const toCounts = (rows: { dataset_id: number; n: number }[]) =>
      new Map(rows.map(({ dataset_id, n }) => [dataset_id, n]));
    const [group_counts, record_counts] = [toCounts(groups), toCounts([...plain, ...ruled])];
    return {
      result: true,
      total: views.length,
      page,
      per_page,
      datasets: shown.map((view) => ({
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
      })),
    };
  },
});
