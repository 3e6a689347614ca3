/** Records of a dataset that have a position. Fields are found by the numbers of columns, which no other column gets. */
import { compileCell, compileRecords, type Filter, findColumns } from "#domain/insight/datasets/public.ts";
import type { LayerSource, OfferedField } from "./sources.ts";
import { stampRows } from "./stamp.ts";

const TYPES: Record<string, OfferedField["type"]> = { number: "number", ref: "number", bool: "boolean" };

export const datasetSource: LayerSource = {
  async listFields(context, { dataset_id }) {
    const columns = dataset_id === null ? [] : await findColumns(context, dataset_id);
    return columns.map(({ n, key, name, type }) => ({ n, key, label: name, type: TYPES[type] ?? "text" }));
  },

  async build(context, { dataset_id, filter, fields }, bound) {
    const id = dataset_id ?? 0;
    const columns = await findColumns(context, id);
    const parsed = (filter.parsed ?? null) as Filter | null;
    return {
      from: `${compileRecords(context, { id, columns, filter: parsed }, bound)} and r.lat is not null`,
      id: "r.id",
      geometry: `'{"type":"Point","coordinates":[' || r.lng || ',' || r.lat || ']}'`,
      properties: fields.flatMap(({ key, n }) => {
        const column = columns.find((one) => one.n === n);
        return column === undefined ? [] : [[key, compileCell(column)] as const];
      }),
      stamp: stampRows("r.id", "r.row_version"),
      west: "r.lng",
      south: "r.lat",
      east: "r.lng",
      north: "r.lat",
    };
  },
};
