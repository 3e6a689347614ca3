/** Maps, their layers, and the versions that readers see. */
import type { Context } from "#operation/define/context.ts";
import { expectRecord } from "#operation/define/get.ts";
import { defineRecord, type Row } from "#operation/define/record.ts";
import { messages } from "../messages.ts";
import type { Aggregation, Base, Field, LayerFilter, LayerStyle, MapAccess, SourceName } from "../rules.ts";

export const MAP = "custom_map";

/** West, south, east, north. */
export type Bounds = [number, number, number, number];

export interface MapRow extends Row<"custom_map"> {
  access: MapAccess;
  base: Base;
  bounds: Bounds | null;
}

/** A filter as it is stored: that of a dataset by numbers of columns as well, so that it survives a new key. */
export interface StoredFilter extends LayerFilter {
  parsed?: unknown;
}

export interface UploadColumn {
  key: string;
  type: "text" | "number" | "boolean";
}

export interface LayerRow extends Row<"custom_map_layer"> {
  source: SourceName;
  filter: StoredFilter;
  fields: Field[];
  style: LayerStyle;
  aggregation: Aggregation;
  upload_columns: UploadColumn[];
}

/** What a version keeps of a layer. */
export type LayerContent = Pick<
  LayerRow,
  | "id"
  | "title"
  | "source"
  | "dataset_id"
  | "filter"
  | "fields"
  | "style"
  | "popup"
  | "refresh_s"
  | "min_zoom"
  | "max_zoom"
  | "aggregation"
  | "is_visible"
>;

export interface MapContent {
  title: string;
  description: string;
  base: Base;
  bounds: Bounds | null;
  layers: LayerContent[];
}

export interface VersionRow extends Row<"custom_map_version"> {
  content: MapContent;
}

export const MapRecord = defineRecord<"custom_map", MapRow>("custom_map", messages.no_map);
export const LayerRecord = defineRecord<"custom_map_layer", LayerRow>("custom_map_layer", messages.no_layer);
export const VersionRecord = defineRecord<"custom_map_version", VersionRow>("custom_map_version");
export const FeatureRecord = defineRecord<"custom_map_feature">("custom_map_feature");

type Reader = Pick<Context, "db" | "business_id">;

/** The layers of the draft, in their order. */
export const listLayerRows = ({ db, business_id }: Reader, map_id: number): Promise<LayerRow[]> =>
  db.rows<LayerRow>(
    "select * from custom_map_layer where business_id = $1 and map_id = $2 and removed_at is null order by position, id",
    [business_id, map_id],
  );

/** A layer of the draft of a map, locked; the map is locked before. */
export async function getLockedLayer(context: Reader, map_id: number, layer_id: number): Promise<LayerRow> {
  const row = await LayerRecord.lock(context, layer_id);
  return expectRecord(row?.map_id === map_id && row.removed_at === null ? row : undefined, messages.no_layer);
}

export async function getLayer(context: Reader, map_id: number, layer_id: number): Promise<LayerRow> {
  const row = await LayerRecord.find(context, layer_id);
  return expectRecord(row?.map_id === map_id && row.removed_at === null ? row : undefined, messages.no_layer);
}

export const findVersion = (
  { db, business_id }: Reader,
  map_id: number,
  number: number,
): Promise<VersionRow | undefined> =>
  db.row<VersionRow>(
    "select * from custom_map_version where business_id = $1 and map_id = $2 and number = $3",
    [business_id, map_id, number],
  );

export const pickContent = ({
  id,
  title,
  source,
  dataset_id,
  filter,
  fields,
  style,
  popup,
  refresh_s,
  min_zoom,
  max_zoom,
  aggregation,
  is_visible,
}: LayerContent): LayerContent => ({
  id,
  title,
  source,
  dataset_id,
  filter,
  fields,
  style,
  popup,
  refresh_s,
  min_zoom,
  max_zoom,
  aggregation,
  is_visible,
});
