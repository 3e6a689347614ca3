/** Businesses of the installation, by code. Source: our choice. */
import Type from "typebox";
import { defineList, filter } from "#operation/define/list.ts";
import { StringEnum } from "#vocabulary/basics.ts";
import { BUSINESS_COLUMNS, BUSINESS_STATUSES, Business } from "../business.ts";

export const listBusinesses = defineList({
  name: "platformBusinesses",
  summary: "List businesses",
  access: { roles: ["platform_admin"], scopes: ["platform:admin"] },
  rest: { method: "GET", path: "/api/v1/platform/businesses" },
  filters: {
    status: filter(StringEnum(BUSINESS_STATUSES)),
    q: filter(
      Type.String({ minLength: 1, maxLength: 100, description: "Part of the code or name." }),
      "strpos(lower(b.code || ' ' || b.name), lower($q)) > 0",
    ),
  },
  rows: { businesses: Type.Array(Business) },
  from: "business b",
  columns: BUSINESS_COLUMNS,
  business: null,
  order: "b.code",
});
