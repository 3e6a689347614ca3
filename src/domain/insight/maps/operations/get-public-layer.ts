/** The features of a layer of a published map, with the fields of its list. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { expectRecord } from "#operation/define/get.ts";
import { isNotModified } from "#operation/response/etag.ts";
import { Id } from "#vocabulary/basics.ts";
import { NoRef } from "#vocabulary/ref.ts";
import { readCollection } from "../collection.ts";
import { messages } from "../messages.ts";
import { openMap, READ_REFUSALS } from "../public-access.ts";
import {
  describeState,
  READ_ACCESS,
  READ_HEADERS,
  READ_LIMIT,
  readMembers,
  ticketMember,
} from "../reading.ts";
import { TILES_FROM } from "../rules.ts";
import { FeatureCollection } from "../shapes.ts";

export const getPublicLayer = defineOperation({
  name: "mapPublicLayer",
  summary: "Get the features of a layer",
  description: `GeoJSON, for layers of fewer than ${TILES_FROM} features. Longitudes of a shape go on beyond 180 over the 180th meridian.`,
  access: READ_ACCESS,
  rest: {
    method: "GET",
    path: "/api/v1/maps/public/{slug}/layers/{layer_id}.geojson",
    headers: READ_HEADERS,
  },
  limit: READ_LIMIT,
  input: Type.Object({
    ...readMembers,
    ...ticketMember,
    layer_id: NoRef("a layer of the published map", Id),
  }),
  output: FeatureCollection,
  refusals: { ...READ_REFUSALS, too_many_features: "conflict" },
  tenant: (system_queries, { slug }) => system_queries.findBusinessOfMap(slug),

  async run(context, { slug, origin, ticket, layer_id }) {
    const { request, respond, refuse } = context;
    const published = await openMap(context, { name: slug, origin, ticket });
    const layer = expectRecord(
      published.content.layers.find(({ id }) => id === layer_id),
      messages.no_layer,
    );
    const { tag, count } = await describeState(context, published, layer);
    if (count >= TILES_FROM)
      throw refuse("too_many_features", {
        message: messages.too_many_features,
        values: { most: TILES_FROM - 1 },
      });
    const etag = `"${tag}"`;
    const is_known = isNotModified(request, { etag });
    respond({
      headers: { etag, "cache-control": published.map.access === "public" ? "no-cache" : "no-store" },
      media_type: "application/geo+json",
      not_modified: is_known,
    });
    return is_known ? { type: "FeatureCollection", features: [] } : readCollection(context, layer);
  },
});
