/** The features of a layer as one answer. */
import type { Feature } from "geojson";
import { type ShownGeometry, unwrap } from "./geometry.ts";
import type { LayerContent } from "./records/map.ts";
import { TILES_FROM } from "./rules.ts";
import { type FeatureReader, readFeatureTexts } from "./sources/query.ts";

export async function readCollection(context: FeatureReader, layer: LayerContent) {
  const features: Record<string, unknown>[] = [];
  for await (const text of readFeatureTexts(context, layer, TILES_FROM))
    for (const feature of JSON.parse(`[${text}]`) as Feature<ShownGeometry>[])
      features.push({ ...feature, geometry: unwrap(feature.geometry) });
  return { type: "FeatureCollection" as const, features };
}
