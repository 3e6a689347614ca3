import { defineSamples } from "#tests/support/samples.ts";
import { createMap } from "./operations/create-map.ts";
import { createMapLayer } from "./operations/create-map-layer.ts";
import { createMapToken } from "./operations/create-map-token.ts";
import { publishMap } from "./operations/publish-map.ts";

const FILE = {
  content_base64: Buffer.from(
    JSON.stringify({
      type: "FeatureCollection",
      features: [
        {
          type: "Feature",
          geometry: { type: "Point", coordinates: [-47.9, -15.7] },
          properties: { name: "Depot" },
        },
      ],
    }),
  ).toString("base64"),
  content_type: "application/geo+json" as const,
  name: "depots.geojson",
};

export const samples = defineSamples({
  own_texts: [
    ...[
      "slug",
      "page_url",
      "embed_url",
      "frame_ancestors",
      "popup",
      "data_tag",
      "kinds",
      "tags",
      "statuses",
      "fields",
      "key",
      "missing_fields",
    ],
    ...["business_name", "ticket", "properties"],
  ],
  no_price: { "mapPublicLayer/features": "fields that the business lists for everybody" },
  records: {
    custom_map: async ({ people, unique_word: mark }) => {
      const { map_id } = await people.client_admin.call(createMap, {
        title: `${mark} Map`,
        access: "public",
      });
      await people.client_admin.call(createMapLayer, {
        map_id,
        source: "poi",
        title: `${mark} Places`,
        fields: ["name"],
      });
      await people.client_admin.call(publishMap, { map_id });
      return map_id;
    },
    custom_map_layer: async ({ people, id, unique_word: mark }) =>
      (
        await people.client_admin.call(createMapLayer, {
          map_id: await id("custom_map"),
          source: "geojson",
          title: `${mark} Depots`,
          fields: ["name"],
        })
      ).layer_id,
    custom_map_token: async ({ people, id }) =>
      (await people.client_admin.call(createMapToken, { map_id: await id("custom_map"), days: 1 })).map_token
        .id,
  },
  operations: {
    mapLayerUpload: { inputs: [() => FILE] },
    mapLayerCreate: {
      inputs: [() => ({ source: "poi" }), (ids) => ({ source: "dataset", dataset_id: ids.dataset })],
    },
  },
});
