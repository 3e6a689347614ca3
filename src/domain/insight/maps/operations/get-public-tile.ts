/**
 * A vector tile of a published map: one layer of the tile for each layer of the map, named by its id. It is cut from the fields of the list,
 * and answered only while readers still see the version that it was cut for.
 */
import { createHash } from "node:crypto";
import Type from "typebox";
import type { Context } from "#operation/define/context.ts";
import { defineOperation } from "#operation/define/define.ts";
import { expectRecord } from "#operation/define/get.ts";
import { isNotModified } from "#operation/response/etag.ts";
import { ThreadsBusy } from "#platform/threads/pool.ts";
import { Count, Id } from "#vocabulary/basics.ts";
import { NoRef } from "#vocabulary/ref.ts";
import { messages } from "../messages.ts";
import { isCurrent, openMap, type PublishedMap, READ_REFUSALS } from "../public-access.ts";
import { describeState, READ_ACCESS, READ_HEADERS, readMembers, ticketMember } from "../reading.ts";
import { cutTile, type TileAt } from "../tiles.ts";

const ZOOM_MAX = 22;
const Tile = (description: string) => Type.Integer({ minimum: 0, maximum: 2 ** ZOOM_MAX - 1, description });

interface Cut {
  published: PublishedMap;
  bytes: Uint8Array;
  tag: string;
}

type TileContext = Context<keyof typeof READ_REFUSALS>;
interface TileRequest extends TileAt {
  slug: string;
  origin?: string | undefined;
  ticket?: string | undefined;
  layer?: number | undefined;
}

/** Cut again until readers see the version that it was cut for. */
const CUTS_MAX = 4;

async function cutCurrent(context: TileContext, request: TileRequest): Promise<Cut> {
  const { slug, origin, ticket, layer: layer_id, z, x, y } = request;
  for (let turn = 0; turn < CUTS_MAX; turn += 1) {
    const published = await openMap(context, { name: slug, origin, ticket });
    const layers = published.content.layers.filter(({ id }) => layer_id === undefined || id === layer_id);
    if (layers.length === 0) expectRecord(undefined, messages.no_layer);
    const hash = createHash("sha256");
    const pieces: Uint8Array[] = [];
    for (const layer of layers) {
      const state = await describeState(context, published, layer);
      const bytes = await cutTile(context, layer, state, { z, x, y });
      if (bytes === undefined) throw context.refuse("busy");
      hash.update(`${state.tag}/${z}/${x}/${y}`);
      pieces.push(bytes);
    }
    if (await isCurrent(context, published))
      return { published, bytes: Buffer.concat(pieces), tag: hash.digest("hex").slice(0, 24) };
  }
  throw context.refuse("busy");
}

export const getPublicTile = defineOperation({
  name: "mapPublicTile",
  summary: "Get a vector tile of a published map",
  description:
    "Mapbox Vector Tile 2. `v` is the `data_tag` of the layer: an address with it is read again when the map or its data changed; any tile that is " +
    "answered is one of now.",
  access: READ_ACCESS,
  rest: {
    method: "GET",
    path: "/api/v1/maps/public/{slug}/tiles/{z}/{x}/{y}",
    headers: READ_HEADERS,
    bytes: "always",
  },
  limit: { name: "map_tiles", per_s: 60, burst: 600 },
  input: Type.Object({
    ...readMembers,
    ...ticketMember,
    z: Type.Integer({ minimum: 0, maximum: ZOOM_MAX }),
    x: Tile("Column, from the west."),
    y: Tile("Row, from the north."),
    layer: Type.Optional(NoRef("a layer of the published map; all of them when absent", Id)),
    v: Type.Optional(Type.String({ maxLength: 40 })),
  }),
  output: Type.Object({
    result: Type.Boolean(),
    name: Type.String(),
    content_type: Type.String(),
    size_bytes: Count,
    sha256: Type.String(),
    content_base64: Type.String({ contentEncoding: "base64" }),
  }),
  refusals: { ...READ_REFUSALS, outside_tile: "not_found" },
  tenant: (system_queries, { slug }) => system_queries.findBusinessOfMap(slug),

  async prepare(context, { v: _tag, ...request }) {
    const { z, x, y } = request;
    if (x >= 2 ** z || y >= 2 ** z) throw context.refuse("outside_tile", { message: messages.outside_tile });
    try {
      return await cutCurrent(context as never, request);
    } catch (error) {
      throw error instanceof ThreadsBusy ? context.refuse("busy") : error;
    }
  },

  async run(context, { z, x, y }, { published, bytes, tag }) {
    const { request, respond, refuse } = context;
    // Published meanwhile: what was cut has the list from before.
    if (!(await isCurrent(context, published))) throw refuse("busy");
    const etag = `"${tag}"`;
    respond({
      headers: { etag, "cache-control": published.map.access === "public" ? "no-cache" : "no-store" },
      not_modified: isNotModified(request, { etag }),
    });
    return {
      result: true,
      name: `${z}-${x}-${y}.mvt`,
      content_type: "application/vnd.mapbox-vector-tile",
      size_bytes: bytes.length,
      sha256: createHash("sha256").update(bytes).digest("hex"),
      content_base64: Buffer.from(bytes).toString("base64"),
    };
  },
});
