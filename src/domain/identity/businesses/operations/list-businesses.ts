/** Businesses of the installation, by code. Source: our choice. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { StringEnum } from "#vocabulary/basics.ts";
import { PageInput, PageOutput, readPaging } from "#vocabulary/page.ts";
import { BUSINESS_COLUMNS, BUSINESS_STATUSES, Business } from "../business.ts";

const FILTER = `($1::text is null or b.status = $1)
  and ($2::text is null or strpos(lower(b.code || ' ' || b.name), lower($2)) > 0)`;

export const listBusinesses = defineOperation({
  name: "platformBusinesses",
  summary: "List businesses",
  effect: "read",
  access: { roles: ["platform_admin"], scopes: ["platform:admin"] },
  rest: { method: "GET", path: "/api/v1/platform/businesses" },
  input: Type.Object({
    ...PageInput,
    status: Type.Optional(StringEnum(BUSINESS_STATUSES)),
    q: Type.Optional(Type.String({ minLength: 1, maxLength: 100, description: "Part of the code or name." })),
  }),
  output: Type.Object({ ...PageOutput, businesses: Type.Array(Business) }),

  async run({ db }, input) {
    const { page, per_page, offset } = readPaging(input);
    const values = [input.status ?? null, input.q ?? null];
    const [businesses, counted] = await Promise.all([
      db.rows<Business>(
        `select ${BUSINESS_COLUMNS} from business b where ${FILTER} order by b.code limit $3 offset $4`,
        [...values, per_page, offset],
      ),
      db.row<{ n: number }>(`select count(*) as n from business b where ${FILTER}`, values),
    ]);
    return { result: true, total: counted?.n ?? 0, page, per_page, businesses };
  },
});
