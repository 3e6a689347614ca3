/** The packaging catalogue by category and code. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { StringEnum } from "#vocabulary/basics.ts";
import { PageInput, PageOutput, readPaging } from "#vocabulary/page.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { PACKAGING_COLUMNS, type PackagingView } from "../records/packaging.ts";
import { PACKAGING_STATUSES, Packaging } from "../shapes.ts";

export const listPackagings = defineOperation({
  name: "packagings",
  summary: "List packagings",
  effect: "read",
  access: { roles: [...BUSINESS_ROLES, "customer"], scopes: ["packing:read"] },
  rest: { method: "GET", path: "/api/v1/packing-plans/packaging-catalog" },
  input: Type.Object({
    ...PageInput,
    category: Type.Optional(Type.String({ maxLength: 60 })),
    status: Type.Optional(StringEnum(PACKAGING_STATUSES)),
  }),
  output: Type.Object({
    ...PageOutput,
    packagings: Type.Array(Packaging),
    categories: Type.Array(Type.String(), { description: "Of all active packagings." }),
  }),

  async run({ actor, db, business_id }, input) {
    const { page, per_page, offset } = readPaging(input);
    const found = `from packaging where business_id = $1 and ($2::text is null or category = $2)
      and ($3::text is null or status = $3)`;
    // Customers choose from what is in use, and do not see what it costs.
    const is_customer = actor.role === "customer";
    const values = [business_id, input.category ?? null, is_customer ? "active" : (input.status ?? null)];
    const [packagings, counted, categories] = await Promise.all([
      db.rows<PackagingView>(
        `select ${PACKAGING_COLUMNS} ${found} order by category, inner_length_mm::bigint * inner_width_mm * inner_height_mm, id
          limit $4 offset $5`,
        [...values, per_page, offset],
      ),
      db.row<{ n: number }>(`select count(*) as n ${found}`, values),
      db.rows<{ category: string }>(
        "select distinct category from packaging where business_id = $1 and status = 'active' order by category",
        [business_id],
      ),
    ]);
    return {
      result: true,
      total: counted?.n ?? 0,
      page,
      per_page,
      packagings: is_customer
        ? packagings.map(({ cost_minor: _cost, stock: _stock, ...shown }) => shown)
        : packagings,
      categories: categories.map(({ category }) => category),
    };
  },
});
