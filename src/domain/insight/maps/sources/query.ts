/**
 * Reads the features of a layer as text, in pieces. The list of fields is part of the statement: what is not on it does not leave the
 * database, so that neither a tile nor its cache can have it.
 */
import { Arguments, runQuery } from "#domain/insight/datasets/public.ts";
import type { Context } from "#operation/define/context.ts";
import type { Bounds, LayerContent } from "../records/map.ts";
import { FEATURES_MAX } from "../rules.ts";
import { SOURCES_BY_NAME } from "./sources.ts";

export type FeatureReader = Pick<Context<never>, "db" | "business_id" | "business" | "actor" | "now">;

/** The parts of a statement about the features of a layer. Values are bound, never part of the text. */
export interface FeatureQuery {
  /** `from … where …`, with a condition at its end. */
  from: string;
  id: string;
  /** GeoJSON as text. */
  geometry: string;
  /** By key of the field. */
  properties: readonly (readonly [key: string, sql: string])[];
  /** Changes with every change of what the statement reads; over all rows. */
  stamp: string;
  west: string;
  south: string;
  east: string;
  north: string;
}

const buildQuery = (context: FeatureReader, layer: LayerContent, bound: Arguments): Promise<FeatureQuery> =>
  SOURCES_BY_NAME[layer.source].build(context, layer, bound);

interface LayerState {
  count: number;
  /** Of the data now. */
  stamp: string;
  bounds: Bounds | null;
}

export async function readLayerState(context: FeatureReader, layer: LayerContent): Promise<LayerState> {
  const bound = new Arguments();
  const query = await buildQuery(context, layer, bound);
  const { west, south, east, north, stamp, from, properties } = query;
  const [row] = await runQuery<{
    count: number;
    stamp: string;
    west: number | null;
    south: number;
    east: number;
    north: number;
  }>(
    context,
    `select jsonb_build_object('count', count(*), 'stamp', concat_ws('-', count(*), ${stamp}), 'west', min(${west}),
       'south', min(${south}), 'east', max(${east}), 'north', max(${north})) ${from}`,
    bound,
  );
  if (row === undefined) return { count: 0, stamp: "0", bounds: null };
  return {
    count: row.count,
    // A field that its source has no more changes what readers see.
    stamp: `${row.stamp}/${properties.map(([key]) => key).join()}`,
    bounds: row.west === null ? null : [row.west, row.south, row.east, row.north],
  };
}

/** Features of one statement: a few megabytes of text. */
const PIECE = 10_000;

/** JSON of features, separated by commas. */
export async function* readFeatureTexts(
  context: FeatureReader,
  layer: LayerContent,
  most: number = FEATURES_MAX,
): AsyncGenerator<string> {
  let after_id = 0;
  for (let room = most; room > 0; ) {
    const bound = new Arguments();
    const { from, id, geometry, properties } = await buildQuery(context, layer, bound);
    const members = properties.map(([key, sql]) => `${bound.bind(key, "text")}, ${sql}`);
    const limit = Math.min(room, PIECE);
    const [piece] = await runQuery<{ text: string | null; last_id: number; n: number }>(
      context,
      `select jsonb_build_object('text', string_agg('{"type":"Feature","id":' || f.id || ',"geometry":' || f.geometry || ',"properties":'
           || f.properties || '}', ',' order by f.id), 'last_id', max(f.id), 'n', count(*))
         from (select ${id} as id, ${geometry} as geometry,
             jsonb_strip_nulls(jsonb_build_object(${members.join(", ")}))::text as properties
           ${from} and ${id} > ${bound.bind(after_id, "bigint")} order by ${id} limit ${bound.bind(limit, "bigint")}) f`,
      bound,
    );
    if (piece === undefined || piece.text === null) return;
    yield piece.text;
    if (piece.n < limit) return;
    after_id = piece.last_id;
    room -= piece.n;
  }
}
