/** The surcharges of the business, open ones only unless asked otherwise. */
import Type from "typebox";
import { defineOperation } from "#operation/define/define.ts";
import { StringEnum } from "#vocabulary/basics.ts";
import { PRICE_FAMILIES } from "#vocabulary/features.ts";
import { PageInput, PageOutput, readPaging } from "#vocabulary/page.ts";
import { BUSINESS_ROLES } from "#vocabulary/roles.ts";
import { type StoredSurcharge, toSurcharge } from "../records/surcharge.ts";
import { Surcharge } from "../shapes.ts";

export const listSurcharges = defineOperation({
  name: "clientSurcharges",
  summary: "List surcharges",
  effect: "read",
  access: { roles: BUSINESS_ROLES, scopes: ["settings:read"] },
  rest: { method: "GET", path: "/api/v1/client/surcharges" },
  input: Type.Object({
    ...PageInput,
    family: Type.Optional(StringEnum(PRICE_FAMILIES)),
    include_closed: Type.Optional(Type.Boolean()),
  }),
  output: Type.Object({ ...PageOutput, surcharges: Type.Array(Surcharge) }),

  async run({ db, business_id }, input) {
    const { page, per_page, offset } = readPaging(input);
    const values = [business_id, input.family ?? null, input.include_closed ?? false];
    const condition =
      "business_id = $1 and ($2::text is null or $2 = any(families)) and ($3::boolean or closed_at is null)";
    const [rows, counted] = await Promise.all([
      db.rows<StoredSurcharge>(
        `select * from surcharge where ${condition}
          order by closed_at is not null, id limit $4 offset $5`,
        [...values, per_page, offset],
      ),
      db.row<{ n: number }>(`select count(*) as n from surcharge where ${condition}`, values),
    ]);
    return { result: true, total: counted?.n ?? 0, page, per_page, surcharges: rows.map(toSurcharge) };
  },
});
