/** What a layer can show, by name. */
import type { Arguments } from "#domain/insight/datasets/public.ts";
import type { LayerContent } from "../records/map.ts";
import type { Field, LayerFilter, SourceName } from "../rules.ts";
import { datasetSource } from "./dataset.ts";
import { geojsonSource } from "./geojson.ts";
import { lockerSource } from "./lockers.ts";
import { poiSource } from "./poi.ts";
import type { FeatureQuery, FeatureReader } from "./query.ts";
import { routeSource } from "./routes.ts";
import { zoneSource } from "./zones.ts";

/** A field that readers could be shown. */
export interface OfferedField extends Field {
  label: string;
  type: "text" | "number" | "boolean";
}

type SourceLayer = Pick<LayerContent, "id" | "source" | "dataset_id" | "filter" | "fields"> & {
  upload_columns?: { key: string; type: OfferedField["type"] }[];
};

export interface LayerSource {
  /** The fields that there are now, in their order. */
  listFields(context: FeatureReader, layer: SourceLayer): Promise<OfferedField[]>;
  /** Fields that the source does not have are left out. */
  build(
    context: FeatureReader,
    layer: Pick<LayerContent, "id" | "dataset_id" | "fields"> & {
      filter: LayerFilter & { parsed?: unknown };
    },
    bound: Arguments,
  ): Promise<FeatureQuery>;
}

export const SOURCES_BY_NAME: Record<SourceName, LayerSource> = {
  poi: poiSource,
  dataset: datasetSource,
  routes: routeSource,
  lockers: lockerSource,
  zones: zoneSource,
  geojson: geojsonSource,
};
