/** Custom maps with their layers, versions and tokens, as the people of the business see them. */
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { FeatureCollection } from "geojson";
import type { CustomMap, CustomMapLayer } from "../../../../packages/client/client.gen.ts";
import { client } from "../../../api/client.ts";

export type { CustomMap, CustomMapLayer } from "../../../../packages/client/client.gen.ts";

/** First part of the keys of all queries here. */
export const MAPS = "maps";
const PER_PAGE = 50;

export const mapsQuery = (page: number) =>
  queryOptions({
    queryKey: [MAPS, "list", page],
    meta: { live: ["custom_map"] },
    queryFn: ({ signal }) => client.maps({ page, per_page: PER_PAGE }, { signal }),
    placeholderData: keepPreviousData,
  });

export const mapQuery = (map_id: number) =>
  queryOptions({
    queryKey: [MAPS, "one", map_id],
    meta: { live: [{ custom_map: map_id }] },
    queryFn: ({ signal }) => client.customMap({ map_id }, { signal }),
  });

export const layersQuery = (map_id: number) =>
  queryOptions({
    queryKey: [MAPS, "layers", map_id],
    meta: { live: [{ custom_map: map_id }] },
    queryFn: ({ signal }) => client.mapLayers({ map_id }, { signal }),
  });

/** What readers would see of the draft; read again when the layer changes. */
export const previewQuery = ({ map_id, id, version }: Pick<CustomMapLayer, "map_id" | "id" | "version">) =>
  queryOptions({
    queryKey: [MAPS, "preview", map_id, id, version],
    queryFn: async ({ signal }) => {
      const { collection } = await client.mapLayerPreview({ map_id, layer_id: id }, { signal });
      return collection as unknown as FeatureCollection;
    },
    placeholderData: keepPreviousData,
  });

export const tokensQuery = (map_id: number) =>
  queryOptions({
    queryKey: [MAPS, "tokens", map_id],
    queryFn: ({ signal }) => client.mapTokens({ map_id }, { signal }),
  });

const VERSIONS_MAX = 50;
export const versionsQuery = ({ id: map_id, published_number }: CustomMap) =>
  queryOptions({
    queryKey: [MAPS, "versions", map_id, published_number],
    queryFn: ({ signal }) => client.mapVersions({ map_id, per_page: VERSIONS_MAX }, { signal }),
  });
