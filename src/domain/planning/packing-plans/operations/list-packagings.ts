/** The packaging catalogue by category and code. */

import Type from "typebox";
import { defineList, filter } from "#operation/define/list.ts";
import { StringEnum } from "#vocabulary/basics.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { PACKAGING_COLUMNS, type PackagingView } from "../records/packaging.ts";
import { PACKAGING_STATUSES, Packaging } from "../shapes.ts";

export const listPackagings = defineList({
  name: "packagings",
  summary: "List packagings",
  access: { roles: [...BUSINESS_ROLES, "customer"], scopes: ["packing:read"] },
  rest: { method: "GET", path: "/api/v1/packing-plans/packaging-catalog" },
  filters: {
    category: filter(Type.String({ maxLength: 60 })),
    status: filter(StringEnum(PACKAGING_STATUSES)),
  },
  rows: { packagings: Type.Array(Packaging) },
  below: { categories: Type.Array(Type.String(), { description: "Of all active packagings." }) },
  from: "packaging",
  columns: PACKAGING_COLUMNS,
  order: "category, inner_length_mm::bigint * inner_width_mm * inner_height_mm, id",
  // Customers choose from what is in use, and do not see what it costs.
  values: ({ actor }) => ({ status: actor.role === "customer" ? "active" : undefined }),
  build: (packaging: PackagingView, { actor }) => {
    const { cost_minor: _cost, stock: _stock, ...public_packaging } = packaging;
    return actor.role === "customer" ? public_packaging : packaging;
  },
  async readBeside(_, { query }) {
    const categories = await query<{ category: string }>(
      "select distinct category from packaging where business_id = $1 and status = 'active' order by category",
    );
    return { categories: categories.map(({ category }) => category) };
  },
});
