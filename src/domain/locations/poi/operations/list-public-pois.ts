/** Points of interest that other businesses show to everybody, the nearest first. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { Latitude, Longitude } from "#vocabulary/basics.ts";
import { TENANT_ROLES } from "#vocabulary/roles.ts";
import { findBoundsAround } from "../geometry.ts";
import { PoiKind, SharedPoi } from "../shapes.ts";
import { toSharedPoi } from "../shared.ts";

export const listPublicPois = defineOperation({
  name: "poisPublic",
  summary: "List public points of interest of other businesses",
  access: { roles: TENANT_ROLES, scopes: ["address:read"] },
  rest: { method: "GET", path: "/api/v1/poi/public" },
  localised: true,
  input: Type.Object({
    lat: Latitude,
    lng: Longitude,
    radius_m: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000, default: 5000 })),
    kind: Type.Optional(PoiKind),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 50 })),
  }),
  output: Type.Object({ result: Type.Boolean(), shared_pois: Type.Array(SharedPoi) }),

  async prepare({ system_queries, actor }, { lat, lng, radius_m = 5000, kind, limit = 50 }) {
    const rows = await system_queries.listPublicPois({
      box: findBoundsAround([[lng, lat]], radius_m),
      near: { lat, lng },
      kinds: kind === undefined ? undefined : [kind],
      but_business_id: actor.business_id,
      limit,
    });
    return rows.filter(({ distance_m }) => distance_m <= radius_m);
  },

  run: async (_context, _input, rows) => ({ result: true, shared_pois: rows.map(toSharedPoi) }),
});
