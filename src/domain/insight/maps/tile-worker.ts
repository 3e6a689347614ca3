/** Cuts vector tiles in a thread. It keeps the layers that were asked for last; a layer is known by its key. */
import { parentPort } from "node:worker_threads";
import { GeoJSONVT, Supercluster } from "@maplibre/geojson-vt";
import { fromGeojsonVt } from "@maplibre/vt-pbf";
import type { Feature, Point } from "geojson";
import { type ShownGeometry, unwrap } from "./geometry.ts";
import type { TileAnswer, TileWork } from "./tiles.ts";

type ShownFeature = Feature<ShownGeometry>;
type Index = Pick<GeoJSONVT, "getTile">;

const EXTENT = 4096;
const MAX_ZOOM = 14;
/** Features of all layers that are kept. */
const KEPT_MAX = 500_000;

const layers = new Map<string, { index: Index; others: Index | null; count: number }>();

/** Pixels of a tile of 512, in its units. */
const CLUSTER_RADIUS = (50 * EXTENT) / 512;

function buildLayer({ texts, is_clustered }: Extract<TileWork, { kind: "load" }>) {
  const features = texts.flatMap((text) => JSON.parse(`[${text}]`) as ShownFeature[]);
  const unwrapped_features = features.map((feature) => ({ ...feature, geometry: unwrap(feature.geometry) }));
  const options = { maxZoom: MAX_ZOOM, indexMaxZoom: 4, extent: EXTENT, buffer: 128, tolerance: 3 };
  if (!is_clustered)
    return {
      index: new GeoJSONVT({ type: "FeatureCollection", features: unwrapped_features }, options),
      others: null,
    };
  const points = unwrapped_features.filter(({ geometry }) => geometry.type === "Point") as Feature<Point>[];
  const others = unwrapped_features.filter(({ geometry }) => geometry.type !== "Point");
  const clusters = new Supercluster({ maxZoom: MAX_ZOOM - 1, radius: CLUSTER_RADIUS, extent: EXTENT });
  clusters.load(points);
  return {
    index: clusters,
    others:
      others.length === 0 ? null : new GeoJSONVT({ type: "FeatureCollection", features: others }, options),
  };
}

function load(work: Extract<TileWork, { kind: "load" }>): TileAnswer {
  const built = buildLayer(work);
  layers.delete(work.key);
  let total = work.count;
  for (const [key, { count }] of [...layers].toReversed()) {
    total += count;
    if (total > KEPT_MAX) layers.delete(key);
  }
  layers.set(work.key, { ...built, count: work.count });
  return { kind: "loaded" };
}

function cut({ key, name, z, x, y }: Extract<TileWork, { kind: "cut" }>): TileAnswer {
  const layer = layers.get(key);
  if (layer === undefined) return { kind: "missing" };
  // The layers that were asked for last are at the end.
  layers.delete(key);
  layers.set(key, layer);
  const features = [layer.index, layer.others].flatMap((index) => index?.getTile(z, x, y)?.features ?? []);
  const bytes =
    features.length === 0
      ? new Uint8Array()
      : fromGeojsonVt({ [name]: { features } }, { version: 2, extent: EXTENT });
  return { kind: "tile", bytes };
}

parentPort?.on("message", (work: TileWork) => {
  parentPort?.postMessage(work.kind === "load" ? load(work) : cut(work));
});
