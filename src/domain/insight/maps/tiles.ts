/**
 * Vector tiles of layers. A tile is known by its business, layer, published version and the state of its data: after a change of any
 * of them no tile from before is found.
 */
import { ThreadPool } from "#platform/threads/pool.ts";
import type { LayerContent } from "./records/map.ts";
import { type FeatureReader, readFeatureTexts } from "./sources/query.ts";

export type TileWork =
  | { kind: "load"; key: string; texts: string[]; count: number; is_clustered: boolean }
  | { kind: "cut"; key: string; name: string; z: number; x: number; y: number };

export type TileAnswer = { kind: "loaded" } | { kind: "missing" } | { kind: "tile"; bytes: Uint8Array };

export interface TileAt {
  z: number;
  x: number;
  y: number;
}

/** One thread, which keeps the layers. */
const pool = new ThreadPool<TileWork, TileAnswer>(new URL("./tile-worker.ts", import.meta.url), {
  threads: 1,
  waiting_max: 512,
  time_max_ms: 30_000,
  keeps_threads: true,
  memory_max_mb: 1536,
});

const CACHE_BYTES_MAX = 64 * 1024 * 1024;
const tiles = new Map<string, Uint8Array>();
let cached_bytes = 0;

function remember(key: string, bytes: Uint8Array): void {
  if (tiles.has(key)) return;
  tiles.set(key, bytes);
  cached_bytes += bytes.length + key.length;
  for (const [oldest, old] of tiles) {
    if (cached_bytes <= CACHE_BYTES_MAX) break;
    tiles.delete(oldest);
    cached_bytes -= old.length + oldest.length;
  }
}

/** Layers that are being read, so that the first tiles of a layer read it once. */
const loading = new Map<string, Promise<void>>();

function load(context: FeatureReader, layer: LayerContent, key: string, count: number): Promise<void> {
  const under_way = loading.get(key);
  if (under_way !== undefined) return under_way;
  const work = (async () => {
    const texts: string[] = [];
    for await (const text of readFeatureTexts(context, layer)) texts.push(text);
    await pool.run({ kind: "load", key, texts, count, is_clustered: layer.aggregation === "cluster" });
  })().finally(() => loading.delete(key));
  loading.set(key, work);
  return work;
}

/** A layer that many others push out at once is read again; after that the caller is told to come back. */
const ATTEMPTS = 3;

/** The bytes of a tile with one layer, which is named by its id. Rejects with `ThreadsBusy`; undefined where the layer was pushed out. */
export async function cutTile(
  context: FeatureReader,
  layer: LayerContent,
  { key, count }: { key: string; count: number },
  { z, x, y }: TileAt,
): Promise<Uint8Array | undefined> {
  const tile_key = `${key}/${z}/${x}/${y}`;
  const cached_tile = tiles.get(tile_key);
  if (cached_tile !== undefined) return cached_tile;
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const answer = await pool.run({ kind: "cut", key, name: String(layer.id), z, x, y });
    if (answer.kind === "tile") {
      remember(tile_key, answer.bytes);
      return answer.bytes;
    }
    await load(context, layer, key, count);
  }
  return undefined;
}
