/** Search across datasets: each is read as the caller sees it, and the answer is short enough for an agent to read. */
import type { Context } from "#operation/define/context.ts";
import { readWhere } from "./caller-columns.ts";
import { messages } from "./messages.ts";
import { countRecords, type Selection, selectRecords, toCells } from "./read.ts";
import { type DatasetView, loadViews } from "./records/dataset.ts";
import type { RecordVersion } from "./records/dataset-record.ts";
import { type Filter, type Near, POSITION_N } from "./where.ts";

interface Search {
  text?: string;
  exact?: boolean;
  near?: Near;
  where?: Record<string, unknown>;
  dataset_ids?: number[];
  group_ids?: number[];
  page?: number;
  per_page?: number;
}

type FoundRecord = RecordVersion & { distance_m?: number };

/** Characters of one value, and of all values of a record, that an answer shows. */
const VALUE_MAX = 120;
const VALUES_MAX = 420;

export async function searchRecords(context: Context<"invalid_where" | "column_hidden">, input: Search) {
  const { text, exact, near, where, dataset_ids, group_ids, page = 1, per_page = 20 } = input;
  const views = await loadViews(context, dataset_ids ?? null);
  const filter = readSearchWhere(context, where, dataset_ids, views);
  const near_filter: Filter | null = near === undefined ? null : { n: POSITION_N, op: "near", value: near };
  const filters = [filter, near_filter].filter((one) => one !== null);
  const selection: Selection = {
    filter: filters.length === 0 ? null : { and: filters },
    group_ids,
    text,
    exact,
  };
  // Where the position of records is hidden, nothing is near.
  const searched = views.filter(({ sees_position }) => near === undefined || sees_position);
  const counts = await Promise.all(searched.map((view) => countRecords(context, view, selection)));
  const offset = (page - 1) * per_page;
  const hits =
    near === undefined
      ? await readInOrder(context, searched, counts, selection, { offset, per_page })
      : await readNearest(context, searched, selection, { near, offset, per_page });
  const groups = await loadGroupNames(
    context,
    hits.map(({ row }) => row.group_id),
  );
  return {
    result: true,
    total: counts.reduce((sum, count) => sum + count, 0),
    page,
    per_page,
    records: hits.map((hit) => showHit(hit, groups)),
  };
}

function readSearchWhere(
  context: Context<"invalid_where" | "column_hidden">,
  where: unknown,
  dataset_ids: readonly number[] | undefined,
  views: readonly DatasetView[],
): Filter | null {
  if (where === undefined) return null;
  const [view] = views;
  if (dataset_ids?.length !== 1 || view === undefined)
    throw context.refuse("invalid_where", {
      message: messages.invalid_where_default,
      errors: [{ field: "where", message: messages.one_dataset }],
    });
  return readWhere(context, view, where);
}

interface Hit {
  view: DatasetView;
  row: FoundRecord;
}

/** Dataset by dataset, by their names. */
async function readInOrder(
  context: Context<never>,
  views: readonly DatasetView[],
  counts: readonly number[],
  selection: Selection,
  { offset, per_page }: { offset: number; per_page: number },
): Promise<Hit[]> {
  const hits: Hit[] = [];
  let before = 0;
  for (const [index, view] of views.entries()) {
    const count = counts[index] ?? 0;
    const start = Math.max(0, offset - before);
    before += count;
    if (start >= count || hits.length >= per_page) continue;
    const window = { offset: start, limit: per_page - hits.length };
    hits.push(...(await selectRecords(context, view, selection, window)).map((row) => ({ view, row })));
  }
  return hits;
}

async function readNearest(
  context: Context<never>,
  views: readonly DatasetView[],
  selection: Selection,
  { near, offset, per_page }: { near: Near; offset: number; per_page: number },
): Promise<Hit[]> {
  const matching_rows = await Promise.all(
    views.map(async (view) => {
      const rows = await selectRecords(context, view, selection, {
        order: { near },
        limit: offset + per_page,
      });
      return rows.map((row) => ({ view, row }));
    }),
  );
  return matching_rows
    .flat()
    .sort(
      (one, other) => (one.row.distance_m ?? 0) - (other.row.distance_m ?? 0) || one.row.id - other.row.id,
    )
    .slice(offset, offset + per_page);
}

async function loadGroupNames(
  { db, business_id }: Context<never>,
  ids: number[],
): Promise<Map<number, string>> {
  const rows = await db.rows<{ id: number; name: string }>(
    "select id, name from dataset_group where business_id = $1 and id = any($2::bigint[])",
    [business_id, [...new Set(ids)]],
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}

function showHit({ view, row }: Hit, groups: ReadonlyMap<number, string>) {
  const { values, is_excerpt } = excerpt(toCells(row.values, view.columns));
  const { lat, lng } = view.sees_position ? row : { lat: null, lng: null };
  return {
    dataset_id: view.id,
    dataset: view.name,
    group: groups.get(row.group_id) ?? "",
    record_id: row.id,
    values,
    ...(is_excerpt ? { is_excerpt } : {}),
    lat,
    lng,
    ...(row.distance_m === undefined ? {} : { distance_m: row.distance_m }),
  };
}

/** The first cells, long texts cut, and addresses as one line. */
function excerpt(cells: Record<string, unknown>): { values: Record<string, unknown>; is_excerpt: boolean } {
  const values: Record<string, unknown> = {};
  let [values_remaining, is_excerpt] = [VALUES_MAX, false];
  for (const [key, cell] of Object.entries(cells)) {
    const plain = typeof cell === "object" && cell !== null && "text" in cell ? String(cell.text) : cell;
    const shortened_value =
      typeof plain === "string" && plain.length > VALUE_MAX ? `${plain.slice(0, VALUE_MAX)}…` : plain;
    values_remaining -= key.length + JSON.stringify(shortened_value).length;
    if (shortened_value !== plain || values_remaining < 0) is_excerpt = true;
    if (values_remaining < 0) break;
    values[key] = shortened_value;
  }
  return { values, is_excerpt };
}
