/** Maps and layers as the people of the business see them. */
import type { Context } from "#operation/define/context.ts";
import { expectRecord } from "#operation/define/get.ts";
import { messages } from "./messages.ts";
import { type LayerRow, MapRecord, type MapRow } from "./records/map.ts";
import { readLayerState } from "./sources/query.ts";
import { SOURCES_BY_NAME } from "./sources/sources.ts";

type Reader = Pick<Context<never>, "db" | "business_id" | "business" | "actor" | "now" | "settings">;

export interface MapView extends MapRow {
  layers: number;
}

/** Columns of a map with the number of its layers; `m` is the map. */
export const MAP_COLUMNS = `m.*, (select count(*) from custom_map_layer l where l.business_id = m.business_id and l.map_id = m.id
    and l.removed_at is null)::int as layers`;

export const buildPageUrl = (base_url: string, slug: string): string => `${base_url}/map/${slug}`;

export function buildMap({ settings }: Pick<Reader, "settings">, row: MapView) {
  const { base_url } = settings;
  const { published_number, published_at, draft_changed_at, access, slug, id } = row;
  // Ids are easy to guess: only a map that is open to everybody is found by its own.
  const name = access === "public" ? String(id) : slug;
  return {
    ...row,
    embed: { allowed_origins: row.allowed_origins },
    has_changes: published_number === null || published_at === null || draft_changed_at > published_at,
    page_url: buildPageUrl(base_url, slug),
    embed_url: `${base_url}/api/v1/maps/${name}/embed`,
  };
}

export async function answerMap(context: Reader, id: number) {
  const { db, business_id } = context;
  const row = expectRecord(
    await db.row<MapView>(`select ${MAP_COLUMNS} from custom_map m where m.business_id = $1 and m.id = $2`, [
      business_id,
      id,
    ]),
    messages.no_map,
  );
  return { result: true, version: row.version, custom_map: buildMap(context, row) };
}

export async function buildLayer(context: Reader, row: LayerRow) {
  const { parsed: _parsed, ...filter } = row.filter;
  const offered = await SOURCES_BY_NAME[row.source].listFields(context, row);
  const { count } = await readLayerState(context, row);
  const isThere = ({ key, n }: { key: string; n?: number }) =>
    offered.some((one) => (n === undefined ? one.key === key : one.n === n));
  return {
    ...row,
    filter,
    fields: row.fields.map(({ key }) => key),
    offered_fields: offered.map(({ key, label, type }) => ({ key, label, type })),
    missing_fields: row.fields.filter((field) => !isThere(field)).map(({ key }) => key),
    features: count,
  };
}

export async function answerLayer(context: Reader, row: LayerRow) {
  return { result: true, version: row.version, layer: await buildLayer(context, row) };
}

/** A change of what readers see after the next publication. The map is locked. */
export const markChanged = (
  context: Pick<Context, "db" | "business_id" | "now" | "settings">,
  map: MapRow,
): Promise<MapRow> => MapRecord.change(context, map, { draft_changed_at: context.now.toISOString() });
