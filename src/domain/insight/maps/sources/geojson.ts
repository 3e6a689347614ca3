/** Features of an uploaded file. */
import type { LayerSource } from "./sources.ts";

export const geojsonSource: LayerSource = {
  listFields: async (_context, { upload_columns = [] }) =>
    upload_columns.map(({ key, type }) => ({ key, label: key, type })),

  async build({ business_id }, { id, filter, fields }, bound) {
    const equals = Object.entries(filter.equals ?? {}).map(
      ([key, value]) => `p.properties->>${bound.bind(key, "text")} = ${bound.bind(String(value), "text")}`,
    );
    const conditions = [
      `p.business_id = ${bound.bind(business_id, "int")}`,
      `p.layer_id = ${bound.bind(id, "bigint")}`,
      ...equals,
    ];
    return {
      from: `from custom_map_feature p where ${conditions.join(" and ")}`,
      id: "p.id",
      geometry: "p.geometry::text",
      properties: fields.map(({ key }) => [key, `p.properties->${bound.bind(key, "text")}`] as const),
      // Features are replaced, never changed.
      stamp: "coalesce(min(p.id), 0), coalesce(max(p.id), 0)",
      west: "p.west",
      south: "p.south",
      east: "p.east",
      north: "p.north",
    };
  },
};
